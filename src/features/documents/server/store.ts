import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { daysBefore } from '#values/dates.ts'
import type { Document, ListedDocument } from '../contract.ts'
import { type DocumentKind, isWithinQuota, type StorageUse, UNDO_DAYS } from '../upload-rules.ts'
import { withStorageErrors } from './storage-failure.ts'
import { documents } from './tables.ts'

type Row = typeof documents.$inferSelect

/** The place that a part of a version is sealed for: a file or row put in place of another does not open. */
export const documentAssociatedData = (column: 'name' | 'file' | 'thumbnail', row: string) => ({
  table: 'documents',
  column,
  row,
})

const nameMacOf = (keyring: Keyring, userId: string, name: string) =>
  keyring.mac('document name', `${userId}|${name}`)

/** What of a row is shown; the thumbnail stays where it is. */
const { id, name, kind, version, fileSize, createdAt, deletedAt, nameMac } = documents
const shown = { id, name, kind, version, fileSize, createdAt, deletedAt, nameMac }
type Shown = Pick<Row, keyof typeof shown>

const documentOf = (cipher: Cipher, row: Shown): Document => ({
  id: row.id,
  documentName: cipher.decrypt(documentAssociatedData('name', row.id), row.name),
  kind: row.kind,
  mimeType: 'image/jpeg',
  fileSize: row.fileSize,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

const opened = async (db: Database, keyring: Keyring, userId: string, rows: readonly Shown[]) => {
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => documentOf(cipher, row))
}

const standing = (userId: string) => and(eq(documents.userId, userId), isNull(documents.deletedAt))

/** Deleted, and not for good yet. */
const restorable = (userId: string, now: Date) =>
  and(eq(documents.userId, userId), gt(documents.deletedAt, daysBefore(now, UNDO_DAYS)))

/** What documents are ordered by: the instant of the upload, and the order of ids within it. */
const uploadedAs = ({ createdAt: at, id: uploaded }: Document) => `${at}|${uploaded}`

/** Everything that stands or can be brought back. */
const held = (userId: string, now: Date) => or(standing(userId), restorable(userId, now))

/** The documents of a person, each in its newest version, the last uploaded first. */
export const listDocuments = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<{ data: ListedDocument[]; deleted: ListedDocument[] }> => {
  const rows = await db
    .select(shown)
    .from(documents)
    .where(held(userId, now))
    .orderBy(desc(documents.version))
  // Versions that stand, or were deleted together, are one document.
  const each = Map.groupBy(
    await opened(db, keyring, userId, rows),
    one => `${one.deletedAt ?? ''}|${one.documentName}`,
  )
  const all = [...each.values()]
    .flatMap(([newest, ...earlier]) => (newest ? [{ ...newest, earlierVersions: earlier.length }] : []))
    .toSorted((one, other) => (uploadedAs(one) < uploadedAs(other) ? 1 : -1))
  return {
    data: all.filter(one => one.deletedAt === null),
    deleted: all.filter(one => one.deletedAt !== null),
  }
}

/** Every version that is held, those that can be brought back among them, the oldest first, and where its file stands. */
export const listAllVersions = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<{ document: Document; fileKey: string }[]> => {
  const rows = await db
    .select({ ...shown, fileKey: documents.fileKey })
    .from(documents)
    .where(held(userId, now))
    .orderBy(asc(documents.createdAt), asc(documents.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => ({ document: documentOf(cipher, row), fileKey: row.fileKey }))
}

/** One version of a person that stands; refuses `not_found` when there is none of this id that is theirs. */
const standingRow = async (db: Database, userId: string, documentId: string): Promise<Row> => {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(standing(userId), eq(documents.id, documentId)))
  if (!row) throw new AppError('not_found')
  return row
}

/** The versions that stand of one document, the newest first. Refuses `not_found`. */
export const listVersions = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  documentId: string,
): Promise<Document[]> => {
  const { nameMac: mac } = await standingRow(db, userId, documentId)
  const rows = await db
    .select(shown)
    .from(documents)
    .where(and(standing(userId), eq(documents.nameMac, mac)))
    .orderBy(desc(documents.version))
  return opened(db, keyring, userId, rows)
}

/** One version with its picture, a clean JPEG. Refuses `not_found`; throws ProviderFailure. */
export const readDocument = async (
  db: Database,
  keyring: Keyring,
  storage: Storage,
  userId: string,
  documentId: string,
): Promise<{ document: Document; bytes: Uint8Array }> => {
  const row = await standingRow(db, userId, documentId)
  const cipher = await keyring.cipherForUser(db, userId)
  const sealed = await storage.get(row.fileKey)
  if (!sealed) throw new Error('a document names a file that is not there')
  return {
    document: documentOf(cipher, row),
    bytes: cipher.decryptBytes(documentAssociatedData('file', row.id), sealed),
  }
}

/** A version as something else that names its file keeps it: what the file is sealed for, and where it stands. */
export type DocumentImage = { documentId: string; fileKey: string; kind: DocumentKind; name: string }

/** Versions of a person that stand, in the order of their ids; one that is not there or not theirs is left out. */
export const findDocumentImages = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  ids: readonly string[],
): Promise<DocumentImage[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id, name, kind, fileKey: documents.fileKey })
    .from(documents)
    .where(and(standing(userId), inArray(id, [...ids])))
  const cipher = await keyring.cipherForUser(db, userId)
  return ids.flatMap(documentId => {
    const row = rows.find(one => one.id === documentId)
    if (!row) return []
    const shownName = cipher.decrypt(documentAssociatedData('name', row.id), row.name)
    return [{ documentId, fileKey: row.fileKey, kind: row.kind, name: shownName }]
  })
}

