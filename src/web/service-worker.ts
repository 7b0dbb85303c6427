/** The only script address that the page may make (`trusted-types` in `http-server.ts`). */
const scripts = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => '/sw.js' })

/** Has the browser run `public/sw.js`; null where it cannot, and on a page of the development server. */
export const serviceWorker = async (): Promise<ServiceWorkerRegistration | null> => {
  if (!('serviceWorker' in navigator) || document.documentElement.dataset['sandbox'] === '') return null
  try {
    return await navigator.serviceWorker.register(scripts?.createScriptURL('') ?? '/sw.js')
  } catch {
    // Private windows and some settings forbid it; the page does without.
    return null
  }
}
