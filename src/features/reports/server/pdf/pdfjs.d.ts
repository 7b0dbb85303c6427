/** The parts of the PDF library for reading operator lists; its own types require a browser. */
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  type Page = {
    getViewport: (how: { scale: number }) => { width: number; height: number; transform: readonly number[] }
    getOperatorList: (how: { annotationMode: number }) => Promise<{
      fnArray: readonly number[]
      argsArray: readonly unknown[]
    }>
    commonObjs: { has: (name: string) => boolean; get: (name: string) => unknown }
    cleanup: () => void
  }
  type Pdf = {
    numPages: number
    getMetadata: () => Promise<{ info: unknown }>
    getPage: (number: number) => Promise<Page>
  }
  export const getDocument: (of: { data: Uint8Array } & Readonly<Record<string, unknown>>) => {
    promise: Promise<Pdf>
  }
  export const OPS: Readonly<Record<string, number>>
  export const AnnotationMode: { DISABLE: number }
  export const VerbosityLevel: { INFOS: number }
  export class PasswordException extends Error {}
}
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
