import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn } from '#values/dates.ts'
import type { DisputedItem } from '../build-dispute.ts'
import { answerChangedCaution, type Caution, listCautions, newerReportCaution } from '../cautions.ts'
import { findContradictions, finishedLetterAdvice, listDeniedInquiries, noRows } from '../contradictions.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import type { Warning } from '../dispute-contract.ts'
import { findDuplicates } from '../duplicate-disputes.ts'
import { listEarlierCautions } from '../earlier-letters.ts'
import { isRequest } from '../item-disputes.ts'
import { respondents } from '../recipients.ts'
import { readDisputeInputs, toCurrentFacts } from './dispute-inputs.ts'
import { confirmedClaims, listEarlierClaims, rejectContradictions } from './earlier-claims.ts'
import { readCurrentFile } from './from-report.ts'
import { listEnclosures } from './store.ts'
import type { DisputeRow, LetterRow } from './stored-shapes.ts'
import { disputeItems, disputeOutcomes, disputes, respondentName } from './tables.ts'

/** Compares letters that were made before with what is true now: before a user confirms them, or has them mailed. */

/** The claims of a dispute that nobody may have received yet, everything else that the user claimed, and the current file. */
const readPending = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  { id: disputeId, createdAt }: Pick<DisputeRow, 'id' | 'createdAt'>,
  calendar: Calendar,
) => {
  const dayOf = (instant: Date) => dayIn(calendar.timeZone, instant)
  const all = await listEarlierClaims(db, keyring, userId, dayOf, createdAt)
  const pending = all.filter(
    one => one.disputeId === disputeId && (one.confirmedAt === null || !one.mayBeReceived),
  )
  if (pending.length === 0) return null
  const others = all.filter(one => one.disputeId !== disputeId)
  const items: DisputedItem[] = pending.map(({ disputed: { on: _, ...item } }) => item)
  // The letters leave out what was denied before they were made, unless the denial had come back by then.
  const leftOut = others.filter(
    ({ confirmedAt, mightBeReceivedThen }) =>
      confirmedAt !== null && confirmedAt < createdAt && mightBeReceivedThen,
  )
  const read = await readDisputeInputs(db, keyring, userId, calendar)
  const inputs = { ...read, deniedInquiries: listDeniedInquiries(leftOut.map(({ disputed }) => disputed)) }
  const file =
    inputs.stored === null
      ? null
      : await readCurrentFile({
          content: inputs.stored.content,
          plan: inputs.user.plan,
          items,
          today: inputs.today,
        })
  const facts = toCurrentFacts(inputs, file?.related ?? noRows)
  return { items, pending, others, claims: confirmedClaims(others), inputs, file, facts }
}

/** The letters of a dispute, or only the one to `recipient`. */
type Letters = { disputeId: string; recipient?: LetterRow['bureau'] }

/** What is claimed to a recipient, or to all if it is not given. */
const claimedTo = <Claimed extends { bureaus: readonly Bureau[] }>(
  claimed: readonly Claimed[],
  recipient: Letters['recipient'],
) =>
  claimed.flatMap(one => {
    const to = respondents(one.bureaus).filter(
      each => recipient === undefined || respondentName(each) === recipient,
    )
    return to.length === 0 ? [] : [{ ...one, bureaus: to.filter(each => each !== null) }]
  })

/**
 * Throws `contradicts_dispute` if a dispute that the user did not confirm, or its letter that came back from `recipient`,
 * contradicts what the user confirmed since.
 */
export const requireConsistent = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { disputeId, recipient }: Letters,
  calendar: Calendar,
): Promise<void> => {
  const { id, createdAt } = disputes
  const [dispute] = await tx
    .select({ id, createdAt })
    .from(disputes)
    .where(and(eq(disputes.userId, userId), eq(id, disputeId)))
  const read = dispute === undefined ? null : await readPending(tx, keyring, userId, dispute, calendar)
  if (read === null) return
  const items = claimedTo(read.items, recipient)
  const found = findContradictions(items, read.claims.said, read.facts, calendar.today)
  rejectContradictions(
    found.map(({ claim, ...one }) => ({ ...one, message: `${claim} ${finishedLetterAdvice}` })),
  )
}

/**
 * Throws `repeats_dispute` if confirmed letters repeat another one of which the user could not be warned before confirming
 * them: it had come back then and was mailed again since, or, for a letter that is mailed again to `recipient`, it was made
 * since.
 */
