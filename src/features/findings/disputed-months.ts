import type { Account, PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import type { SuggestedReason } from './finding.ts'

/** The late months of a row that a dispute of `never_late` is about: what the letter denies, and when a finding may suggest it. */

type Months = Pick<Account, 'paymentHistory'>

/** Whether a status is neither paid as agreed nor unknown. */
export const isAdverse = (status: PayToken | null): boolean =>
  status !== null && status !== 'OK' && status !== 'U'

/** The months that a bureau shows as anything but paid as agreed or unknown, oldest first. */
export const adverseMonths = ({ paymentHistory }: Months): PaymentMonth[] =>
  paymentHistory.filter(month => isAdverse(month.status))

/** Whether the bureaus that show an account disagree about a month: late at one, and paid as agreed at another. */
export const bureausDisagreeOnMonths = (rows: readonly Months[]): boolean => {
  const good = new Set(
    rows.flatMap(row => row.paymentHistory.filter(({ status }) => status === 'OK').map(({ date }) => date)),
  )
  return rows.some(row => adverseMonths(row).some(({ date }) => good.has(date)))
}

/**
 * The late months of a row that are disputed, beside the rows of the same account at other bureaus. Where the bureaus
 * disagree about a month, at this bureau or others, the months that every bureau shows late are left out: nothing is
 * disputed that all the data support, and letters to several bureaus deny the same months.
 */
export const selectDisputedMonths = (row: Months, elsewhere: readonly Months[]): PaymentMonth[] => {
  const areContested = bureausDisagreeOnMonths([row, ...elsewhere])
  return adverseMonths(row).filter(({ date }) => {
    // A bureau without the month says nothing of it.
    const others = elsewhere.flatMap(other => other.paymentHistory.filter(same => same.date === date))
    return !areContested || others.length === 0 || others.some(({ status }) => !isAdverse(status))
  })
}

/** Whether a letter can deny late months of a row without denying what its other letters leave standing. */
export const canDenyMonths = (row: Months, elsewhere: readonly Months[]): boolean =>
  !bureausDisagreeOnMonths([row, ...elsewhere]) || selectDisputedMonths(row, elsewhere).length > 0

/**
 * The reason that a finding about late months suggests: `never_late` where it doubts every month that the letter would deny,
 * else the person's own words.
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
