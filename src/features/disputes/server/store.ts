import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { type DocumentImage, findDocumentImages } from '#features/documents/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Bureau } from '#values/bureau.ts'
import { listAsks } from '../deadlines/deadlines.ts'
import type { Dispute, Warning } from '../dispute-contract.ts'
import type { FollowUp } from '../dispute-requests.ts'
import type { Letter } from '../letters/letter.ts'
import {
  type DisputeRow,
  decryptItem,
  decryptLetter,
  decryptTitle,
  encryptItem,
  encryptLetter,
  encryptRewording,
  encryptTitle,
  encryptWarnings,
  type LetterRow,
  type StoredItem,
} from './stored-shapes.ts'
import { disputeEnclosures, disputeItems, disputeLetters, disputes, respondentName } from './tables.ts'

/**
 * The answered item that a dispute follows, the kind of follow-up, and whether the first dispute used a free annual
 * report.
 */
export type Follows = { disputeId: string; itemId: string; kind: FollowUp; freeAnnualReport: boolean }

type NewDispute = {
  id: string
  type: Dispute['type']
  /** The report the letters were made from; null if they need none. */
  reportId: string | null
  title: string
  at: Date
  /**
   * The impersonation session in which a manager made it; the client then has to confirm it. Null if the user made
   * it.
   */
  openingId: string | null
  /** What the client is told before confirming; nothing for a dispute that the user made. */
  warnings: readonly Warning[]
  freeAnnualReport: boolean
  follows: Follows | null
  items: (StoredItem & { id: string; bureaus: Bureau[] })[]
  letters: { id: string; letter: Letter }[]
  enclosed: readonly DocumentImage[]
}

/** Saves a dispute with its items, letters and enclosures in the caller's transaction. */
export const saveDispute = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  made: NewDispute,
): Promise<void> => {
  const cipher = await keyring.cipherForUser(tx, userId)
  const { id: disputeId, type, reportId, openingId, follows, at } = made
  await tx.insert(disputes).values({
    id: disputeId,
    userId,
    type,
    reportId,
    title: encryptTitle(cipher, disputeId, made.title),
    attestedAt: openingId === null ? at : null,
    openingId,
    warnings: encryptWarnings(cipher, disputeId, made.warnings),
    freeAnnualReport: made.freeAnnualReport,
    followsId: follows?.disputeId ?? null,
    followsItemId: follows?.itemId ?? null,
    followsKind: follows?.kind ?? null,
    createdAt: at,
  })
  await tx.insert(disputeItems).values(
    made.items.map(({ id, bureaus, ...item }) => ({
      id,
      disputeId,
      bureaus,
      content: encryptItem(cipher, id, item satisfies StoredItem),
    })),
  )
  const asking = { type, followUp: follows?.kind ?? null, items: made.items, enclosed: made.enclosed }
  await tx.insert(disputeLetters).values(
    made.letters.map(({ id, letter }) => ({
      id,
      disputeId,
      bureau: respondentName(letter.bureau),
      content: encryptLetter(cipher, id, letter, listAsks(asking, letter.bureau)),
    })),
  )
  await saveEnclosures(tx, cipher, disputeId, made.enclosed)
}

/** Saves the user's wording of a letter's middle; null restores the original. */
export const saveRewording = async (
  tx: Database,
  cipher: Cipher,
  letterId: string,
  middle: string | null,
): Promise<void> => {
  const reworded = middle === null ? null : encryptRewording(cipher, letterId, middle)
  await tx.update(disputeLetters).set({ reworded }).where(eq(disputeLetters.id, letterId))
}

type Row = typeof disputeEnclosures.$inferSelect

const namePlace = (row: string) => ({ table: 'dispute_enclosures', column: 'name', row })

/**
 * The documents to enclose, in the given order. Throws `invalid_request` for a duplicate and `not_found` for a document
 * that is deleted, missing, or another user's.
 */
export const findDocumentsToEnclose = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  documentIds: readonly string[],
): Promise<DocumentImage[]> => {
  const twice = documentIds.findIndex((id, index) => documentIds.indexOf(id) !== index)
  if (twice >= 0) {
    const fields = { [`documentIds.${twice}`]: 'This document is already enclosed' }
    throw new AppError('invalid_request', { fields })
  }
  const found = await findDocumentImages(db, keyring, userId, documentIds)
  const missing = documentIds.findIndex(id => !found.some(({ documentId }) => documentId === id))
  if (missing >= 0) {
    const fields = { [`documentIds.${missing}`]: 'This document is not among yours' }
    throw new AppError('not_found', { fields })
  }
  return found
}

const saveEnclosures = async (
  tx: Database,
  cipher: Cipher,
  disputeId: string,
  enclosed: readonly DocumentImage[],
): Promise<void> => {
  if (enclosed.length === 0) return
  await tx.insert(disputeEnclosures).values(
    enclosed.map(({ documentId, fileKey, kind, name }, place) => {
      const id = newId()
      return { id, disputeId, place, documentId, fileKey, kind, name: cipher.encrypt(namePlace(id), name) }
    }),
  )
}

