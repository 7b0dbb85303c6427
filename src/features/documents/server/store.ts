import { and, asc, desc, eq, gt, isNotNull, isNull, max, sql } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import { users } from '#features/identity/server/tables.ts'
import type { Storage } from '#providers/storage/port.ts'
import type { Database } from '#server/database.ts'
import { daysBefore } from '#server/housekeeping.ts'
import type { Box, Vault } from '#server/sealed.ts'
import type { Document } from '../contract.ts'
import { type Amount, hasRoom, type Kind, UNDO_DAYS } from '../upload-rules.ts'
import { documents } from './tables.ts'

type Row = typeof documents.$inferSelect

/** The place that a part of a version is sealed for: a file or row put in place of another does not open. */
export const documentPlace = (column: 'name' | 'file' | 'thumbnail', row: string) => ({
  table: 'documents',
  column,
  row,
})

const nameMacOf = (vault: Vault, userId: string, name: string) =>
  vault.codeMac(`document-name|${userId}|${name}`)

/** What of a row is shown; the thumbnail stays where it is. */
const { id, name, kind, version, fileSize, createdAt, deletedAt, nameMac } = documents
const shown = { id, name, kind, version, fileSize, createdAt, deletedAt, nameMac }
type Shown = Pick<Row, keyof typeof shown>

const documentOf = (box: Box, row: Shown): Document => ({
  id: row.id,
  documentName: box.open(documentPlace('name', row.id), row.name),
  kind: row.kind,
  mimeType: 'image/jpeg',
  fileSize: row.fileSize,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
})

const opened = async (db: Database, vault: Vault, userId: string, rows: readonly Shown[]) => {
  if (rows.length === 0) return []
  const box = await vault.boxFor(db, userId)
  return rows.map(row => documentOf(box, row))
}

const standing = (userId: string) => and(eq(documents.userId, userId), isNull(documents.deletedAt))

/** Deleted, and not for good yet. */
const restorable = (userId: string, now: Date) =>
  and(eq(documents.userId, userId), gt(documents.deletedAt, daysBefore(now, UNDO_DAYS)))

/** Versions that stand or were deleted together are one document: of each its newest, the last uploaded first. */
const newestOfEach = (rows: readonly Shown[]): Shown[] => {
  const seen = new Set<string>()
  return rows.filter(row => {
    const one = `${row.nameMac.toString('hex')}|${row.deletedAt?.getTime() ?? ''}`
    return seen.size < seen.add(one).size
  })
}

/** The documents of a person, each in its newest version, the last uploaded first; or those that can be brought back. */
export const documentsOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  deleted: { now: Date } | null = null,
): Promise<Document[]> => {
  const rows = await db
    .select(shown)
    .from(documents)
    .where(deleted ? restorable(userId, deleted.now) : standing(userId))
    .orderBy(desc(documents.createdAt), desc(documents.id))
  return opened(db, vault, userId, newestOfEach(rows))
}

/** Every version that stands, the oldest first. */
export const everyVersionOf = async (db: Database, vault: Vault, userId: string): Promise<Document[]> => {
  const rows = await db
    .select(shown)
    .from(documents)
    .where(standing(userId))
    .orderBy(asc(documents.createdAt), asc(documents.id))
  return opened(db, vault, userId, rows)
}

/** One version of a person that stands; refuses `not_found` when there is none of this id that is theirs. */
const standingRow = async (db: Database, userId: string, documentId: string): Promise<Row> => {
  const [row] = await db
    .select()
    .from(documents)
    .where(and(standing(userId), eq(documents.id, documentId)))
  if (!row) throw new Refusal('not_found')
  return row
}

/** The versions that stand of one document, the newest first. Refuses `not_found`. */
export const versionsOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  documentId: string,
): Promise<Document[]> => {
  const { nameMac: mac } = await standingRow(db, userId, documentId)
  const rows = await db
    .select(shown)
    .from(documents)
    .where(and(standing(userId), eq(documents.nameMac, mac)))
    .orderBy(desc(documents.version))
  return opened(db, vault, userId, rows)
}

