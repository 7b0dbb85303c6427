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
 * The documents to enclose, in the order given. Refuses `invalid_request` for a duplicate and `not_found` for a
 * document that is deleted, missing, or another user's.
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

/** An enclosure under the name it had when the dispute was created. */
export type DisputeEnclosure = ReturnType<typeof enclosureOf>

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
