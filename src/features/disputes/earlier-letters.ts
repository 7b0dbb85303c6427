import { normalizeName } from '#features/findings/applications.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { dayNumber, showDay } from '#values/dates.ts'
import type { DisputedItem } from './build-dispute.ts'
import type { Caution } from './cautions.ts'
import {
  accountIdsOf,
  type CurrentFacts,
  type CurrentRows,
  debtReason,
  describeClaim,
  type EarlierItem,
  findContradictions,
  isSameDebt,
  listDebtRows,
  toBureauItem,
} from './contradictions.ts'
import type { GoodwillWish } from './dispute-requests.ts'
import { denyingInquiryReasons, type InquiryRow } from './reason-eligibility.ts'
import { inquiryReasonWords, reasonWords } from './reason-words.ts'

/** Warnings that a new letter may not fit earlier ones. None is refused like a contradiction: both can be true. */

type AccountItem = Extract<DisputedItem, { type: 'account' }>
type InquiryItem = Extract<DisputedItem, { type: 'inquiry' }>

/** An account opened later than this may stem from another application. */
const OPENED_WITHIN_DAYS = 30

type Opened = Pick<Account, 'bureau' | 'creditorNameReported' | 'dateOpened'>

/** Whether a file lists an inquiry and an account of one company that was opened soon after it, each with its day. */
const isOpenedBy = (
  { bureau, creditorNameReported, dateOpened }: Opened,
  inquiry: Pick<InquiryRow, 'bureau' | 'company' | 'date'>,
): boolean => {
  if (bureau !== inquiry.bureau || dateOpened?.length !== 10 || inquiry.date?.length !== 10) return false
  const days = dayNumber(dateOpened) - dayNumber(inquiry.date)
  return (
    days >= 0 &&
    days <= OPENED_WITHIN_DAYS &&
    normalizeName(creditorNameReported) === normalizeName(inquiry.company)
  )
}

/**
 * The rows of a report with which items may contradict others: of the disputed debts with the inquiries from which they
 * may stem; for a dispute of inquiries all of those with the accounts that may stem from one.
 */
export const listRelatedRows = (
  { accounts, inquiries }: Pick<Report, 'accounts' | 'inquiries'>,
  items: readonly DisputedItem[],
): CurrentRows => {
  if (items.some(({ type }) => type === 'inquiry'))
    return { rows: accounts.filter(row => inquiries.some(one => isOpenedBy(row, one))), inquiries }
  const rows = listDebtRows(accounts, items.flatMap(accountIdsOf))
  return { rows, inquiries: inquiries.filter(one => rows.some(row => isOpenedBy(row, one))) }
}

/** Claims about an account of the person's own, and claims that somebody else opened it. */
const ownReasons: readonly AccountReason[] = [
  'wrong_balance',
  'wrong_limit',
  'wrong_payment_status',
  'never_late',
  'paid_or_settled',
  'closed_shown_open',
  'included_in_bankruptcy',
  'sold_or_transferred',
]
const deniedReasons: readonly AccountReason[] = ['not_mine', 'identity_theft']

const isUnlikely = (inquiry: InquiryItem, { reason, asksToVerify }: AccountItem): boolean =>
  denyingInquiryReasons.includes(inquiry.reason)
    ? !asksToVerify && ownReasons.includes(reason)
    : inquiry.reason === 'duplicate' && deniedReasons.includes(reason)

const claimOf = (item: InquiryItem | AccountItem): string =>
  item.type === 'inquiry'
    ? `“${inquiryReasonWords[item.reason].label}” about the inquiry of ${item.company}`
    : `“${reasonWords[item.reason].label}” about the account of ${item.creditorName}`

/**
 * The warning that a dispute denies an application for an account that an earlier one treats as the person's own, or the
 * reverse; null if none does. Both can be true: the account may stem from another application.
 */
export const describeOpenedBy = (
  asked: readonly DisputedItem[],
  earlier: readonly EarlierItem[],
  { rows, inquiries }: CurrentRows,
): string | null => {
  const isOpened = ({ accountId }: AccountItem, { inquiryId, ids }: InquiryItem): boolean => {
    const of = inquiries.filter(({ id }) => [inquiryId, ...Object.values(ids)].includes(id))
    return rows.some(row => row.id === accountId && of.some(inquiry => isOpenedBy(row, inquiry)))
  }
  for (const item of asked) {
    const now = toBureauItem(item)
    for (const { on, ...before } of earlier) {
      const previous = toBureauItem(before)
      const [inquiry, account] = now.type === 'inquiry' ? [now, previous] : [previous, now]
      if (inquiry.type !== 'inquiry' || account.type !== 'account') continue
      if (!isUnlikely(inquiry, account) || !isOpened(account, inquiry)) continue
      const [said, says] = now.type === 'inquiry' ? [account, inquiry] : [inquiry, account]
      return `In your dispute of ${showDay(on)} you said ${claimOf(said)}. This says ${claimOf(says)}, and your report shows that account as opened within ${OPENED_WITHIN_DAYS} days after that inquiry. Send it only if both are true.`
    }
  }
  return null
}

/** The reasons that deny owing the debt at all. */
const notOwn = ['not_mine', 'identity_theft', 'not_responsible'] as const

