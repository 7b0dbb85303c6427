import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { SAME_PRESS_MS } from '#server/requests/once.ts'
import type { Letter } from '../letters/letter.ts'
import type { NewDispute } from './saving.ts'
import { letterIn, titleIn } from './sealed-rows.ts'
import { disputeLetters, disputes } from './tables.ts'

/** What tells one wish from another, and when it was made. */
type Wish = Pick<NewDispute, 'title' | 'openingId' | 'freeAnnualReport'> & {
  letters: readonly Letter[]
  now: Date
}

/**
 * The dispute that was made of the very same wish a moment ago; null when there is none. So a button that is pressed twice
 * makes one dispute, also for a caller who gives the request no key.
 */
export const samePress = async (
  tx: Database,
  vault: Vault,
  userId: string,
  { title, openingId, freeAnnualReport, letters, now }: Wish,
): Promise<string | null> => {
  const rows = await tx
    .select({ dispute: disputes, letter: disputeLetters })
    .from(disputes)
    .innerJoin(disputeLetters, eq(disputeLetters.disputeId, disputes.id))
    .where(
      and(
        eq(disputes.userId, userId),
        gt(disputes.createdAt, new Date(now.getTime() - SAME_PRESS_MS)),
        openingId === null ? isNull(disputes.openingId) : eq(disputes.openingId, openingId),
        eq(disputes.freeAnnualReport, freeAnnualReport),
      ),
    )
    .orderBy(asc(disputeLetters.id))
  if (rows.length === 0) return null
  const box = await vault.boxFor(tx, userId)
  const same = rows.filter(({ dispute }) => titleIn(box, dispute) === title)
  for (const [id, own] of Map.groupBy(same, ({ dispute }) => dispute.id)) {
    const written = own.map(({ letter }) => letterIn(box, letter).letter)
    if (isDeepStrictEqual(written, letters)) return id
  }
  return null
}
