import type { PaymentMonth, PayToken } from '#features/reports/canonical.ts'
import { addMonths } from '#values/dates.ts'

/** How payments are summed up beside the months themselves. */

const inOrder: readonly PayToken[] = [
  'U',
  'OK',
  '30',
  '60',
  '90',
  '120',
  '150',
  '180',
  'BK',
  'REPO',
  'CO',
  'COL',
]

/** The worst of the months; `OK` when there is none. */
export const worstPayToken = (history: readonly PaymentMonth[]): PayToken =>
  history.reduce<PayToken>(
    (worst, { status }) => (inOrder.indexOf(status) > inOrder.indexOf(worst) ? status : worst),
    'OK',
  )

/** How many months were 30, 60, and 90 or more days late. */
export const countLatePayments = (history: readonly PaymentMonth[]) => {
  const count = (...tokens: readonly PayToken[]) =>
    history.filter(({ status }) => tokens.includes(status)).length
  return { late30: count('30'), late60: count('60'), late90: count('90', '120', '150', '180') }
}

/** The months newest first, down to the oldest one, with `U` for those that are missing between them. */
export const newestFirst = (history: readonly PaymentMonth[]): PaymentMonth[] => {
  const [oldest, newest] = [history[0]?.date, history.at(-1)?.date]
  if (oldest === undefined || newest === undefined) return []
  const known = new Map(history.map(({ date, status }) => [date, status]))
  const months: PaymentMonth[] = []
  for (let date = newest; date >= oldest; date = addMonths(date, -1))
    months.push({ date, status: known.get(date) ?? 'U' })
  return months
}
