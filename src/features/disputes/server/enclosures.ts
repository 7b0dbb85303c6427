import { asc, inArray } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import { type Picture, picturesOf } from '#features/documents/server/store.ts'
import type { Box, Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { disputeEnclosures } from './tables.ts'

type Row = typeof disputeEnclosures.$inferSelect

const namePlace = (row: string) => ({ table: 'dispute_enclosures', column: 'name', row })

/**
 * The documents that a person asks to enclose, in her order. Refuses `invalid_request` for one that is named twice, and
 * `not_found` for one that is deleted, not there or not hers.
 */
export const documentsToEnclose = async (
  db: Database,
  vault: Vault,
  userId: string,
  documentIds: readonly string[],
): Promise<Picture[]> => {
  const twice = documentIds.findIndex((id, index) => documentIds.indexOf(id) !== index)
  if (twice >= 0) {
    const fields = { [`documentIds.${twice}`]: 'This document is already enclosed' }
    throw new Refusal('invalid_request', { fields })
  }
  const found = await picturesOf(db, vault, userId, documentIds)
  const missing = documentIds.findIndex(id => !found.some(({ documentId }) => documentId === id))
  if (missing >= 0) {
    const fields = { [`documentIds.${missing}`]: 'This document is not among yours' }
    throw new Refusal('not_found', { fields })
  }
  return found
}

/** Keeps what is enclosed in a dispute. */
export const saveEnclosures = async (
  tx: Database,
  box: Box,
  disputeId: string,
  enclosed: readonly Picture[],
): Promise<void> => {
  if (enclosed.length === 0) return
  await tx.insert(disputeEnclosures).values(
    enclosed.map(({ documentId, fileKey, kind, name }, place) => {
      const id = newId()
      return { id, disputeId, place, documentId, fileKey, kind, name: box.seal(namePlace(id), name) }
    }),
  )
}

const enclosureOf = (box: Box, { id, disputeId, documentId, fileKey, kind, name }: Row) => ({
  disputeId,
  documentId,
  fileKey,
  kind,
  name: box.open(namePlace(id), name),
})

/** What is enclosed in a dispute, as it was named then. */
export type Enclosed = ReturnType<typeof enclosureOf>

/** What is enclosed in disputes, in the order in which it was chosen. */
export const enclosuresOf = async (
  db: Database,
  box: Box,
  disputeIds: readonly string[],
): Promise<Enclosed[]> => {
  const rows = await db
    .select()
    .from(disputeEnclosures)
    .where(inArray(disputeEnclosures.disputeId, [...disputeIds]))
    .orderBy(asc(disputeEnclosures.disputeId), asc(disputeEnclosures.place))
  return rows.map(row => enclosureOf(box, row))
}
