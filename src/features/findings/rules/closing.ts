import type { Account } from '#features/reports/canonical.ts'
import { dayNumber, showDate } from '#values/dates.ts'
import {
  centsOwed,
  formatAmount,
  hasAccommodation,
  hasRemark,
  isClosed,
  isInBankruptcy,
  isLoan,
  isPaid,
  isSoldOrTransferred,
  isZeroAmount,
} from '../account-facts.ts'
import { memoizePerBureau, type RuleContext } from '../context.ts'
import { accuracy, type Rule } from '../finding.ts'
import { minDaysBetween } from '../partial-dates.ts'
import { accountRule, type Statement } from '../row-rules.ts'
import { hasSpecialComment } from '../special-comments.ts'

/** When and how an account was closed. */

/** The status or a remark says it ended, so the format requires the date (Metro 2 field 26). */
const hasEnded = (row: Account): boolean =>
  ['Closed', 'Paid', 'Transferred', 'Refinanced'].includes(row.accountStatus) ||
  row.payStatus === 'FC' ||
  (isSoldOrTransferred(row) && isZeroAmount(row.currentBalance)) ||
  hasRemark(row, /\bclosed (?:by|at)\b/i)

const hasNoEnd = (row: Account): boolean => row.dateClosed === null && row.datePaid === null

/** A lender that omits the date for half of its ended accounts, of three or more, is taken to omit it always. */
const isRarelyReported = memoizePerBureau(rows => {
  const ended = rows.filter(hasEnded)
  return ended.length >= 3 && ended.filter(hasNoEnd).length * 2 >= ended.length
})

const openWithEnd = (row: Account): Statement | null => {
  if (row.dateClosed === null) return null
  const fields = ['openClosed', 'dateClosed', 'remarks'] as const
  if (row.openClosed !== 'Closed' && row.accountStatus === 'Open' && !hasRemark(row, /\bclosed\b/i)) {
    return {
      text: `lists it as ${row.openClosed === null ? 'not closed' : 'open'}, yet as closed on ${showDate(row.dateClosed)}`,
      fields,
    }
  }
  const ofOpen = row.remarks.filter(remark =>
    ['BO', 'CP'].some(code => hasSpecialComment({ remarks: [remark] }, code)),
  )
  return ofOpen.length > 0
    ? {
        text: `lists it as closed on ${showDate(row.dateClosed)}, with ${ofOpen.length === 1 ? 'a remark' : 'remarks'} that only an open account can have: ${ofOpen.map(({ text }) => text).join('; ')}`,
        fields,
        verdict: 'ask',
        title: 'A closed account has a remark of an open one',
        closing: 'The remark may be out of date. Is the account open?',
      }
    : null
}

const owesNothing = (row: Account, { asOf }: RuleContext): boolean =>
  isLoan(row) &&
  !isClosed(row) &&
  !row.isDerogatory &&
  row.payStatus === 'OK' &&
  isZeroAmount(row.currentBalance) &&
  hasNoEnd(row) &&
  !hasAccommodation(row) &&
  !hasRemark(row, /inactive|closed/i) &&
  !hasSpecialComment(row, 'BS') &&
  asOf !== null &&
  row.dateOpened !== null &&
  minDaysBetween(row.dateOpened, asOf) > 60

/** Payments take days to post, and books are closed monthly. */
const closingLag = 62

export const closingRules: readonly Rule[] = [
  accountRule({
    id: 'C-44',
    verdict: 'contradiction',
    severity: 'low',
    source: `${accuracy}; Metro 2 field 26 date closed`,
    needs: ['dateClosed'],
    title: 'An open account has a closing date',
    // The account may be closed, and a date that is not shown is not wrong.
    reason: 'other',
    check: (row, context) => {
      const open = openWithEnd(row)
      if (open !== null) return open
      return hasEnded(row) && !row.isCollection && hasNoEnd(row) && !isRarelyReported(context, row.bureau)
        ? {
            text: 'lists it as ended, without the date',
            fields: ['openClosed', 'accountStatus', 'dateClosed', 'remarks'],
            verdict: 'ask',
            title: 'A closed account has no closing date',
            closing: 'Some lenders leave the date out. Do you know when it was closed?',
          }
        : null
    },
  }),
  accountRule({
    id: 'C-46',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 account status 11 and field 26: a loan that owes nothing is paid and closed`,
    title: 'An open loan owes nothing',
    reason: 'closed_shown_open',
    closing: 'A loan that is paid off is listed as paid and closed. Did you pay it off?',
    check: (row, context) =>
      owesNothing(row, context)
        ? {
            text: 'lists it as open and current, with a balance of $0.00',
            fields: ['openClosed', 'accountStatus', 'currentBalance', 'dateClosed'],
          }
        : null,
  }),
  accountRule({
    id: 'C-47',
    verdict: 'ask',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 26: a loan is closed when nothing is owed any more`,
    title: 'A closed loan still shows a balance',
    reason: 'wrong_balance',
    closing: 'A lender may close a loan that is still being paid. Is anything owed?',
    check: row =>
      row.accountType !== 'Revolving' &&
      (isLoan(row) || row.accountType === 'Line of credit') &&
      row.dateClosed !== null &&
      isClosed(row) &&
      centsOwed(row.currentBalance) > 0 &&
      !row.isDerogatory &&
      !isPaid(row) &&
      !isSoldOrTransferred(row) &&
      !isInBankruptcy(row) &&
      !hasRemark(row, /status pending/i)
        ? {
            text: `lists it as closed on ${showDate(row.dateClosed)}, with a balance of ${formatAmount(row.currentBalance)}`,
            fields: ['accountStatus', 'dateClosed', 'currentBalance'],
            ...(isLoan(row) ? {} : { severity: 'low' }),
          }
        : null,
  }),
  accountRule({
    id: 'C-48',
    verdict: 'ask',
    severity: 'low',
    source: `${accuracy}; Metro 2 fields 26 and 27: a paid loan is closed with its last payment`,
    title: 'A paid loan was closed long before or after its last payment',
    reason: 'wrong_dates',
    closing: 'A new loan or a settlement can explain it. When did you pay it off?',
    check: row => {
      const { dateClosed, dateLastPayment } = row
      if (!isLoan(row) || !isPaid(row) || dateClosed === null || dateLastPayment === null) return null
      if (dateClosed.length === 4 || dateLastPayment.length === 4) return null
      return Math.abs(dayNumber(dateClosed) - dayNumber(dateLastPayment)) > closingLag
        ? {
            text: `shows the last payment of ${showDate(dateLastPayment)} and the closing of ${showDate(dateClosed)}`,
            fields: ['accountStatus', 'dateClosed', 'dateLastPayment'],
          }
        : null
    },
  }),
]
