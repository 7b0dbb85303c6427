/** The name under which this is run: the server writes the operator's into the page (`web-app.ts`). */
export const serviceName: string = globalThis.document?.documentElement.dataset['name'] ?? 'Fairfile'
