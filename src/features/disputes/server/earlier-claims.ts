import { and, eq, inArray, isNull, lte, ne, notInArray, or } from 'drizzle-orm'
import { AppError, type FieldErrors } from '#api/errors.ts'
import { findUndelivered } from '#features/mailing/server/mail-requests.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Contradiction, EarlierItem } from '../contradictions.ts'
import { followUps } from '../dispute-requests.ts'
import { type EarlierClaim, toItemClaim } from '../duplicate-disputes.ts'
import { isRequest } from '../item-disputes.ts'
import { respondents } from '../recipients.ts'
import { listEnclosures } from './store.ts'
import { decryptItem } from './stored-shapes.ts'
import { disputeItems, disputeLetters, disputeOutcomes, disputes, respondentName } from './tables.ts'

/** What the user claimed in earlier disputes, which a new letter is compared with. */

/**
 * An item of an earlier dispute. `confirmedAt`: when the user confirmed the letters, so that they may have been mailed. If
 * only some of its letters came back, it is listed more than once: with the bureaus that may have received it, and with the
 * others.
 */
export type EarlierDisputeItem = {
  disputeId: string
  madeAt: Date
  confirmedAt: Date | null
  /** False if its letters came back or could not be mailed, so that their recipients were told nothing. */
  mayBeReceived: boolean
  /** The same as it was known at an earlier instant: a letter that had come back may have been mailed again since. */
  mightBeReceivedThen: boolean
  claim: EarlierClaim
  disputed: EarlierItem
}

/** Confirmed claims, by whether somebody may have received them. */
export const confirmedClaims = (
  earlier: readonly EarlierDisputeItem[],
): { said: EarlierItem[]; undelivered: EarlierItem[] } => {
  const those = (mayBeReceived: boolean) =>
    earlier
      .filter(one => one.confirmedAt !== null && one.mayBeReceived === mayBeReceived)
      .map(({ disputed }) => disputed)
  return { said: those(true), undelivered: those(false) }
}

/** Throws `contradicts_dispute`, with the fields whose answers claim the opposite of an earlier letter. */
export const rejectContradictions = (
  found: readonly Omit<Contradiction, 'claim'>[],
  itemPath?: string,
): void => {
  const [first] = found
  if (first === undefined) return
  const fields: FieldErrors = {}
  for (const { index, part, message } of found) fields[`${itemPath ?? `items.${index}`}.${part}`] = message
  throw new AppError('contradicts_dispute', { message: first.message, fields })
}

/**
 * Whether, as far as is known now or was known at an instant, a recipient of a dispute did not receive its letter: every
 * mailing came back or failed, and no answer shows that the user sent it in another way.
 */
const findUnreached = async (
  db: Database,
  disputeIds: readonly string[],
  at: Date | null = null,
): Promise<(disputeId: string, recipient: string) => boolean> => {
  const { id, disputeId, bureau } = disputeLetters
  const letters = await db
    .select({ id, disputeId, recipient: bureau })
    .from(disputeLetters)
    .where(inArray(disputeId, [...disputeIds]))
  const undelivered = await findUndelivered(
    db,
    letters.map(letter => letter.id),
    at,
  )
  if (undelivered.size === 0) return () => false
  const answered = await db
    .select({ disputeId: disputeItems.disputeId, recipient: disputeOutcomes.bureau })
    .from(disputeOutcomes)
    .innerJoin(disputeItems, eq(disputeItems.id, disputeOutcomes.itemId))
    .where(
      and(
        inArray(disputeItems.disputeId, [...disputeIds]),
        ne(disputeOutcomes.outcome, 'no_answer'),
        at === null ? undefined : lte(disputeOutcomes.notedAt, at),
      ),
    )
  const keys = new Set(
    letters
      .filter(letter => undelivered.has(letter.id))
      .map(letter => `${letter.disputeId} ${letter.recipient}`),
  )
  for (const answer of answered) keys.delete(`${answer.disputeId} ${answer.recipient}`)
  return (dispute, recipient) => keys.has(`${dispute} ${recipient}`)
}

/**
 * Earlier disputed items with their dates; `then` is the instant of `mightBeReceivedThen`, otherwise it is now. Follow-ups
 * that only request something dispute nothing.
 */
export const listEarlierClaims = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  dayOf: (instant: Date) => string,
  then: Date | null = null,
): Promise<EarlierDisputeItem[]> => {
  const isDispute = or(
    isNull(disputes.followsKind),
    notInArray(disputes.followsKind, followUps.filter(isRequest)),
  )
  const rows = await db
    .select({ item: disputeItems, madeAt: disputes.createdAt, confirmedAt: disputes.attestedAt })
    .from(disputeItems)
    .innerJoin(disputes, eq(disputes.id, disputeItems.disputeId))
    .where(and(eq(disputes.userId, userId), isDispute))
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const disputeIds = [...new Set(rows.map(({ item }) => item.disputeId))]
  const enclosed = await listEnclosures(db, cipher, disputeIds)
  const isUnreached = await findUnreached(db, disputeIds)
  const wasUnreached = then === null ? isUnreached : await findUnreached(db, disputeIds, then)
  return rows.flatMap(({ item, madeAt, confirmedAt }) => {
    const { disputeId } = item
    const documentIds = enclosed
      .filter(document => document.disputeId === disputeId)
      .map(document => document.documentId)
    const stored = decryptItem(cipher, item)
    const known = respondents(item.bureaus).map(recipient => ({
      recipient,
      mayBeReceived: !isUnreached(disputeId, respondentName(recipient)),
      mightBeReceivedThen: !wasUnreached(disputeId, respondentName(recipient)),
    }))
    const alike = Map.groupBy(known, one => `${one.mayBeReceived} ${one.mightBeReceivedThen}`)
    return [...alike.values()].flatMap(group => {
      const [first] = group
      if (first === undefined) return []
      const { mayBeReceived, mightBeReceivedThen } = first
      const bureaus = group.flatMap(({ recipient }) => recipient ?? [])
      const disputed = { ...stored, bureaus, on: dayOf(madeAt) }
      const claim = { ...toItemClaim(disputed, documentIds), on: disputed.on }
      return [{ disputeId, madeAt, confirmedAt, mayBeReceived, mightBeReceivedThen, claim, disputed }]
    })
  })
}
