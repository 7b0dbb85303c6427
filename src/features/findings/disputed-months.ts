import type { Account, PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import type { SuggestedReason } from './finding.ts'

/** The late months that a dispute with the reason `never_late` is about. */

type Months = Pick<Account, 'paymentHistory'>

export const isAdverse = (status: PayToken | null): boolean =>
  status !== null && status !== 'OK' && status !== 'U'

export const adverseMonths = ({ paymentHistory }: Months): PaymentMonth[] =>
  paymentHistory.filter(month => isAdverse(month.status))

const bureausDisagreeOnMonths = (rows: readonly Months[]): boolean => {
  const good = new Set(
    rows.flatMap(row => row.paymentHistory.filter(({ status }) => status === 'OK').map(({ date }) => date)),
  )
  return rows.some(row => adverseMonths(row).some(({ date }) => good.has(date)))
}

/**
 * The late months to dispute. If the bureaus disagree about any month, months that every bureau shows late are left out:
 * nothing is disputed that all data support, and letters to several bureaus deny the same months.
 */
export const selectDisputedMonths = (row: Months, elsewhere: readonly Months[]): PaymentMonth[] => {
  const areContested = bureausDisagreeOnMonths([row, ...elsewhere])
  return adverseMonths(row).filter(({ date }) => {
    // A bureau without the month proves nothing.
    const others = elsewhere.flatMap(other => other.paymentHistory.filter(same => same.date === date))
    return !areContested || others.length === 0 || others.some(({ status }) => !isAdverse(status))
  })
}

/** Whether a letter can deny late months of a row without contradicting the letters to other bureaus. */
export const canDenyMonths = (row: Months, elsewhere: readonly Months[]): boolean =>
  !bureausDisagreeOnMonths([row, ...elsewhere]) || selectDisputedMonths(row, elsewhere).length > 0

/**
 * Suggests `never_late` if the finding doubts every month that the letter would deny, otherwise the user's own words.
 */
export const suggestMonthsReason = (
  doubted: readonly PaymentMonth[],
  row: Months,
  elsewhere: readonly Months[] = [],
): SuggestedReason =>
  canDenyMonths(row, elsewhere) &&
  selectDisputedMonths(row, elsewhere).every(({ date }) => doubted.some(month => month.date === date))
    ? 'never_late'
    : 'other'
