/**
 * Stores files. They are encrypted already and their names say nothing, so that the storage's operator
 * learns sizes and times alone. A key is 32 hexadecimal digits and is written once.
 */
export type Storage = {
  /** Resolves once the bytes outlive the process, and on disk the machine too. */
  put: (key: string, bytes: Uint8Array) => Promise<void>
  /** The bytes; null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>
  /** Removes a file, whole or half written; resolves as well when there is none. */
  remove: (key: string) => Promise<void>
}

/**
 * A bucket, and who we are to it. `endpoint`: null for Amazon's own of the region. `keys`: null for those that the
 * environment gives the process.
 */
export type S3Settings = {
  bucket: string
  endpoint: URL | null
  region: string
  keys: { accessKeyId: string; secretAccessKey: string } | null
}

const KEY = /^[0-9a-f]{32}$/

/** A key that can be a file's name and nothing else; throws for any other. */
export const requireStorageKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error('this is not the key of a stored file')
  return key
}
