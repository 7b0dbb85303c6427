import { and, eq, isNull } from 'drizzle-orm'
import { columnAssociatedData, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CreditData, CreditDataRequest, OrderResult } from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { pullReport } from './refresh.ts'
import { reportPulls } from './tables.ts'

/**
 * The orders of pulls, for sources that bill and report each one. An order is recorded in the database before it is sent,
 * and its number is stored before it is polled, so no crash and no lost response leads to a second order.
 */

const orderData = columnAssociatedData(reportPulls.orderNumber)

/**
 * `order`: the number to pull with, null for sources without orders. `answer`: the source returned a result instead.
 * `unknown`: an earlier attempt sent an order with an unknown outcome.
 */
type PlacedOrder =
  | { kind: 'order'; order: string | null }
  | { kind: 'answer'; answer: Exclude<OrderResult, { kind: 'ordered' }> }
  | { kind: 'unknown' }

/** Called in the transaction that records that the source accepted a pull; may be called repeatedly for one pull. */
export type OnPullAccepted = (
  tx: Database,
  pull: { pullId: string; userId: string; at: Date },
) => Promise<void>

/** The order of a pull, placed now unless an earlier attempt did. Throws ProviderFailure. */
export const placeOrder = async (
  {
    db,
    keyring,
    creditData,
    onPullAccepted,
  }: { db: Database; keyring: Keyring; creditData: CreditData; onPullAccepted: OnPullAccepted },
  pullId: string,
  request: CreditDataRequest,
): Promise<PlacedOrder> => {
  if (creditData.order === null) return { kind: 'order', order: null }
  const { userId, now } = request
  const cipher = await keyring.cipherForUser(db, userId)
  const [pull] = await db
    .select({ number: reportPulls.orderNumber, begunAt: reportPulls.orderBegunAt })
    .from(reportPulls)
    .where(eq(reportPulls.id, pullId))
  if (pull?.number) return { kind: 'order', order: cipher.decrypt(orderData(pullId), pull.number) }
  const mine = and(eq(reportPulls.id, pullId), isNull(reportPulls.orderNumber))
  const begun = await db
    .update(reportPulls)
    .set({ orderBegunAt: now })
    .where(and(mine, isNull(reportPulls.orderBegunAt)))
    .returning({ id: reportPulls.id })
  if (begun.length === 0) {
    // Another process may be ordering right now; no attempt lasts longer than its job may.
    const age = now.getTime() - (pull?.begunAt ?? now).getTime()
    return age < 2 * pullReport.limitSeconds * 1_000
      ? { kind: 'answer', answer: { kind: 'processing' } }
      : { kind: 'unknown' }
  }
  const forget = () => db.update(reportPulls).set({ orderBegunAt: null }).where(mine)
  try {
    const answer = await creditData.order(request)
    if (answer.kind !== 'ordered') {
      await forget()
      return { kind: 'answer', answer }
    }
    const number = cipher.encrypt(orderData(pullId), answer.order)
    await db.transaction(async tx => {
      await tx.update(reportPulls).set({ orderNumber: number }).where(eq(reportPulls.id, pullId))
      await onPullAccepted(tx, { pullId, userId, at: now })
    })
    return { kind: 'order', order: answer.order }
  } catch (error) {
    if (error instanceof ProviderFailure && !error.outcomeUnknown) await forget()
    throw error
  }
}
