/** The name of this service: the server writes the operator's name into the page (`web-app.ts`). */
export const serviceName: string = globalThis.document?.documentElement.dataset['name'] ?? 'Fairfile'