/** One version with its picture, a clean JPEG. Refuses `not_found`; throws ProviderFailure. */
export const bytesOf = async (
  db: Database,
  vault: Vault,
  storage: Storage,
  userId: string,
  documentId: string,
): Promise<{ document: Document; bytes: Uint8Array }> => {
  const row = await standingRow(db, userId, documentId)
  const box = await vault.boxFor(db, userId)
  const sealed = await storage.get(row.fileKey)
  if (!sealed) throw new Error('a document names a file that is not there')
  return { document: documentOf(box, row), bytes: box.openBytes(documentPlace('file', row.id), sealed) }
}

/** One version with its thumbnail. Refuses `not_found`. */
export const thumbnailOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  documentId: string,
): Promise<{ document: Document; bytes: Uint8Array }> => {
  const row = await standingRow(db, userId, documentId)
  const box = await vault.boxFor(db, userId)
  return {
    document: documentOf(box, row),
    bytes: box.openBytes(documentPlace('thumbnail', row.id), row.thumbnail),
  }
}

/** Has everything that changes a person's documents happen one after the other. */
const holdPerson = async (tx: Database, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

const amount = (deleted: boolean) => {
  const counted = deleted ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt)
  return {
    files: sql<number>`count(*) filter (where ${counted})`.mapWith(Number),
    bytes: sql<number>`coalesce(sum(${documents.fileSize}) filter (where ${counted}), 0)`.mapWith(Number),
  }
}

/** Refuses `no_room` when what a person keeps, and may still bring back, leaves no room for more. */
const requireRoom = async (
  tx: Database,
  userId: string,
  more: Amount,
  back: Amount = none,
): Promise<void> => {
  const [held] = await tx
    .select({ kept: amount(false), deleted: amount(true) })
    .from(documents)
    .where(eq(documents.userId, userId))
  const { kept = none, deleted = none } = held ?? {}
  const rest = { files: deleted.files - back.files, bytes: deleted.bytes - back.bytes }
  if (!hasRoom({ kept, deleted: rest }, more)) throw new Refusal('no_room')
}

const none: Amount = { files: 0, bytes: 0 }

/** A picture that stands in the storage, about to become a version. */
export type NewDocument = {
  id: string
  documentName: string
  kind: Kind
  fileKey: string
  fileSize: number
  thumbnail: Uint8Array
  now: Date
}

/** Keeps the next version of the name. Refuses `no_room`. */
export const saveDocument = async (
  tx: Database,
  vault: Vault,
  userId: string,
  made: NewDocument,
): Promise<Document> => {
  await holdPerson(tx, userId)
  await requireRoom(tx, userId, { files: 1, bytes: made.fileSize })
  const mac = nameMacOf(vault, userId, made.documentName)
  const [last] = await tx
    .select({ version: max(documents.version) })
    .from(documents)
    .where(and(eq(documents.userId, userId), eq(documents.nameMac, mac)))
  const box = await vault.boxFor(tx, userId)
  const row: Row = {
    id: made.id,
    userId,
    nameMac: mac,
    name: box.seal(documentPlace('name', made.id), made.documentName),
    kind: made.kind,
    version: (last?.version ?? 0) + 1,
    fileSize: made.fileSize,
    fileKey: made.fileKey,
    thumbnail: box.seal(documentPlace('thumbnail', made.id), made.thumbnail),
    createdAt: made.now,
    deletedAt: null,
  }
  await tx.insert(documents).values(row)
  return documentOf(box, row)
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
  await holdPerson(tx, userId)
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
  await holdPerson(tx, userId)
  const [row] = await tx
    .select({ nameMac: documents.nameMac, deletedAt: documents.deletedAt })
    .from(documents)
    .where(and(restorable(userId, now), eq(documents.id, documentId)))
  if (!row?.deletedAt) throw new Refusal('not_found')
  const together = and(
    eq(documents.userId, userId),
    eq(documents.nameMac, row.nameMac),
    eq(documents.deletedAt, row.deletedAt),
  )
  const [back] = await tx.select(amount(true)).from(documents).where(together)
  await requireRoom(tx, userId, back ?? none, back)
  await tx.update(documents).set({ deletedAt: null }).where(together)
}
