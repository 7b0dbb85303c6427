/** Reads the printed words of pictures. */
export type DocumentText = {
  /** The lines of one picture from top to bottom; none where it shows no words. Fails with `ProviderFailure`. */
  readLines: (jpeg: Uint8Array) => Promise<string[]>
}
