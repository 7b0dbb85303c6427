import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import { INVESTIGATION_DAYS, LONGEST_INVESTIGATION_DAYS } from './deadlines/deadlines.ts'
import type { DisputeType, FollowUp, Outcome } from './dispute-requests.ts'
import { changesNothing, isItemDispute } from './item-disputes.ts'
import type { BureauAnswer } from './letters/follow-up.ts'
import { joinWithAnd } from './letters/words.ts'
import { maxStatementWords } from './limits.ts'

/** A lawful step that is open for an item. */
export type FollowUpStep = { kind: FollowUp; bureaus: Bureau[]; title: string; text: string }

/** The progress of an item, which determines its steps. Days are `YYYY-MM-DD`. */
export type ItemProgress = {
  type: DisputeType
  /** How the dispute follows up another one; null for a first dispute. */
  follows: FollowUp | null
  bureaus: readonly Bureau[]
  answers: readonly BureauAnswer[]
  /** Bureaus of the plan whose file in the current report shows the item; see `bureausShowing`. */
  shownAt: readonly Bureau[]
  /** Those of them whose data rule out the reason, so that it cannot be disputed there. */
  ruledOutAt: readonly Bureau[]
  /** Bureaus that deleted it and list it again; see `reinserted`. */
  reinsertedAt: readonly Bureau[]
  /** The day on which the letters were created; none was received before. */
  madeOn: string
  /** Bureaus whose letter came back or could not be mailed, every time, so that no time for an answer has begun. */
  unreached: readonly Bureau[]
  /** The day on which each bureau received its letter, if known. */
  received: Partial<Record<Bureau, string>>
  /** Whether it was disputed after a free annual report. */
  freeAnnualReport: boolean
  /** Steps taken for this item. */
  taken: readonly { kind: FollowUp; bureaus: readonly Bureau[] }[]
  today: string
}

const step = (kind: FollowUp, bureaus: readonly Bureau[], title: string, text: string): FollowUpStep[] =>
  bureaus.length === 0 ? [] : [{ kind, bureaus: sortBureaus(bureaus), title, text }]

const isWithin = (bureaus: readonly Bureau[]) => (bureau: Bureau) => bureaus.includes(bureau)

/**
 * Requests a description of how an item was verified, with name, address and telephone of who was contacted, within 15
 * days of the request (15 USC 1681i(a)(6)(B)(iii) and (a)(7)).
 */
const howVerified = (verified: readonly Bureau[]): FollowUpStep[] =>
  step(
    'method_of_verification',
    verified,
    'Ask how it was verified',
    `${joinWithAnd(verified)} must tell you within 15 days of receiving your letter how the item was checked, and with whom.`,
  )

/** The same for an item that the bureau changed: the procedure by which it determined that the changed item is right. */
const howCorrected = (corrected: readonly Bureau[]): FollowUpStep[] =>
  step(
    'method_of_verification',
    corrected,
    'Ask how the correction was checked',
    `${joinWithAnd(corrected)} must tell you within 15 days of receiving your letter how the item was checked, and with whom.`,
  )

/** The days within which a bureau must describe how it verified an item. */
const DESCRIPTION_DAYS = 15

/** After asking how an item was verified: ask again once the bureau's 15 days are over. */
const askAgainHow = (silent: readonly Bureau[], { received, today }: ItemProgress): FollowUpStep[] =>
  step(
    'method_of_verification',
    silent.filter(bureau => {
      const from = received[bureau]
      return from === undefined || addDays(from, DESCRIPTION_DAYS) < today
    }),
    'Ask again how it was verified',
    'The law gives a bureau 15 days from receiving your question to describe how it checked the item, and with whom.',
  )

/**
 * A brief statement of the dispute that the reinvestigation did not resolve (15 USC 1681i(b)). Later reports with the
 * item must note that it is disputed and include the statement or a summary (1681i(c)).
 */
const addStatement = (unresolved: readonly Bureau[]): FollowUpStep[] =>
  step(
    'statement',
    unresolved,
    'Add a statement to your file',
    `If you still disagree, you can say why in at most ${maxStatementWords} words. Later reports that show the item must say that you dispute it, with your statement or a summary of it. The item itself stays as it is.`,
  )

/** A dispute that adds nothing may be rejected as frivolous (15 USC 1681i(a)(3)(A)). */
const againWithNew = (verified: readonly Bureau[]): FollowUpStep[] =>
  step(
    'dispute_again',
    verified,
    'Dispute it again with something new',
    'Add a document that the bureau has not seen, or facts that you left out. Repeating the same dispute may be rejected.',
  )

/** The notice that a dispute is frivolous must state the reasons and what is needed (15 USC 1681i(a)(3)(C)). */
const withWhatWasMissing = (frivolous: readonly Bureau[]): FollowUpStep[] =>
  step(
    'dispute_again',
    frivolous,
    'Send what was missing',
    'The notice must say why the bureau stopped and what it needs. Add that to the letter or to its enclosures.',
  )

/**
 * Only after the deadline can an answer be called missing. If the day of receipt is unknown, the user's record counts
 * once the deadline could have passed.
 */
const isOverdue = (
  received: string | undefined,
  { today, madeOn, freeAnnualReport }: ItemProgress,
): boolean =>
  addDays(received ?? madeOn, freeAnnualReport ? LONGEST_INVESTIGATION_DAYS : INVESTIGATION_DAYS) < today

/**
 * 30 days from receipt (15 USC 1681i(a)(1)(A)); at most 45 (1681i(a)(1)(B)), as after a free annual report (1681j(a)(3)).
 */
