import { asc, inArray } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { type DocumentImage, findDocumentImages } from '#features/documents/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { disputeEnclosures } from './tables.ts'

type Row = typeof disputeEnclosures.$inferSelect

const namePlace = (row: string) => ({ table: 'dispute_enclosures', column: 'name', row })

/**
 * The documents that a person asks to enclose, in her order. Refuses `invalid_request` for one that is named twice, and
 * `not_found` for one that is deleted, not there or not hers.
 */
export const findDocumentsToEnclose = async (
  db: Database,
  vault: Keyring,
  userId: string,
  documentIds: readonly string[],
): Promise<DocumentImage[]> => {
  const twice = documentIds.findIndex((id, index) => documentIds.indexOf(id) !== index)
  if (twice >= 0) {
    const fields = { [`documentIds.${twice}`]: 'This document is already enclosed' }
    throw new AppError('invalid_request', { fields })
  }
  const found = await findDocumentImages(db, vault, userId, documentIds)
  const missing = documentIds.findIndex(id => !found.some(({ documentId }) => documentId === id))
  if (missing >= 0) {
    const fields = { [`documentIds.${missing}`]: 'This document is not among yours' }
    throw new AppError('not_found', { fields })
  }
  return found
}

/** Keeps what is enclosed in a dispute. */
export const saveEnclosures = async (
  tx: Database,
  box: Cipher,
  disputeId: string,
  enclosed: readonly DocumentImage[],
): Promise<void> => {
  if (enclosed.length === 0) return
  await tx.insert(disputeEnclosures).values(
    enclosed.map(({ documentId, fileKey, kind, name }, place) => {
      const id = newId()
      return { id, disputeId, place, documentId, fileKey, kind, name: box.encrypt(namePlace(id), name) }
    }),
  )
}

const enclosureOf = (box: Cipher, { id, disputeId, documentId, fileKey, kind, name }: Row) => ({
  disputeId,
  documentId,
  fileKey,
  kind,
  name: box.decrypt(namePlace(id), name),
})

/** What is enclosed in a dispute, as it was named then. */
export type DisputeEnclosure = ReturnType<typeof enclosureOf>

/** What is enclosed in disputes, in the order in which it was chosen. */
export const listEnclosures = async (
  db: Database,
  box: Cipher,
  disputeIds: readonly string[],
): Promise<DisputeEnclosure[]> => {
  const rows = await db
    .select()
    .from(disputeEnclosures)
    .where(inArray(disputeEnclosures.disputeId, [...disputeIds]))
    .orderBy(asc(disputeEnclosures.disputeId), asc(disputeEnclosures.place))
  return rows.map(row => enclosureOf(box, row))
}
