import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, or, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import { daysBefore } from '#values/dates.ts'
import type { Document, ListedDocument } from '../contract.ts'
import { type DocumentKind, downloadFileName, isWithinQuota, type StorageUse } from '../upload-rules.ts'
import { withStorageErrors } from './stored-files.ts'
import { documents } from './tables.ts'

type Row = typeof documents.$inferSelect

/** The associated data of a part of a version: a file or row in place of another cannot be decrypted. */
export const documentAssociatedData = (column: 'name' | 'file' | 'thumbnail', row: string) => ({
  table: 'documents',
  column,
  row,
})

const nameMacOf = (keyring: Keyring, userId: string, name: string) =>
  keyring.mac('document name', `${userId}|${name}`)

/** All columns but the thumbnail. */
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

const decryptRows = async (db: Database, keyring: Keyring, userId: string, rows: readonly Shown[]) => {
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(row => documentOf(cipher, row))
}

const current = (userId: string) => and(eq(documents.userId, userId), isNull(documents.deletedAt))

/** Deleted, but not permanently yet. */
const restorable = (userId: string, now: Date) =>
  and(
    eq(documents.userId, userId),
    gt(documents.deletedAt, daysBefore(now, retention.deletedDocuments.usual)),
  )

/** Documents are ordered by upload time, then by id. */
const sortKey = ({ createdAt: at, id: uploaded }: Document) => `${at}|${uploaded}`

/** Everything that is current or can be restored. */
const currentOrRestorable = (userId: string, now: Date) => or(current(userId), restorable(userId, now))

/** A user's documents, each in its newest version, newest first. */
export const listDocuments = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  now: Date,
): Promise<{ data: ListedDocument[]; deleted: ListedDocument[] }> => {
  const rows = await db
    .select(shown)
    .from(documents)
    .where(currentOrRestorable(userId, now))
    .orderBy(desc(documents.version))
  // Versions that are current, or were deleted together, are one document.
  const versions = Map.groupBy(
    await decryptRows(db, keyring, userId, rows),
    one => `${one.deletedAt ?? ''}|${one.documentName}`,
  )
  const all = [...versions.values()]
    .flatMap(([newest, ...earlier]) => (newest ? [{ ...newest, earlierVersions: earlier.length }] : []))
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? 1 : -1))
  return {
    data: all.filter(one => one.deletedAt === null),
    deleted: all.filter(one => one.deletedAt !== null),
  }
}

/** A current version of this user. Refuses `not_found`. */
const findCurrentRow = async (db: Database, userId: string, documentId: string): Promise<Row> => {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(current(userId), eq(documents.id, documentId)))
  if (!row) throw new AppError('not_found')
  return row
}

/** The current versions of one document, newest first. Refuses `not_found`. */
export const listVersions = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  documentId: string,
): Promise<Document[]> => {
  const { nameMac: mac } = await findCurrentRow(db, userId, documentId)
  const rows = await db
    .select(shown)
    .from(documents)
    .where(and(current(userId), eq(documents.nameMac, mac)))
    .orderBy(desc(documents.version))
  return decryptRows(db, keyring, userId, rows)
}

type ImageDeps = { db: Database; keyring: Keyring; storage: Storage; log: Log }

/** What another feature stores to read a version's file later: its associated data and its key in the storage. */
export type DocumentImage = { documentId: string; fileKey: string; kind: DocumentKind; name: string }

/** A user's current versions, in the order of the ids; missing ones and other users' are left out. */
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
    .where(and(current(userId), inArray(id, [...ids])))
  const cipher = await keyring.cipherForUser(db, userId)
  return ids.flatMap(documentId => {
    const row = rows.find(one => one.id === documentId)
    if (!row) return []
    const shownName = cipher.decrypt(documentAssociatedData('name', row.id), row.name)
    return [{ documentId, fileKey: row.fileKey, kind: row.kind, name: shownName }]
  })
}

