import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { findDocumentImages } from '#features/documents/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Dispute } from '../dispute-contract.ts'
import type { OutcomeReport, OutcomeTakenBack } from '../dispute-requests.ts'
import { outcomeProblems } from '../dispute-status.ts'
import { isPossibleAnswer } from '../item-words.ts'
import { disputeOutcomes, respondentName } from './tables.ts'

type StoredOutcome = typeof disputeOutcomes.$inferSelect

export const listOutcomes = async (db: Database, itemIds: readonly string[]): Promise<StoredOutcome[]> =>
  itemIds.length === 0
    ? []
    : db
        .select()
        .from(disputeOutcomes)
        .where(inArray(disputeOutcomes.itemId, [...itemIds]))

/**
 * Records an answer on an item of a locked dispute, replacing an earlier one. Throws `not_found` for an unknown item or
 * document, or `invalid_request`.
 */
export const recordOutcome = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  dispute: Dispute,
  report: OutcomeReport,
  { now, createdOn, today }: { now: Date; createdOn: string; today: string },
): Promise<void> => {
  const item = dispute.items.find(({ id }) => id === report.itemId)
  if (!item) throw new AppError('not_found')
  const fits = isPossibleAnswer(item, report.outcome, dispute.follows?.kind)
  const fields = {
    ...outcomeProblems(item, report, { createdOn, today }),
    ...(fits ? {} : { outcome: 'This is no answer to what was asked' }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
  const { itemId, bureau, outcome, on: answeredOn, documentId = null } = report
  if (documentId !== null && (await findDocumentImages(tx, keyring, userId, [documentId])).length === 0) {
    throw new AppError('not_found', { fields: { documentId: 'This document is not among yours' } })
  }
  const recorded = { outcome, answeredOn, documentId, hadReply: documentId !== null, notedAt: now }
  await tx
    .insert(disputeOutcomes)
    .values({ itemId, bureau: respondentName(bureau), ...recorded })
    .onConflictDoUpdate({ target: [disputeOutcomes.itemId, disputeOutcomes.bureau], set: recorded })
}

/**
 * Deletes a recorded answer of a locked dispute; false if there was none. Letters created after the answer remain,
 * because they are separate disputes. Throws `not_found`.
 */
export const deleteOutcome = async (
  tx: Database,
  dispute: Dispute,
  { itemId, bureau }: OutcomeTakenBack,
): Promise<boolean> => {
  if (dispute.items.every(({ id }) => id !== itemId)) throw new AppError('not_found')
  const deleted = await tx
    .delete(disputeOutcomes)
    .where(and(eq(disputeOutcomes.itemId, itemId), eq(disputeOutcomes.bureau, respondentName(bureau))))
    .returning({ itemId: disputeOutcomes.itemId })
  return deleted.length > 0
}