const enclosureOf = (cipher: Cipher, { id, disputeId, documentId, fileKey, kind, name }: Row) => ({
  disputeId,
  documentId,
  fileKey,
  kind,
  name: cipher.decrypt(namePlace(id), name),
})

/** An enclosure under the name it had when the dispute was created. */
type DisputeEnclosure = ReturnType<typeof enclosureOf>

export const listEnclosures = async (
  db: Database,
  cipher: Cipher,
  disputeIds: readonly string[],
): Promise<DisputeEnclosure[]> => {
  const rows = await db
    .select()
    .from(disputeEnclosures)
    .where(inArray(disputeEnclosures.disputeId, [...disputeIds]))
    .orderBy(asc(disputeEnclosures.disputeId), asc(disputeEnclosures.place))
  return rows.map(row => enclosureOf(cipher, row))
}

export type PrintableLetters = {
  disputeId: string
  title: string
  createdAt: Date
  /** Null until the user confirms the letters; until then nothing may be printed. */
  attestedAt: Date | null
  /** `version` changes with every change of the row. */
  letters: readonly { id: string; version: string; letter: Letter; reworded: string | null }[]
  enclosed: readonly DisputeEnclosure[]
}

/**
 * PostgreSQL's own version of the row (`xmin`), because it also changes when a server of an earlier release, running at
 * the same time during an upgrade, changes the row.
 */
const letterVersion = sql<string>`${disputeLetters}.xmin::text`

/** The letters of a dispute, or a single letter. Throws `not_found`. */
export const findPrintableLetters = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  wanted: { disputeId: string } | { letterId: string },
): Promise<PrintableLetters> => {
  const rows = await db
    .select({ dispute: disputes, letter: disputeLetters, version: letterVersion })
    .from(disputeLetters)
    .innerJoin(disputes, eq(disputes.id, disputeLetters.disputeId))
    .where(
      and(
        eq(disputes.userId, userId),
        'letterId' in wanted ? eq(disputeLetters.id, wanted.letterId) : eq(disputes.id, wanted.disputeId),
      ),
    )
    .orderBy(asc(disputeLetters.id))
  const [first] = rows
  if (!first) throw new AppError('not_found')
  const { id, createdAt, attestedAt } = first.dispute
  const cipher = await keyring.cipherForUser(db, userId)
  return {
    disputeId: id,
    title: decryptTitle(cipher, first.dispute),
    createdAt,
    attestedAt,
    letters: rows.map(({ letter, version }) => ({
      id: letter.id,
      version,
      ...decryptLetter(cipher, letter),
    })),
    enclosed: await listEnclosures(db, cipher, [id]),
  }
}

/** Throws `conflict` if a letter was changed since it was read. */
export const requireUnchanged = async (
  tx: Database,
  letters: readonly Pick<PrintableLetters['letters'][number], 'id' | 'version'>[],
): Promise<void> => {
  const rows = await tx
    .select({ id: disputeLetters.id, version: letterVersion })
    .from(disputeLetters)
    .where(
      inArray(
        disputeLetters.id,
        letters.map(({ id }) => id),
      ),
    )
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  if (letters.some(({ id, version }) => versions.get(id) !== version)) throw new AppError('conflict')
}

export const listAllLetters = (db: Database): Promise<{ id: string; userId: string; createdAt: Date }[]> =>
  db
    .select({ id: disputeLetters.id, userId: disputes.userId, createdAt: disputes.createdAt })
    .from(disputeLetters)
    .innerJoin(disputes, eq(disputes.id, disputeLetters.disputeId))

const theirs = (userId: string, disputeId: string) =>
  and(eq(disputes.userId, userId), eq(disputes.id, disputeId))

/** Serializes everything that changes one dispute: recording answers, editing letters, mailing. Throws `not_found`. */
export const lockDispute = async (tx: Database, userId: string, disputeId: string): Promise<DisputeRow> => {
  const [row] = await tx.select().from(disputes).where(theirs(userId, disputeId)).for('update')
  if (!row) throw new AppError('not_found')
  return row
}

/** Throws `not_found`. */
export const findStoredItem = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  itemId: string,
): Promise<StoredItem> => {
  const { id, content } = disputeItems
  const [row] = await db
    .select({ id, content })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(and(eq(disputes.userId, userId), eq(disputeItems.id, itemId)))
  if (!row) throw new AppError('not_found')
  return decryptItem(await keyring.cipherForUser(db, userId), row)
}

/** The dispute of a letter, and its recipient as stored. Throws `not_found`. */
export const findDisputeOfLetter = async (
  db: Database,
  userId: string,
  letterId: string,
): Promise<{ disputeId: string; recipient: LetterRow['bureau'] }> => {
  const [row] = await db
    .select({ disputeId: disputes.id, recipient: disputeLetters.bureau })
    .from(disputes)
    .innerJoin(disputeLetters, eq(disputeLetters.disputeId, disputes.id))
    .where(and(eq(disputes.userId, userId), eq(disputeLetters.id, letterId)))
  if (!row) throw new AppError('not_found')
  return row
}
