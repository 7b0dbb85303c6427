import type { Bureau } from '#values/bureau.ts'
import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import { isAnswered } from '../deadlines/answer-due.ts'
import { findReceipt, LONGEST_INVESTIGATION_DAYS } from '../deadlines/deadlines.ts'
import { aboutOf, type Calendar } from '../deadlines/letter-deadlines.ts'
import type { Dispute } from '../dispute-contract.ts'
import { isItemDispute, isRequest } from '../item-disputes.ts'
import type { ComplaintState } from './complaint-states.ts'

/**
 * When a complaint about a dispute at a credit bureau may be filed with the Consumer Financial Protection Bureau: once it
 * has ended, or was made more than 45 days ago (see `complaintRule`). The notice counts from the day the dispute was
 * submitted; we count from the day the credit bureau received it, which is later, so that nobody complains too early.
 */

/** The parts of a dispute that determine whether a complaint may be filed. */
type ComplaintDispute = Pick<Dispute, 'id' | 'type' | 'follows' | 'items' | 'awaitingAttestation'> & {
  letters: readonly Pick<
    Dispute['letters'][number],
    'bureau' | 'mailState' | 'neverReceived' | 'events' | 'lobExpectedDeliveryDate'
  >[]
}

/** `opensOn`: the first day for a complaint, null if unknown; `estimated` while no delivery was reported. */
export type ComplaintOpening = {
  state: ComplaintState
  opensOn: string | null
  estimated: boolean
  /** Whether it waits for another, pending dispute of the same item at the same bureau. */
  waitsForAnother: boolean
}

/** The first day that is more than 45 days after the bureau received a dispute. */
const firstDayAfter = (received: string): string => addDays(received, LONGEST_INVESTIGATION_DAYS + 1)

const aboutAt = ({ items }: Pick<Dispute, 'items'>, bureau: Bureau): string[] =>
  items.filter(({ bureaus }) => bureaus.includes(bureau)).flatMap(item => aboutOf(item) ?? [])

/**
 * Whether a dispute claims that an item in a credit file is wrong. A question about how it was verified claims nothing.
 */
export const isDisputeOfItems = ({ type, follows }: Pick<Dispute, 'type' | 'follows'>): boolean =>
  isItemDispute(type) && !isRequest(follows?.kind)

const openingOf = (
  dispute: ComplaintDispute,
  bureau: Bureau,
  { today, timeZone }: Calendar,
): ComplaintOpening => {
  const unknown = { opensOn: null, estimated: false, waitsForAnother: false }
  if (dispute.awaitingAttestation) return { state: 'not_mailed', ...unknown }
  if (isAnswered(dispute.items, { bureau })) return { state: 'ended', ...unknown }
  const letter = dispute.letters.find(one => one.bureau === bureau)
  if (letter === undefined || letter.mailState === 'not_mailed') return { state: 'not_mailed', ...unknown }
  if (letter.neverReceived) return { state: 'came_back', ...unknown }
  const { mailState, events, lobExpectedDeliveryDate: expectedOn } = letter
  const receipt = findReceipt({ mailState, events, expectedOn }, timeZone)
  if (receipt === null) return { state: 'on_the_way', ...unknown }
  const opensOn = firstDayAfter(receipt.on)
  const { estimated } = receipt
  return { state: today < opensOn ? 'waiting' : 'time_passed', opensOn, estimated, waitsForAnother: false }
}

/** Whether a complaint may be filed now. */
export const isComplaintOpen = ({ state }: ComplaintOpening): boolean =>
  state === 'ended' || state === 'time_passed'

/**
 * The user's other sent letters to a bureau about an item that a dispute has there: mailed by us and not returned, or
 * answered.
 */
export const listRelated = <Other extends ComplaintDispute>(
  dispute: Pick<Dispute, 'id' | 'items'>,
  bureau: Bureau,
  all: readonly Other[],
  calendar: Calendar,
): Other[] => {
  const about = new Set(aboutAt(dispute, bureau))
  return all
    .filter(other => other.id !== dispute.id && aboutAt(other, bureau).some(one => about.has(one)))
    .filter(other => !['not_mailed', 'came_back'].includes(openingOf(other, bureau, calendar).state))
}

/**
 * Whether a complaint about a dispute at a bureau may be filed now, and from which day. `all` are the user's disputes:
 * while another one of the same item is pending at the bureau, the CFPB asks consumers to wait for that one.
 */
export const findComplaintOpening = (
  dispute: ComplaintDispute,
  bureau: Bureau,
  all: readonly ComplaintDispute[],
  calendar: Calendar,
): ComplaintOpening => {
  const own = openingOf(dispute, bureau, calendar)
  if (!isComplaintOpen(own)) return own
  const pending = listRelated(dispute, bureau, all, calendar)
    .filter(isDisputeOfItems)
    .map(other => openingOf(other, bureau, calendar))
    .filter(opening => !isComplaintOpen(opening))
  const unknown = pending.find(({ opensOn }) => opensOn === null)
  const last = pending.toSorted((a, b) => (a.opensOn ?? '').localeCompare(b.opensOn ?? '')).at(-1)
  const blocking = unknown ?? last
  return blocking === undefined ? own : { ...blocking, waitsForAnother: true }
}

const recordAnswer = 'If it answered already, record the answer with the dispute.'

/**
 * Whether the bureau deleted or corrected everything that was disputed there: then there may be nothing to complain
 * about.
 */
const isGranted = ({ items }: Pick<Dispute, 'items'>, bureau: Bureau): boolean =>
  items
    .filter(({ bureaus }) => bureaus.includes(bureau))
    .every(({ answers }) =>
      answers.some(
        answer =>
          answer.bureau === bureau && (answer.outcome === 'deleted' || answer.outcome === 'corrected'),
      ),
    )

/** When a complaint may be filed, and why, as text. */
export const describeOpening = (
  opening: ComplaintOpening,
  bureau: Bureau,
  dispute: Pick<Dispute, 'items'>,
): string => {
  const { state, opensOn, estimated, waitsForAnother } = opening
  const again = waitsForAnother ? 'You disputed it again since, and that dispute has not ended. ' : ''
  switch (state) {
    case 'ended':
      return isGranted(dispute, bureau)
        ? `${bureau} deleted or corrected what you disputed, so the dispute has ended. You can file a complaint now, but do it only if something is still wrong.`
        : `${bureau} answered, so the dispute has ended. You can file a complaint now.`
    case 'time_passed':
      return `${bureau} has had your dispute for more than 45 days${estimated ? ', counted from the day your letter should have arrived' : ''}, and you recorded no answer on every item. You can file a complaint now. If an answer came, record it first, so that the summary says so.`
    case 'waiting':
      return `${again}You can file a complaint from ${showDay(opensOn ?? '')}, or as soon as ${bureau} has answered. 45 days count from ${estimated ? 'the day your letter should arrive' : 'the day it received your letter'}. ${recordAnswer}`
    case 'on_the_way':
      return `${again}Your letter to ${bureau} has no day of arrival yet. You can file a complaint when ${bureau} has answered, or when it has had the letter for more than 45 days.`
    case 'not_mailed':
      return `No letter to ${bureau} was mailed from here. The CFPB expects you to dispute with ${bureau} first. If you mailed it yourself, you can file a complaint when ${bureau} has answered, or more than 45 days after it received your letter. ${recordAnswer}`
    case 'came_back':
      return `Your letter never reached ${bureau}, so there is no dispute to complain about. Have it mailed again first.`
  }
}