const askForTheResult = (
  silent: readonly Bureau[],
  { received, freeAnnualReport, today }: Pick<ItemProgress, 'received' | 'freeAnnualReport' | 'today'>,
): FollowUpStep[] =>
  silent.flatMap(bureau => {
    const from = received[bureau]
    const last = (days: number) => addDays(from ?? today, days)
    const ended = (days: number) => showDay(last(days))
    const late = ended(LONGEST_INVESTIGATION_DAYS)
    const longest = last(LONGEST_INVESTIGATION_DAYS) < today ? `the 45 on ${late}` : `the 45 end on ${late}`
    const given = freeAnnualReport
      ? 'After a free yearly report the law gives a bureau 45 days from receiving your letter.'
      : 'The law gives a bureau 30 days from receiving your letter, and 45 at most.'
    const over = freeAnnualReport
      ? ` They ended on ${late}.`
      : ` The 30 days ended on ${ended(INVESTIGATION_DAYS)}, ${longest}.`
    const text = from === undefined ? given : `${given}${over}`
    return step('dispute_again', [bureau], `Ask ${bureau} for the result`, text)
  })

/**
 * A deleted item may be reinserted only if the furnisher certifies that it is complete and accurate, and with a written
 * notice within five business days (15 USC 1681i(a)(5)(B)).
 */
const disputeTheReturn = (back: readonly Bureau[]): FollowUpStep[] =>
  step(
    'dispute_again',
    back,
    'Dispute that it came back',
    'A deleted item may return only when the company certifies it, and the bureau must tell you in writing within five business days.',
  )

/**
 * After a deletion a bureau must, at the consumer's request, notify the recipients of reports with the item whom the
 * consumer names: within two years for employment purposes, within six months for any other (15 USC 1681i(d)).
 */
const notifyRecipients = (deleted: readonly Bureau[]): FollowUpStep[] =>
  step(
    'notify_recipients',
    deleted,
    'Have recipients of your report told',
    `At your request ${joinWithAnd(deleted)} must tell those whom you name that the item was deleted, if they received a report with it: within two years for employment purposes, within six months for any other purpose (15 U.S.C. 1681i(d)).`,
  )

/** One bureau's correction is evidence for the others: each must follow reasonable procedures (15 USC 1681e(b)). */
const tellTheOthers = (right: readonly BureauAnswer[], still: readonly Bureau[]): FollowUpStep[] => {
  const results = right.map(({ bureau, outcome }) => `${bureau} ${outcome} it.`).join(' ')
  const shows = still.length === 1 ? 'still shows' : 'still show'
  return right.length === 0
    ? []
    : step(
        'other_bureaus',
        still,
        'Tell the other bureaus',
        `${results} ${joinWithAnd(still)} ${shows} it in your report. A copy of the answer is your evidence.`,
      )
}

/**
 * The steps that are open for an item, given the bureaus' answers; each bureau at most once per step. An item must still
 * be in the report to be disputed again, and outstanding answers are waited for. Letters that dispute no item at a
 * bureau, such as a freeze, have no steps.
 */
export const listFollowUpSteps = (progress: ItemProgress): FollowUpStep[] => {
  const { type, answers, shownAt, reinsertedAt, received, unreached } = progress
  if (!isItemDispute(type) || changesNothing(progress.follows)) return []
  const open = (kind: FollowUp) => (bureau: Bureau) =>
    !progress.taken.some(one => one.kind === kind && one.bureaus.includes(bureau))
  const answered = (outcome: Outcome): Bureau[] =>
    answers.filter(answer => answer.outcome === outcome).map(({ bureau }) => bureau)
  const silent = sortBureaus(answered('no_answer')).filter(bureau => !unreached.includes(bureau))
  if (progress.follows === 'method_of_verification')
    return askAgainHow(silent.filter(open('method_of_verification')), progress)
  const disputable = shownAt.filter(bureau => !progress.ruledOutAt.includes(bureau))
  const again = (bureaus: readonly Bureau[]) =>
    bureaus.filter(isWithin(disputable)).filter(open('dispute_again'))
  const right = answers.filter(({ outcome }) => outcome === 'deleted' || outcome === 'corrected')
  const waiting = progress.bureaus.filter(bureau => !answers.some(answer => answer.bureau === bureau))
  const still = disputable.filter(
    bureau => !waiting.includes(bureau) && !right.some(answer => answer.bureau === bureau),
  )
  return [
    ...disputeTheReturn(again(reinsertedAt)),
    ...howVerified(sortBureaus(answered('verified')).filter(open('method_of_verification'))),
    ...howCorrected(
      sortBureaus(answered('corrected')).filter(isWithin(shownAt)).filter(open('method_of_verification')),
    ),
    ...againWithNew(again(answered('verified'))),
    ...withWhatWasMissing(again(answered('frivolous'))),
    ...askForTheResult(
      again(silent).filter(bureau => isOverdue(received[bureau], progress)),
      progress,
    ),
    ...tellTheOthers(
      right.filter(({ bureau }) => !reinsertedAt.includes(bureau)),
      sortBureaus(still).filter(open('other_bureaus')),
    ),
    ...addStatement(
      sortBureaus([...answered('verified'), ...answered('corrected')])
        .filter(isWithin(shownAt))
        .filter(open('statement')),
    ),
    ...notifyRecipients(
      sortBureaus(answered('deleted'))
        .filter(bureau => !reinsertedAt.includes(bureau))
        .filter(open('notify_recipients')),
    ),
  ]
}

/** Whether a step is open at all of some bureaus. */
export const isOpenStep = (
  steps: readonly FollowUpStep[],
  kind: FollowUp,
  bureaus: readonly Bureau[],
): boolean => bureaus.every(bureau => steps.some(one => one.kind === kind && one.bureaus.includes(bureau)))