/** Earlier reasons that speak against a request, which itself disputes and admits nothing. */
const reasonsAgainst: Readonly<Record<'settlement' | GoodwillWish, readonly AccountReason[]>> = {
  settlement: [...notOwn, 'paid_or_settled', 'included_in_bankruptcy'],
  late_payments: [...notOwn, 'never_late'],
  whole_account: notOwn,
}

/**
 * The warning that a request is about a debt that an earlier letter denied; null if none did. It is not refused like a
 * contradiction: the earlier letter may have been a mistake, and no other letter can settle the debt.
 */
export const describeDenial = (
  asked: readonly DisputedItem[],
  earlier: readonly EarlierItem[],
  present: CurrentRows,
): string | null => {
  for (const now of asked) {
    if (now.type !== 'settlement' && now.type !== 'goodwill') continue
    const against = reasonsAgainst[now.type === 'settlement' ? now.type : now.reason]
    for (const item of earlier) {
      const previous = { ...toBureauItem(item), on: item.on, isInThisDispute: false }
      const reason = debtReason(previous)
      if (reason === null || !against.includes(reason)) continue
      if (!isSameDebt(previous, toBureauItem(now), present)) continue
      const about =
        previous.type === 'account' && previous.accountId !== now.accountId
          ? ` about ${previous.creditorName}, which looks like the same debt`
          : ''
      return `${describeClaim(previous, reason)}${about}. This ${now.type === 'settlement' ? 'offer' : 'request'} suggests otherwise, and the company can hold that against you. Send it only if you were mistaken then.`
    }
  }
  return null
}

/** The company that a letter asks for an answer, or for contact within limits, and the debt; null for other letters. */
const contactAsked = (item: DisputedItem) => {
  switch (item.type) {
    case 'validation':
    case 'cease':
      return { company: item.collector, accountId: item.debt.accountId, number: item.debt.number }
    case 'direct':
    case 'goodwill':
    case 'settlement':
    case 'theft-notice':
      return { company: item.company, accountId: item.accountId, number: null }
    default:
      return null
  }
}

/**
 * The warning that a letter asks a collector to write, or only to respect limits, after an earlier one asked it to stop all
 * contact about the debt (15 U.S.C. 1692c(c)); null if none did. A debt that the letters do not identify alike may be the
 * same.
 */
export const describeCeased = (
  asked: readonly DisputedItem[],
  earlier: readonly EarlierItem[],
): string | null => {
  for (const now of asked) {
    const about = contactAsked(now)
    if (about === null || (now.type === 'cease' && now.reason === 'all')) continue
    const ceased = earlier.find(item => {
      if (item.type !== 'cease' || item.reason !== 'all') return false
      if (item.collector.toUpperCase() !== about.company.toUpperCase()) return false
      const differs = (one: string | null, other: string | null) =>
        one !== null && other !== null && one.toUpperCase() !== other.toUpperCase()
      return !differs(item.debt.accountId, about.accountId) && !differs(item.debt.number, about.number)
    })
    if (ceased?.type !== 'cease') continue
    const { accountId, number } = ceased.debt
    const isSame =
      (accountId !== null && about.accountId !== null) || (number !== null && about.number !== null)
    const debt = isSame ? 'this debt' : 'a debt, which may be this one'
    const asks = now.type === 'cease' ? 'leaves other ways of contact open' : 'asks it to write to you'
    return `In your letter of ${showDay(ceased.on)} you asked ${ceased.collector} to stop all contact with you about ${debt}. This letter ${asks}, so the collector may take that request as withdrawn, or not answer. Send it only if you want to hear from it again.`
  }
  return null
}

/**
 * The warning that a letter says the opposite of an earlier one that nobody received; null if it does not. That one is
 * not refused: it told its recipient nothing.
 */
const describeUndelivered = (
  asked: readonly DisputedItem[],
  undelivered: readonly EarlierItem[],
  present: CurrentFacts,
  today: string,
): string | null => {
  // A newer report can show that the items of a dispute that waits for confirmation contradict one another.
  const amongAsked = findContradictions(asked, [], present, today).length
  const opposed = undelivered.find(
    item => findContradictions(asked, [item], present, today).length > amongAsked,
  )
  return opposed === undefined
    ? null
    : `Your letter of ${showDay(opposed.on)} says the opposite. It came back or could not be mailed, so unless you sent it in another way, its recipient does not know what it says. Send this one only if it is the true one.`
}

/**
 * What the user should know about earlier letters before sending new ones: `said` may have been received, `undelivered`
 * was not.
 */
export const listEarlierCautions = (
  asked: readonly DisputedItem[],
  { said, undelivered }: { said: readonly EarlierItem[]; undelivered: readonly EarlierItem[] },
  present: CurrentFacts,
  today: string,
): Caution[] => {
  const opposed = [
    describeDenial(asked, said, present) ?? describeOpenedBy(asked, said, present),
    describeUndelivered(asked, undelivered, present, today),
  ].flatMap(message => (message === null ? [] : [{ code: 'denied_before', message } as const]))
  const ceased = describeCeased(asked, said)
  return ceased === null ? opposed : [...opposed, { code: 'asked_to_stop', message: ceased }]
}
