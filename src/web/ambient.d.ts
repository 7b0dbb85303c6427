declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
declare module '*.css'

/** The endpoint table without its shapes, written at build from `src/app/api/table.ts` (see vite.config.ts). */
declare module 'virtual:endpoints' {
  export const endpoints: import('./endpoint-manifest.ts').EndpointManifest
}
declare module 'virtual:endpoints/sign-in' {
  export const endpoints: import('./endpoint-manifest.ts').SignInManifest
}

/** Trusted Types (W3C), which the DOM library does not know yet; older browsers have none. */
interface TrustedScriptURL {
  toJSON: () => string
}
declare var trustedTypes:
  | {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (url: string) => string },
      ) => { createScriptURL: (url: string) => TrustedScriptURL }
    }
  | undefined
interface ServiceWorkerContainer {
  register(script: TrustedScriptURL | string): Promise<ServiceWorkerRegistration>
}

/** Vite tells that a file of a lazy screen could not be loaded. */
interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error }
}
