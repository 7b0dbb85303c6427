import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { type LetterStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { Bureau } from '#values/bureau.ts'
import { addBusinessDays, addDays } from '#values/business-days.ts'
import { dayIn, showDay } from '#values/dates.ts'
import type { Item } from '../dispute-contract.ts'
import type { DisputeType, FollowUp } from '../dispute-requests.ts'
import { changesNothing } from '../item-disputes.ts'
import { encloses } from '../letters/enclosures.ts'
import { concerns } from '../recipients.ts'

/**
 * The deadlines that the law sets for a recipient, counted from the day on which it received a letter. Periods that begin
 * on that day (15 U.S.C. 1681i(a)(1)(A), (2)(A)) are counted from the day after: of two readings the later one, so that
 * nobody is called late a day early.
 */

/** What a letter asks for, as far as it matters for deadlines. */
export type Ask =
  | { kind: 'dispute' }
  /** A block of information resulting from identity theft, with an identity theft report enclosed. */
  | { kind: 'block' }
  | { kind: 'method_of_verification' }
  | { kind: 'freeze_place' }
  /** `from`: the first day for which it is to be lifted; null = as soon as possible. */
  | { kind: 'freeze_lift'; from: string | null }
  | { kind: 'freeze_remove' }
  /** The law sets no time for placing an alert. */
  | { kind: 'fraud_alert' }
  /** A request to a debt collector to verify a debt, or to stop contact: the law sets no deadline for either. */
  | { kind: 'validation' | 'cease' }
  /** A direct dispute with the company that reports an account. */
  | { kind: 'direct' }
  /** Requests that a company may grant or decline: no law sets a time for its answer. */
  | { kind: 'goodwill' }
  | { kind: 'settlement' }
  /**
   * A notice of identity theft to a company. What is due after it depends on what the company verifies, so no deadline is
   * computed.
   */
  | { kind: 'theft-notice' }

/** Why an investigation may take 45 days. */
export type Extension = 'more_information' | 'free_annual_report'

/** The day on which a letter was received, or is expected. */
export type Receipt = { on: string; estimated: boolean }

export const deadlineKinds = [
  'furnisher_notice',
  'investigation',
  'result_notice',
  'block',
  'method_of_verification',
  'freeze_placed',
  'freeze_confirmed',
  'freeze_lifted',
  'freeze_removed',
  'direct_result',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

/** `dueOn` is the last day on time, `YYYY-MM-DD`; `basis` its source and what it is counted from, as text. */
export type Deadline = { kind: DeadlineKind; dueOn: string; basis: string }

/** A letter's mailing: its mail state, its events, and the day on which the provider expects delivery. */
export type LetterProgress = {
  mailState: LetterStatus
  events: readonly { event: string; at: string }[]
  expectedOn: string | null
}

/**
 * When a bureau received a letter, in the time zone in which days are counted; before that, once the print-and-mail service
 * has accepted it, when it is expected. Null for a letter that was returned, failed or was never mailed: it has no deadlines.
 */
export const findReceipt = (
  { mailState, events, expectedOn }: LetterProgress,
  timeZone: string,
): Receipt | null => {
  if (mailState === 'delivered') {
    const delivered = events
      .filter(({ event }) => event === 'delivered')
      .map(({ at }) => at)
      .toSorted()
      .at(0)
    if (delivered !== undefined) return { on: dayIn(timeZone, new Date(delivered)), estimated: false }
  }
  const isUnderWay = mailState === 'submitted' || letterStatuses[mailState].display === 'in_transit'
  if (mailState !== 'delivered' && !isUnderWay) return null
  return expectedOn === null ? null : { on: expectedOn, estimated: true }
}

/** The time for an investigation, in days from receipt. */
export const INVESTIGATION_DAYS = 30
/** The longest that an investigation may take, in days from receipt. */
export const LONGEST_INVESTIGATION_DAYS = 45

/**
 * The last day for the result of the longest investigation. We do not always know whether a bureau has that long, so no answer is
 * called late before it ends.
 */
export const lastResultDay = (received: string): string =>
  addBusinessDays(addDays(received, LONGEST_INVESTIGATION_DAYS), 5)

/**
 * Why an investigation may take 45 days: the dispute followed a free annual report (15 U.S.C. 1681j(a)(3)), or the user
 * sent more relevant information within the first 30 days (15 U.S.C. 1681i(a)(1)(B)). Both together allow no more than
 * 45.
 */
export const findExtension = (
  { freeAnnualReport, moreSentOn }: { freeAnnualReport: boolean; moreSentOn: readonly string[] },
  received: string,
): Extension | null => {
  if (freeAnnualReport) return 'free_annual_report'
  const last = addDays(received, INVESTIGATION_DAYS)
  return moreSentOn.some(on => on >= received && on <= last) ? 'more_information' : null
}

const investigationBases = {
  usual: '15 U.S.C. 1681i(a)(1)(A): 30 days from receipt.',
  more_information:
    '15 U.S.C. 1681i(a)(1)(B): 30 days from receipt and 15 more, because you sent more information in that time.',
  free_annual_report:
    '15 U.S.C. 1681j(a)(3): 45 days from receipt, because the dispute followed a free annual report.',
} as const

type Rule = { kind: DeadlineKind; dueOn: string; rule: string }

const disputeRules = (received: string, extension: Extension | null): Rule[] => {
  const days = extension === null ? INVESTIGATION_DAYS : LONGEST_INVESTIGATION_DAYS
  const investigated = addDays(received, days)
  return [
    {
      kind: 'furnisher_notice',
      dueOn: addBusinessDays(received, 5),
      rule: '15 U.S.C. 1681i(a)(2)(A): within 5 business days the bureau tells the company that reported the item.',
    },
    { kind: 'investigation', dueOn: investigated, rule: investigationBases[extension ?? 'usual'] },
    {
      kind: 'result_notice',
      dueOn: addBusinessDays(investigated, 5),
      rule: '15 U.S.C. 1681i(a)(6)(A): in writing within 5 business days after the investigation.',
    },
  ]
}

/** 12 CFR 1022.43(e)(3): the result is due within the time that a bureau would have. */
const directRule = (received: string, extension: Extension | null): Rule => ({
  kind: 'direct_result',
  dueOn: addDays(received, extension === null ? INVESTIGATION_DAYS : LONGEST_INVESTIGATION_DAYS),
  rule: `12 CFR 1022.43(e)(3): the result within the time of ${investigationBases[extension ?? 'usual']}`,
})

const placeRules = (received: string): Rule[] => {
  const placed = addBusinessDays(received, 3)
  return [
    {
      kind: 'freeze_placed',
      dueOn: placed,
      rule: '15 U.S.C. 1681c-1(i)(2)(A): within 3 business days of a request by mail.',
    },
    {
      kind: 'freeze_confirmed',
      dueOn: addBusinessDays(placed, 5),
      rule: '15 U.S.C. 1681c-1(i)(2)(B): confirmed within 5 business days of placing it.',
    },
  ]
}

const unfreezeRule = '15 U.S.C. 1681c-1(i)(3): within 3 business days of a request by mail.'

const rulesOf = (ask: Ask, received: string, extension: Extension | null): Rule[] => {
  const threeDays = addBusinessDays(received, 3)
  switch (ask.kind) {
    case 'dispute':
      return disputeRules(received, extension)
    case 'block':
      return [
        {
          kind: 'block',
          dueOn: addBusinessDays(received, 4),
          rule: '15 U.S.C. 1681c-2(a): within 4 business days of an identity theft report.',
        },
      ]
    case 'method_of_verification':
      return [
        {
          kind: 'method_of_verification',
          dueOn: addDays(received, 15),
          rule: '15 U.S.C. 1681i(a)(7): within 15 days of the request.',
        },
      ]
    case 'freeze_place':
      return placeRules(received)
    case 'freeze_lift':
      // A lift that begins later cannot be late before.
      return [
        {
          kind: 'freeze_lifted',
          dueOn: ask.from !== null && ask.from > threeDays ? ask.from : threeDays,
          rule: unfreezeRule,
        },
      ]
    case 'freeze_remove':
      return [{ kind: 'freeze_removed', dueOn: threeDays, rule: unfreezeRule }]
    case 'direct':
      return [directRule(received, extension)]
    case 'fraud_alert':
    case 'validation':
    case 'cease':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return []
  }
}

const countedFrom = ({ on, estimated }: Receipt): string =>
  estimated
    ? `Estimated: counted from ${showDay(on)}, when the letter should arrive.`
    : `Counted from the delivery on ${showDay(on)}.`

/** The deadlines counted from a receipt, by day; none without one. */
export const listDeadlines = (
  asks: readonly Ask[],
  receipt: Receipt | null,
  extension: Extension | null,
): Deadline[] => {
  if (receipt === null) return []
  return asks
    .flatMap(ask => rulesOf(ask, receipt.on, extension))
    .map(({ kind, dueOn, rule }) => ({ kind, dueOn, basis: `${rule} ${countedFrom(receipt)}` }))
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : 0))
}

