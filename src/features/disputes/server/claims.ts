import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import type { Earlier } from '../contradictions.ts'
import { claimed, type EarlierClaim } from '../similarity.ts'
import { enclosuresOf } from './enclosures.ts'
import { itemIn } from './sealed-rows.ts'
import { disputeItems, disputes } from './tables.ts'

/** What a person disputed before, with the day of each; a question how something was verified is no dispute. */
export const earlierClaims = async (
  db: Database,
  vault: Vault,
  userId: string,
  dayOf: (instant: Date) => string,
): Promise<{ claim: EarlierClaim; said: Earlier }[]> => {
  const isDispute = or(isNull(disputes.followsKind), ne(disputes.followsKind, 'method_of_verification'))
  const rows = await db
    .select({ item: disputeItems, madeAt: disputes.createdAt })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(and(eq(disputes.userId, userId), isDispute))
  if (rows.length === 0) return []
  const box = await vault.boxFor(db, userId)
  const enclosed = await enclosuresOf(db, box, [...new Set(rows.map(({ item }) => item.disputeId))])
  return rows.map(({ item, madeAt }) => {
    const documents = enclosed.filter(({ disputeId }) => disputeId === item.disputeId)
    const said = { ...itemIn(box, item), bureaus: item.bureaus, on: dayOf(madeAt) }
    const claim = claimed(
      said,
      documents.map(({ documentId }) => documentId),
    )
    return { claim: { ...claim, on: said.on }, said }
  })
}
