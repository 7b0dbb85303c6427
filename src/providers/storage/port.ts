/**
 * Stores files. They are already encrypted and their names reveal nothing, so the storage's operator sees only sizes and
 * times. A key is 32 hexadecimal digits and is written once.
 */
export type Storage = {
  /** Resolves once the bytes survive a crash of the process, and on disk of the machine too. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** The bytes; null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>
  /** Removes a file, complete or partial; also resolves when there is none. */
  remove: (key: string) => Promise<void>
}

/**
 * A bucket and its credentials. `endpoint`: null for Amazon's own of the region. `keys`: null for those of the process's
 * environment.
 */
export type S3Settings = {
  bucket: string
  endpoint: URL | null
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | null
}

const KEY = /^[0-9a-f]{32}$/

/** A key that is a plain file name; throws for any other. */
export const requireStorageKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('this is not the key of a stored file')
  return key
}
