import { normalizeName } from '#features/findings/applications.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { dayNumber, showDay } from '#values/dates.ts'
import type { DisputedItem } from './build-dispute.ts'
import {
  accountIdsOf,
  type CurrentRows,
  type EarlierItem,
  listDebtRows,
  toBureauItem,
} from './contradictions.ts'
import { denyingInquiryReasons, type InquiryRow } from './reason-eligibility.ts'
import { inquiryReasonWords, reasonWords } from './reason-words.ts'

/** Claims about an inquiry and about the account that its company opened soon after. */

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
