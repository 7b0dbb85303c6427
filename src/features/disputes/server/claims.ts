import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { type FieldSentences, Refusal } from '#api/errors.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Contradiction, Earlier } from '../contradictions.ts'
import { claimed, type EarlierClaim } from '../similarity.ts'
import { enclosuresOf } from './enclosures.ts'
import { itemIn } from './sealed-rows.ts'
import { disputeItems, disputes } from './tables.ts'

/** An item of an earlier dispute. `isConfirmed`: the person confirmed its letters, so that each could be sent since. */
export type EarlierItem = { disputeId: string; isConfirmed: boolean; claim: EarlierClaim; said: Earlier }

/** Refuses `contradicts_dispute` at the answers that would say the opposite of an earlier letter. */
export const refuseContradictions = (found: readonly Contradiction[]): void => {
  const [first] = found
  if (first === undefined) return
  const fields: FieldSentences = {}
  for (const { index, part, sentence } of found) fields[`items.${index}.${part}`] = sentence
  throw new Refusal('contradicts_dispute', { message: first.sentence, fields })
}

/** What a person disputed before, with the day of each; a question how something was verified is no dispute. */
export const earlierClaims = async (
  db: Database,
  vault: Vault,
  userId: string,
  dayOf: (instant: Date) => string,
): Promise<EarlierItem[]> => {
  const isDispute = or(isNull(disputes.followsKind), ne(disputes.followsKind, 'method_of_verification'))
  const rows = await db
    .select({ item: disputeItems, madeAt: disputes.createdAt, attestedAt: disputes.attestedAt })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(and(eq(disputes.userId, userId), isDispute))
  if (rows.length === 0) return []
  const box = await vault.boxFor(db, userId)
  const enclosed = await enclosuresOf(db, box, [...new Set(rows.map(({ item }) => item.disputeId))])
  return rows.map(({ item, madeAt, attestedAt }) => {
    const documents = enclosed.filter(({ disputeId }) => disputeId === item.disputeId)
    const said = { ...itemIn(box, item), bureaus: item.bureaus, on: dayOf(madeAt) }
    const claim = claimed(
      said,
      documents.map(({ documentId }) => documentId),
    )
    const { disputeId } = item
    return { disputeId, isConfirmed: attestedAt !== null, claim: { ...claim, on: said.on }, said }
  })
}
