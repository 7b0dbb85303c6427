/** Reads the printed text of images. */
export type DocumentText = {
  /** The lines of one image from top to bottom; empty if it contains no text. Throws ProviderFailure. */
  readLines: (jpeg: Uint8Array) => Promise<string[]>
}
