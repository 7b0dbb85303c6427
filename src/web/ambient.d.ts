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

/** Trusted Types (W3C), not yet in the DOM library; older browsers do not support them. */
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
interface Window {
  Worker: new (script: TrustedScriptURL | string, options: WorkerOptions) => Worker
}

/** The URL of a worker's script in the build. */
declare module '*?worker&url' {
  const url: string
  export default url
}

/** The build of libheif in plain JavaScript, which needs no WebAssembly permission (docs/decisions/0049-pdf-process.md). */
declare module 'libheif-js' {
  type HeifImage = {
    get_width: () => number
    get_height: () => number
    is_primary: () => boolean
    display: (into: ImageData, done: (shown: ImageData | null) => void) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => HeifImage[] } }
  export default libheif
}

/** The PDF library as it is used in a worker, whose canvases its own types do not allow. */
declare module 'pdfjs-dist/build/pdf.mjs' {
  type Viewport = { width: number; height: number }
  type Page = {
    getViewport: (how: { scale: number }) => Viewport
    render: (how: { canvas: null; canvasContext: OffscreenCanvasRenderingContext2D; viewport: Viewport }) => {
      promise: Promise<void>
    }
    cleanup: () => void
  }
  type Pdf = { numPages: number; getPage: (number: number) => Promise<Page> }
  export const getDocument: (of: { data: Uint8Array } & Readonly<Record<string, unknown>>) => {
    promise: Promise<Pdf>
    destroy: () => Promise<void>
  }
  export class PasswordException extends Error {}
}
declare module 'pdfjs-dist/build/pdf.worker.mjs'

/** Vite's event for a file of a lazy screen that could not be loaded. */
interface WindowEventMap {
  'vite:preloadError': Event & { payload: Error }
}

/** Fetches that `early.js` has started, and for which user; the app consumes them once. */
declare var firstReads:
  | {
      user: string | null
      reads: readonly {
        key: readonly [area: string, name: string]
        entry: import('./endpoint-manifest.ts').ManifestEntry
        input: { level: string } | { type: string } | undefined
        started: import('./send.ts').StartedFetch
      }[]
    }
  | undefined