export const requireNoRepeat = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  { disputeId, recipient }: Letters,
  timeZone: string,
): Promise<void> => {
  const [dispute] = await tx
    .select({ attestedAt: disputes.attestedAt })
    .from(disputes)
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId), isNotNull(disputes.attestedAt)))
  const since = dispute?.attestedAt
  if (!since) return
  const all = await listEarlierClaims(tx, keyring, userId, instant => dayIn(timeZone, instant), since)
  const own = all.filter(one => one.disputeId === disputeId).map(({ claim }) => claim)
  const others = all.filter(
    one =>
      one.disputeId !== disputeId &&
      one.confirmedAt !== null &&
      one.mayBeReceived &&
      (!one.mightBeReceivedThen || (recipient !== undefined && one.confirmedAt > since)),
  )
  const [repeat] = findDuplicates(
    claimedTo(own, recipient),
    others.map(({ claim }) => claim),
  )
  if (repeat === undefined) return
  throw new AppError('repeats_dispute', {
    message: `${repeat.message} Both letters can arrive. Confirm that you want to mail this one too.`,
  })
}

/** The recorded answers on the item that a dispute follows up, since when; none if it follows none. */
const listFollowedAnswers = (db: Database, { followsItemId }: Pick<DisputeRow, 'followsItemId'>) =>
  followsItemId === null
    ? []
    : db
        .select({
          bureau: disputeOutcomes.bureau,
          outcome: disputeOutcomes.outcome,
          notedAt: disputeOutcomes.notedAt,
        })
        .from(disputeOutcomes)
        .where(eq(disputeOutcomes.itemId, followsItemId))

/** The bureaus whose files items are about. */
const bureausOf = (item: DisputedItem) => {
  if (item.type === 'validation' || item.type === 'cease')
    return item.debt.bureau === null ? [] : [item.debt.bureau]
  if (item.type === 'freeze' || item.type === 'fraud-alert' || item.type === 'agency-freeze') return []
  return 'shownBy' in item ? [item.shownBy] : item.bureaus
}

/**
 * What a user should know now before confirming a dispute that staff made: the warnings of its preview as they are today,
 * and whether its report or the answer that it follows up has changed since. Empty if it was confirmed.
 */
export const listCurrentWarnings = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  disputeId: string,
  calendar: Calendar,
): Promise<Warning[]> => {
  const [dispute] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId), isNull(disputes.attestedAt)))
  if (dispute === undefined) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const { type, followsKind: kind, createdAt } = dispute
  const answers = await listFollowedAnswers(db, dispute)
  const written = await db
    .select({ bureaus: disputeItems.bureaus })
    .from(disputeItems)
    .where(eq(disputeItems.disputeId, disputeId))
  const asked = written.flatMap(({ bureaus }) => bureaus)
  // Only letters to the other bureaus state answers of bureaus that they are not addressed to.
  const isStated = (bureau: string) => kind === 'other_bureaus' || asked.some(one => one === bureau)
  const isChanged =
    kind !== null &&
    (answers.some(({ bureau, notedAt }) => notedAt > createdAt && isStated(bureau)) ||
      (kind === 'other_bureaus'
        ? !answers.some(({ outcome }) => outcome === 'deleted' || outcome === 'corrected')
        : asked.some(bureau => !answers.some(answer => answer.bureau === bureau))))
  const ofAnswer: Caution[] = isChanged ? [answerChangedCaution] : []
  const read = isRequest(kind) ? null : await readPending(db, keyring, userId, dispute, calendar)
  if (read === null) return ofAnswer
  const { items, pending, others, claims, inputs, file, facts } = read
  const mayRepeat =
    kind === null ||
    (kind === 'dispute_again' &&
      answers.some(
        ({ bureau, outcome }) =>
          asked.some(one => one === bureau) && (outcome === 'verified' || outcome === 'frivolous'),
      ))
  const repeats = findDuplicates(
    mayRepeat ? pending.map(({ claim }) => claim) : [],
    others
      .filter(({ confirmedAt, mayBeReceived }) => confirmedAt !== null && mayBeReceived)
      .map(({ claim }) => claim),
  )
  const about = items.flatMap(bureausOf)
  const isNewer = about.length > 0 && inputs.stored !== null && inputs.stored.receivedAt > createdAt
  const cautions = [
    ...(isNewer && file !== null ? [newerReportCaution(items, file.changed)] : []),
    ...ofAnswer,
    ...(file?.requestCautions ?? []),
    ...listEarlierCautions(items, claims, facts, inputs.today),
  ]
  const enclosed = await listEnclosures(db, cipher, [disputeId])
  const reportDates = (file?.reportDates ?? []).filter(({ bureau }) => about.includes(bureau))
  return [
    ...repeats.map(({ message }) => ({ code: 'repeats_dispute' as const, message })),
    ...listCautions({ type, items, reportDates, cautions }, { ...inputs, enclosed }),
  ]
}

/** Marks a dispute as confirmed; false if it was confirmed before. */
export const attestDispute = async (
  tx: Database,
  userId: string,
  disputeId: string,
  now: Date,
): Promise<boolean> => {
  const confirmed = await tx
    .update(disputes)
    .set({ attestedAt: now })
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId), isNull(disputes.attestedAt)))
    .returning({ id: disputes.id })
  return confirmed.length > 0
}
