import { addMonths, monthOf } from '#values/dates.ts'
import type { PaymentMonth, PayToken } from '../../canonical.ts'
import { type AccountKind, payTokenFromCode } from '../codes.ts'
import { parseDate } from '../fields.ts'
import { asList, get, rawText, type TreeNode } from '../json.ts'
import { addReportedMonth, parsePaymentMonths } from '../payment-pattern.ts'
import { readSymbol } from './codes.ts'

/** TrueLink PayStatusHistory: months listed one by one, and the same as a string. */

/**
 * The listed months, newest first, each day once. Some senders step back by days instead of months, so that two
 * days fall into one month: then the months are counted from the newest.
 */
const listedMonths = (history: TreeNode, kind: AccountKind): PaymentMonth[] => {
  const codes = new Map<string, string | null>()
  for (const node of asList(get(history, 'MonthlyPayStatus'))) {
    const day = parseDate(rawText(node, 'date'))
    if (day !== null && monthOf(day) !== null && !codes.has(day))
      codes.set(day, readSymbol(get(node, 'status')))
  }
  const days = [...codes].sort(([a], [b]) => (a < b ? 1 : -1))
  const months = days.map(([day]) => day.slice(0, 7))
  const drifts = new Set(months).size < months.length
  return days.flatMap(([day, code], index) => {
    const status = payTokenFromCode('truelink', code, kind)
    const month = drifts ? addMonths(months[0] ?? '', -index) : day.slice(0, 7)
    return status === null ? [] : [{ date: month, status }]
  })
}

/** The months of the history, listed one by one or as a string, with the month of the report in front. */
export const readPaymentHistory = (
  trade: TreeNode,
  kind: AccountKind,
  payStatus: PayToken | null,
  isClosed: boolean,
): PaymentMonth[] => {
  const [history] = asList(get(trade, 'GrantedTrade', 'PayStatusHistory'))
  if (history === undefined) return []
  const listed = listedMonths(history, kind)
  const start = monthOf(parseDate(rawText(history, 'startDate')))
  const pattern = rawText(history, 'status') ?? ''
  const months =
    listed.length > 0 || start === null ? listed : parsePaymentMonths(pattern, start, 'truelink', kind)
  const reported = monthOf(parseDate(rawText(trade, 'dateReported')))
  return addReportedMonth(months, reported, payStatus, isClosed)
}
