import type { Keyring } from './crypto/encryption.ts'
import type { Database } from './db/database.ts'

/**
 * One file of the archive of everything stored about a user; the path is `folder/name.json`. Large content is read only
 * when it is written, so that the whole archive is never in memory.
 */
export type ExportFile = { path: string; bytes: Uint8Array | (() => Promise<Uint8Array>) }

/** A user about to be erased, and the contacts to find data without a user id. */
type ErasedUser = { userId: string; phoneNumber: string; email: string }

/**
 * What one feature stores about a user, listed in `app/personal-data.ts`: a feature missing there is
 * missing in the export. No file contains a whole SSN or account number. Rows with a foreign key to the user
 * are deleted with it; `erase` deletes the others, in the transaction of the erasure and in any order.
 */
export type PersonalDataSource = {
  name: string
  exportFiles?: (db: Database, keyring: Keyring, userId: string, now: Date) => Promise<ExportFile[]>
  erase?: (tx: Database, keyring: Keyring, person: ErasedUser) => Promise<void>
}

/** Readable JSON. */
export const encodeJson = (content: unknown): Uint8Array =>
  Buffer.from(`${JSON.stringify(content, null, 2)}\n`)

/** A file of readable JSON. */
export const jsonExportFile = (path: string, content: unknown): ExportFile => ({
  path,
  bytes: encodeJson(content),
})