/** The JPEG of a picture, whether its document stands or was deleted. Refuses `unavailable` while the storage fails. */
export const readDocumentImage = async (
  { db, keyring, storage, log }: { db: Database; keyring: Keyring; storage: Storage; log: Log },
  userId: string,
  { documentId, fileKey }: Pick<DocumentImage, 'documentId' | 'fileKey'>,
): Promise<Uint8Array> => {
  const sealed = await withStorageErrors(log, () => storage.get(fileKey))
  if (!sealed) throw new Error('a picture names a file that is not there')
  return (await keyring.cipherForUser(db, userId)).decryptBytes(
    documentAssociatedData('file', documentId),
    sealed,
  )
}

/** One version with its thumbnail. Refuses `not_found`. */
export const readThumbnail = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  documentId: string,
): Promise<{ document: Document; bytes: Uint8Array }> => {
  const row = await standingRow(db, userId, documentId)
  const cipher = await keyring.cipherForUser(db, userId)
  return {
    document: documentOf(cipher, row),
    bytes: cipher.decryptBytes(documentAssociatedData('thumbnail', row.id), row.thumbnail),
  }
}

/** A stored picture that is about to become a version. */
type NewDocument = {
  id: string
  documentName: string
  kind: DocumentKind
  fileKey: string
  fileSize: number
  thumbnail: Uint8Array
  now: Date
}

/** Keeps the next version of the name. Refuses `no_room`. */
export const saveDocument = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  made: NewDocument,
): Promise<Document> => {
  await lockUser(tx, userId)
  await requireQuota(tx, userId, { files: 1, bytes: made.fileSize })
  const mac = nameMacOf(keyring, userId, made.documentName)
  const [last] = await tx
    .select({ version: max(documents.version) })
    .from(documents)
    .where(and(eq(documents.userId, userId), eq(documents.nameMac, mac)))
  const cipher = await keyring.cipherForUser(tx, userId)
  const row: Row = {
    id: made.id,
    userId,
    nameMac: mac,
    name: cipher.encrypt(documentAssociatedData('name', made.id), made.documentName),
    kind: made.kind,
    version: (last?.version ?? 0) + 1,
    fileSize: made.fileSize,
    fileKey: made.fileKey,
    thumbnail: cipher.encrypt(documentAssociatedData('thumbnail', made.id), made.thumbnail),
    createdAt: made.now,
    deletedAt: null,
  }
  await tx.insert(documents).values(row)
  return documentOf(cipher, row)
}

/**
 * Deletes a document: with its newest version every one that stands, with an earlier one that alone. Refuses `not_found`.
 */
export const deleteDocument = async (
  tx: Database,
  userId: string,
  documentId: string,
  now: Date,
): Promise<void> => {
  await lockUser(tx, userId)
  const row = await standingRow(tx, userId, documentId)
  const sameName = and(standing(userId), eq(documents.nameMac, row.nameMac))
  const [newest] = await tx
    .select({ version: max(documents.version) })
    .from(documents)
    .where(sameName)
  await tx
    .update(documents)
    .set({ deletedAt: now })
    .where(newest?.version === row.version ? sameName : eq(documents.id, documentId))
}

/** Brings back what was deleted with a version, in the same act. Refuses `not_found` after seven days, and `no_room`. */
export const restoreDocument = async (
  tx: Database,
  userId: string,
  documentId: string,
  now: Date,
): Promise<void> => {
  await lockUser(tx, userId)
  const [row] = await tx
    .select({ nameMac: documents.nameMac, deletedAt: documents.deletedAt })
    .from(documents)
    .where(and(restorable(userId, now), eq(documents.id, documentId)))
  if (!row?.deletedAt) throw new AppError('not_found')
  const together = and(
    eq(documents.userId, userId),
    eq(documents.nameMac, row.nameMac),
    eq(documents.deletedAt, row.deletedAt),
  )
  // What is deleted for good at this moment is gone for both, or for neither.
  const still = await tx.select({ id }).from(documents).where(together).for('update')
  if (!still.some(one => one.id === documentId)) throw new AppError('not_found')
  const [back] = await tx.select(selectStorageUse('deleted')).from(documents).where(together)
  await requireQuota(tx, userId, back, back)
  await tx.update(documents).set({ deletedAt: null }).where(together)
}

/** Of a selection of documents, those that stand or those that were deleted: how many, and their bytes together. */
const selectStorageUse = (which: 'kept' | 'deleted') => {
  const counted = which === 'deleted' ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt)
  return {
    files: sql<number>`count(*) filter (where ${counted})`.mapWith(Number),
    bytes: sql<number>`coalesce(sum(${documents.fileSize}) filter (where ${counted}), 0)`.mapWith(Number),
  }
}

const none: StorageUse = { files: 0, bytes: 0 }

/**
 * Refuses `no_room` when what a person keeps, and may still bring back, leaves no room for more. `back`: what of the deleted
 * is brought back with it.
 */
const requireQuota = async (
  tx: Database,
  userId: string,
  more: StorageUse = none,
  back: StorageUse = none,
): Promise<void> => {
  const [use] = await tx
    .select({ kept: selectStorageUse('kept'), deleted: selectStorageUse('deleted') })
    .from(documents)
    .where(eq(documents.userId, userId))
  const { kept = none, deleted = none } = use ?? {}
  const rest = { files: deleted.files - back.files, bytes: deleted.bytes - back.bytes }
  if (!isWithinQuota({ kept, deleted: rest }, more)) throw new AppError('no_room')
}
