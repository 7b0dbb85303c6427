import { addMonths } from '#values/dates.ts'
import type { ShownAccount } from './contract.ts'
import { type GridCell, noDataCell, paymentCells } from './payment-grid.ts'

/** A month, `YYYY-MM`, with its cell. */
export type RecentMonth = { month: string; cell: GridCell }

/**
 * The newest months of an account's payment history, oldest first, up to `lastMonth`; null when it reports none at all.
 * 'Unknown' is shown as '-' here, as a month without data is (specification section 2, Accounts).
 */
export const selectRecentMonths = (
  account: Pick<ShownAccount, 'paymentHistory'>,
  lastMonth: string | null,
  count: number,
): RecentMonth[] | null => {
  if (lastMonth === null || account.paymentHistory.length === 0) return null
  const statuses = new Map(account.paymentHistory.map(({ date, status }) => [date, status]))
  return Array.from({ length: count }, (_, place) => {
    const month = addMonths(lastMonth, place + 1 - count)
    const status = statuses.get(month) ?? 'U'
    return { month, cell: status === 'U' ? noDataCell : paymentCells[status] }
  })
}
