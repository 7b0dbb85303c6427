/** The only script URL that the page may create (`trusted-types` in `http-server.ts`). */
const scripts = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => '/sw.js' })

/** Registers `public/sw.js`; null if unsupported, and on a page of the development server. */
export const serviceWorker = async (): Promise<ServiceWorkerRegistration | null> => {
  if (!('serviceWorker' in navigator) || document.documentElement.dataset['sandbox'] === '') return null
  try {
    return await navigator.serviceWorker.register(scripts?.createScriptURL('') ?? '/sw.js')
  } catch {
    // Private windows and some settings forbid it; the page works without it.
    return null
  }
}
