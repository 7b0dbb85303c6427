import { addMonths } from '#values/dates.ts'
import type { PaymentMonth, PayToken } from '../../canonical.ts'
import type { AccountKind } from '../codes.ts'
import type { Tree, TreeNode } from '../json.ts'
import { isNode } from '../json.ts'
import { partAt, rawAt } from '../json-folded.ts'
import { addReportedMonth, parsePaymentMonths } from '../payment-pattern.ts'

/** Equifax payment history: lists of months, newest first, that go on from one key to the next. */

/** A list of codes, or the same as a string, without the slash that divides its years. */
const codesOf = (part: Tree | undefined): string => {
  if (typeof part === 'string') return part.replaceAll('/', '')
  const codes = (Array.isArray(part) ? part : []).map(one => (isNode(one) ? rawAt(one, 'code') : rawAt(one)))
  return codes.flatMap(code => (code === '/' ? [] : code?.length === 1 ? code : ' ')).join('')
}

/** The key of each list, the older name of the first, and how many months it holds. */
const lists: readonly (readonly [key: string, olderKey: string, months: number])[] = [
  ['paymentHistory1to24', '24MonthPaymentHistory', 24],
  ['paymentHistory25to36', '', 12],
  ['paymentHistory37to48', '', 12],
]

/** The months of a trade. The lists begin with the month before the report, whose own month is the rate. */
export const readPaymentHistory = (
  trade: TreeNode,
  reported: string | null,
  payStatus: PayToken | null,
  isClosed: boolean,
  kind: AccountKind,
): PaymentMonth[] => {
  if (reported === null) return []
  const pattern = lists
    .map(([key, olderKey, months]) =>
      codesOf(partAt(trade, key) ?? partAt(trade, olderKey))
        .slice(0, months)
        .padEnd(months),
    )
    .join('')
  const months = parsePaymentMonths(pattern, addMonths(reported, -1), 'equifax', kind)
  return addReportedMonth(months, reported, payStatus, isClosed)
}