/** The parts of an item that determine what a letter asks for. */
type AskedItem = { bureaus: readonly Bureau[]; reason: Item['reason']; from?: string | null }

/** The parts of a dispute that determine what its letters ask for. */
export type AskSource = {
  type: DisputeType
  followUp: FollowUp | null
  items: readonly AskedItem[]
  enclosed: readonly { kind: DocumentKind }[]
}

/**
 * Whether a letter with these enclosures asks for a block. Section 605B(a) of the Act, 15 U.S.C. 1681c-2(a), requires proof
 * of identity and an identity theft report.
 */
export const hasBlockEnclosures = (enclosed: readonly { kind: DocumentKind }[]): boolean =>
  encloses(enclosed, 'identity_theft_report') && encloses(enclosed, 'government_id')

/** A freeze dispute has one item; its reason is the action. */
const freezeAsk = ([item]: readonly AskedItem[]): Ask => {
  if (item?.reason === 'lift') return { kind: 'freeze_lift', from: item.from ?? null }
  return item?.reason === 'remove' ? { kind: 'freeze_remove' } : { kind: 'freeze_place' }
}

/**
 * What a dispute's letter to a bureau, or to the company (null), asks for, derived from the data that the letter is made
 * from and never from its wording, which the user may edit. It is stored with the letter; for letters stored without it,
 * this computes it again.
 */
export const listAsks = ({ type, followUp, items, enclosed }: AskSource, bureau: Bureau | null): Ask[] => {
  if (type === 'freeze') return [freezeAsk(items)]
  if (type === 'fraud-alert') return [{ kind: 'fraud_alert' }]
  // We know of no law that sets a deadline for every specialty agency.
  if (type === 'agency-freeze') return []
  if (type === 'validation' || type === 'cease') return [{ kind: type }]
  if (type === 'direct' || type === 'goodwill' || type === 'settlement' || type === 'theft-notice')
    return [{ kind: type }]
  if (followUp === 'method_of_verification') return [{ kind: 'method_of_verification' }]
  // The law sets no deadline to add a statement, or to notify recipients (15 U.S.C. 1681i(b), (d)).
  if (changesNothing(followUp)) return []
  const claimsTheft = items.some(
    item => item.reason === 'identity_theft' && concerns({ bureau }, item.bureaus),
  )
  return claimsTheft && hasBlockEnclosures(enclosed)
    ? [{ kind: 'dispute' }, { kind: 'block' }]
    : [{ kind: 'dispute' }]
}
