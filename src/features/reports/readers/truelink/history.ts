import { addMonths, monthOf } from '#values/dates.ts'
import type { PaymentMonth, PayToken } from '../../canonical.ts'
import { type AccountKind, payTokenOf } from '../codes.ts'
import { dateOf } from '../fields.ts'
import { get, listOf, rawOf, type TreeNode } from '../json.ts'
import { monthsIn, withReportedMonth } from '../payment-pattern.ts'
import { symbolOf } from './codes.ts'

/** TrueLink PayStatusHistory: months listed one by one, and the same as a string. */

/**
 * The listed months, newest first, each day once. Some senders step back by days instead of months, so that two
 * days fall into one month: then the months are counted from the newest.
 */
const listedMonths = (history: TreeNode, kind: AccountKind): PaymentMonth[] => {
  const codes = new Map<string, string | null>()
  for (const node of listOf(get(history, 'MonthlyPayStatus'))) {
    const day = dateOf(rawOf(node, 'date'))
    if (day !== null && monthOf(day) !== null && !codes.has(day))
      codes.set(day, symbolOf(get(node, 'status')))
  }
  const days = [...codes].sort(([a], [b]) => (a < b ? 1 : -1))
  const months = days.map(([day]) => day.slice(0, 7))
  const drifts = new Set(months).size < months.length
  return days.flatMap(([day, code], index) => {
    const status = payTokenOf('truelink', code, kind)
    const month = drifts ? addMonths(months[0] ?? '', -index) : day.slice(0, 7)
    return status === null ? [] : [{ date: month, status }]
  })
}

/** The months of the history, listed one by one or as a string, with the month of the report in front. */
export const historyOf = (
  trade: TreeNode,
  kind: AccountKind,
  payStatus: PayToken | null,
  isClosed: boolean,
): PaymentMonth[] => {
  const [history] = listOf(get(trade, 'GrantedTrade', 'PayStatusHistory'))
  if (history === undefined) return []
  const listed = listedMonths(history, kind)
  const start = monthOf(dateOf(rawOf(history, 'startDate')))
  const pattern = rawOf(history, 'status') ?? ''
  const months = listed.length > 0 || start === null ? listed : monthsIn(pattern, start, 'truelink', kind)
  const reported = monthOf(dateOf(rawOf(trade, 'dateReported')))
  return withReportedMonth(months, reported, payStatus, isClosed)
}