/** The JPEG of a version, current or deleted. Refuses `unavailable` while the storage fails. */
export const readDocumentImage = async (
  { db, keyring, storage, log }: ImageDeps,
  userId: string,
  { documentId, fileKey }: Pick<DocumentImage, 'documentId' | 'fileKey'>,
): Promise<Uint8Array> => {
  const encrypted = await withStorageErrors(log, () => storage.get(fileKey))
  if (!encrypted) throw new Error('the file of a document is missing')
  return (await keyring.cipherForUser(db, userId)).decryptBytes(
    documentAssociatedData('file', documentId),
    encrypted,
  )
}

/** One version's picture or thumbnail, a clean JPEG. Refuses `not_found`, and `unavailable` while the storage fails. */
export const readDocument = async (
  deps: ImageDeps,
  userId: string,
  documentId: string,
  part: 'file' | 'thumbnail',
): Promise<{ name: string; bytes: Uint8Array }> => {
  const row = await findCurrentRow(deps.db, userId, documentId)
  const cipher = await deps.keyring.cipherForUser(deps.db, userId)
  const { documentName } = documentOf(cipher, row)
  return {
    name: downloadFileName(documentName),
    bytes:
      part === 'file'
        ? await readDocumentImage(deps, userId, { documentId, fileKey: row.fileKey })
        : cipher.decryptBytes(documentAssociatedData('thumbnail', row.id), row.thumbnail),
  }
}

/** A stored picture that becomes a version. */
type NewDocument = {
  id: string
  documentName: string
  kind: DocumentKind
  fileKey: string
  fileSize: number
  thumbnail: Uint8Array
  now: Date
}

/** Saves the next version under the name. Refuses `no_room`. */
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

/** Deletes all current versions of a document, or only an earlier version. Throws `not_found`. */
export const deleteDocument = async (
  tx: Database,
  userId: string,
  documentId: string,
  now: Date,
): Promise<void> => {
  await lockUser(tx, userId)
  const row = await findCurrentRow(tx, userId, documentId)
  const sameName = and(current(userId), eq(documents.nameMac, row.nameMac))
  const [newest] = await tx
    .select({ version: max(documents.version) })
    .from(documents)
    .where(sameName)
  await tx
    .update(documents)
    .set({ deletedAt: now })
    .where(newest?.version === row.version ? sameName : eq(documents.id, documentId))
}

/** Restores everything that was deleted together with a version. Refuses `not_found` after seven days, and `no_room`. */
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
  // Locked, because a cleanup may be deleting it permanently right now.
  const still = await tx.select({ id }).from(documents).where(together).for('update')
  if (!still.some(one => one.id === documentId)) throw new AppError('not_found')
  const [back] = await tx.select(selectStorageUse('deleted')).from(documents).where(together)
  await requireQuota(tx, userId, back, back)
  await tx.update(documents).set({ deletedAt: null }).where(together)
}

/** Number and total size of the current or the deleted documents in a selection. */
const selectStorageUse = (which: 'kept' | 'deleted') => {
  const counted = which === 'deleted' ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt)
  return {
    files: sql<number>`count(*) filter (where ${counted})`.mapWith(Number),
    bytes: sql<number>`coalesce(sum(${documents.fileSize}) filter (where ${counted}), 0)`.mapWith(Number),
  }
}

const none: StorageUse = { files: 0, bytes: 0 }

/**
 * Throws `no_room` if a user's current and deleted documents leave no space for more. `back`: the part of the deleted
 * ones that is being restored.
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

/**
 * Exports every version of every document, including deleted ones that can be restored. Erasure needs nothing here: the
 * rows cascade with the user, and the files, which can no longer be decrypted, are cleaned up.
 */
export const documentsPersonalData = (deps: Pick<ImageDeps, 'storage' | 'log'>): PersonalDataSource => ({
  name: 'documents',
  exportFiles: async (db, keyring, userId, now) => {
    const rows = await db
      .select({ ...shown, fileKey: documents.fileKey })
      .from(documents)
      .where(currentOrRestorable(userId, now))
      .orderBy(asc(documents.createdAt), asc(documents.id))
    const described = await decryptRows(db, keyring, userId, rows)
    return [
      jsonExportFile('documents/documents.json', described),
      ...rows.map(row => ({
        path: `documents/${row.id}.jpg`,
        bytes: () =>
          readDocumentImage({ ...deps, db, keyring }, userId, { documentId: row.id, fileKey: row.fileKey }),
      })),
    ]
  },
})
