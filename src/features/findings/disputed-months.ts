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

/**
 * The late months of a row that are disputed, beside the rows of the same account at other bureaus. Where another bureau shows
 * some as paid, those that every bureau shows late are left out: nothing is disputed that all the data support (decisions
 * section 6).
 */
export const disputedMonths = (row: Months, elsewhere: readonly Months[]): PaymentMonth[] => {
  const all = adverseMonths(row)
  // A bureau without the month says nothing of it.
  const elsewhereIn = (date: string) =>
    elsewhere.flatMap(other => other.paymentHistory.filter(same => same.date === date))
  const isDenied = all.some(({ date }) => elsewhereIn(date).some(({ status }) => status === 'OK'))
  return all.filter(({ date }) => {
    const others = elsewhereIn(date)
    return !isDenied || others.length === 0 || others.some(({ status }) => !isAdverse(status))
  })
}

/**
 * The reason that a finding about late months suggests: `never_late` where it doubts every month that the letter would deny,
 * else the person's own words.
 */
export const reasonOfMonths = (
  doubted: readonly PaymentMonth[],
  row: Months,
  elsewhere: readonly Months[] = [],
): SuggestedReason =>
  disputedMonths(row, elsewhere).every(({ date }) => doubted.some(month => month.date === date))
    ? 'never_late'
    : 'other'
