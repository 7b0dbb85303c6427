import type { Keyring } from './crypto/encryption.ts'
import type { Database } from './db/database.ts'

/**
 * One file of the archive of everything held about a person; the path is `folder/name.json`. What is large is read when
 * its turn comes, so that the whole is never in memory.
 */
export type ExportFile = { path: string; bytes: Uint8Array | (() => Promise<Uint8Array>) }

/** A person about to be erased, and the contacts by which things that carry no id are found. */
type ErasedUser = { userId: string; phoneNumber: string; email: string }

/**
 * What one feature holds about a person, listed in `app/personal-data.ts`: a feature missing there is
 * missing in the export. No file holds a whole SSN or account number. Rows with a foreign key to the person
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
