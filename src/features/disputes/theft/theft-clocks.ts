import { letterStatuses } from '#features/mailing/letter-status.ts'
import { dayIn, showDay } from '#values/dates.ts'
import { isAnswered, lastDayInTime } from '../deadlines/answer-due.ts'
import { type DeadlineKind, hasBlockEnclosures } from '../deadlines/deadlines.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import type { Dispute, Item, Letter } from '../dispute-contract.ts'
import { alertLastsUntil, alertWords } from '../fraud-alert-rules.ts'
import { isRequest } from '../item-disputes.ts'
import { concerns } from '../recipients.ts'

/**
 * The letters of an identity theft case, each with its recipient's deadline by law. All of it derives from the disputes
 * and their letters.
 */

export const clockStates = [
  'late',
  'not_arrived',
  'to_confirm',
  'to_mail',
  'may_be_late',
  'running',
  'under_way',
  'answered',
] as const
export type ClockState = (typeof clockStates)[number]

/** One request of one letter. Days are `YYYY-MM-DD`. */
export type TheftClock = {
  key: string
  disputeId: string
  /** The request: `Block of 2 items`. */
  what: string
  recipient: string
  state: ClockState
  /** The last day on time; null if the letter has not been mailed, or the law sets no deadline. */
  due: { on: string; estimated: boolean } | null
  next: string
}

type Asked = {
  what: string
  /** The deadline of the request; null if the law sets none. */
  deadline: DeadlineKind | null
  /** The text while there is nothing to do. */
  meanwhile: string
  /** What to do if it is late; without it, the letter's own next step. */
  late?: string
}

const isStolen = (item: Item): boolean =>
  (item.type === 'account' || item.type === 'inquiry') && item.reason === 'identity_theft'

const counted = (count: number): string => (count === 1 ? 'one item' : `${count} items`)

const alertAsked = (
  item: Extract<Item, { type: 'fraud-alert' }>,
  { createdAt }: Dispute,
  timeZone: string,
): Asked => ({
  what: alertWords[item.reason].title,
  deadline: null,
  meanwhile: `The law sets no day for placing it. Once placed, it stays at least until ${showDay(alertLastsUntil(item.reason, dayIn(timeZone, new Date(createdAt))))}. Look for the confirmation, or ask the bureau by phone.`,
})

/**
 * No deadline is computed for a company: records are due 30 days after a request only once it has verified the consumer
 * and the claim.
 */
const noticeAsked = ({ creditorName, reason }: Extract<Item, { type: 'theft-notice' }>): Asked => ({
  what: `Notice of identity theft about ${creditorName}`,
  deadline: null,
  meanwhile: [
    'No day is counted for this letter. Look at a new report: the account should no longer be reported.',
    ...(reason === 'stop_and_records'
      ? ['Before it sends records, the company may ask you to prove who you are.']
      : []),
  ].join(' '),
})

const blockLate =
  'Unless the bureau wrote that it declined, the items had to be blocked by this day. Look at a new report: if they still show, write again with another copy of your identity theft report.'

const blockMissing =
  'The letter asks for no block: that needs an identity theft report and a government ID enclosed.'

/** The requests of a letter of the case; empty for a letter about something else. */
const listAsked = (dispute: Dispute, letter: Letter, timeZone: string): Asked[] => {
  const items = dispute.items.filter(({ bureaus }) => concerns(letter, bureaus))
  const [first] = items
  if (first?.type === 'fraud-alert') return [alertAsked(first, dispute, timeZone)]
  if (first?.type === 'freeze')
    return first.reason === 'place'
      ? [
          {
            what: 'Security freeze',
            deadline: 'freeze_placed',
            meanwhile: 'Keep what the bureau sends you to lift it.',
          },
        ]
      : []
  if (first?.type === 'theft-notice') return [noticeAsked(first)]
  const stolen = items.filter(isStolen).length
  if (stolen === 0 || isRequest(dispute.follows?.kind)) return []
  const blocks = hasBlockEnclosures(
    dispute.enclosures.flatMap(({ kind }) => (kind === undefined ? [] : [{ kind }])),
  )
  const meanwhile = 'Look at a new report after this day: what was blocked or deleted is gone.'
  return [
    ...(blocks
      ? [{ what: `Block of ${counted(stolen)}`, deadline: 'block' as const, meanwhile, late: blockLate }]
      : []),
    {
      what: `Dispute of ${counted(stolen)}`,
      deadline: 'result_notice',
      meanwhile: blocks ? 'The bureau writes to you with the result.' : blockMissing,
    },
  ]
}

const stateOf = (
  dispute: Dispute,
  letter: Letter,
  due: { on: string; last: string } | null,
  today: string,
): ClockState => {
  if (dispute.awaitingAttestation) return 'to_confirm'
  const { display } = letterStatuses[letter.mailState]
  if (isAnswered(dispute.items, letter)) return 'answered'
  if (letter.neverReceived) return 'not_arrived'
  if (display === 'not_mailed') return 'to_mail'
  if (display !== 'delivered') return 'under_way'
  if (due === null || today <= due.on) return 'running'
  return today <= due.last ? 'may_be_late' : 'late'
}

const nextOf = (state: ClockState, letter: Letter, { meanwhile, late }: Asked): string => {
  switch (state) {
    case 'to_confirm':
      return 'Staff made this letter for you. Read it and confirm it.'
    case 'to_mail':
      return 'Mail the letter. Its time starts when it arrives.'
    case 'answered':
      return 'The answer is recorded with the letter.'
    case 'late':
      return late ?? letter.next?.text ?? meanwhile
    case 'may_be_late':
    case 'not_arrived':
    case 'under_way':
      return letter.next?.text ?? meanwhile
    case 'running':
      return meanwhile
  }
}

const clockOf = (
  dispute: Dispute,
  letter: Letter,
  asked: Asked,
  { today, timeZone }: Calendar,
): TheftClock => {
  const deadline = letter.deadlines.find(({ kind }) => kind === asked.deadline)
  const due =
    deadline === undefined ? null : { on: deadline.dueOn, estimated: letter.mailState !== 'delivered' }
  const last = due && lastDayInTime(letter, { kind: asked.deadline, dueOn: due.on }, timeZone)
  const state = stateOf(dispute, letter, due && last ? { on: due.on, last } : null, today)
  return {
    key: `${letter.id} ${asked.what}`,
    disputeId: dispute.id,
    what: asked.what,
    recipient: letter.recipient.name,
    state,
    due: state === 'answered' || state === 'not_arrived' ? null : due,
    next: nextOf(state, letter, asked),
  }
}

/**
 * The deadlines of a case on a day: what is late first, then what the user has to do, then by due day. A recipient is
 * late only after a known delivery and the last day that the law may allow.
 */
export const listTheftClocks = (disputes: readonly Dispute[], calendar: Calendar): TheftClock[] =>
  disputes
    .flatMap(dispute =>
      dispute.letters.flatMap(letter =>
        listAsked(dispute, letter, calendar.timeZone).map(asked => clockOf(dispute, letter, asked, calendar)),
      ),
    )
    .toSorted(
      (a, b) =>
        clockStates.indexOf(a.state) - clockStates.indexOf(b.state) ||
        (a.due?.on ?? '9999').localeCompare(b.due?.on ?? '9999'),
    )
