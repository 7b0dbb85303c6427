/** Types of the untyped font library: its font parser, which PDFKit accepts instead of a file (`PDFFontFactory.open`). */
declare module 'fontkit' {
  export type Font = { layout: (text: string) => unknown }
  export const create: (bytes: Uint8Array) => Font
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
