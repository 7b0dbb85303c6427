import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthOf } from '#values/dates.ts'
import type { Account, AccountType, PaymentMonth, PayToken, Remark } from '../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../derive.ts'
import {
  type AccountKind,
  payTokenOf,
  truelinkAccountTypeOf,
  truelinkConditionOf,
  truelinkResponsibilityOf,
} from './codes.ts'
import { countOf, dateOf, freeTextOf, moneyOf, phoneOf, positiveCountOf, textOf } from './fields.ts'
import { get, listOf, rawOf, type TreeNode } from './json.ts'
import { inMonthOrder, monthsOf } from './payment-pattern.ts'
import { loanTypeOf, remarkOf } from './transunion-codes.ts'
import { addressOf, descriptionOf, sourceOf, symbolOf } from './truelink-codes.ts'

/** TrueLink Tradeline: an account as one bureau reports it; a TradeLinePartition is one real account. */

/** Companies of the report by subscriber code: names, addresses and phones of creditors. */
export type Subscribers = ReadonlyMap<string, TreeNode>

export const subscribersOf = (report: TreeNode): Subscribers =>
  new Map(
    listOf(get(report, 'Subscriber')).flatMap(node => {
      const code = textOf(rawOf(node, 'subscriberCode'))
      return code === null ? [] : [[code, node]]
    }),
  )

const typeOf = (partition: TreeNode, trade: TreeNode): AccountType => {
  const symbols = [
    symbolOf(get(partition, 'accountTypeSymbol')),
    symbolOf(get(trade, 'GrantedTrade', 'CreditType')),
    symbolOf(get(trade, 'CollectionTrade', 'creditType')),
  ]
  return symbols.map(truelinkAccountTypeOf).find(type => type !== null) ?? 'Unknown'
}

const remarksOf = (trade: TreeNode): Remark[] => {
  const remarks = listOf(get(trade, 'Remark')).flatMap(node => {
    const code = symbolOf(get(node, 'RemarkCode'))
    const words = descriptionOf(get(node, 'RemarkCode')) ?? remarkOf(code)
    const own = freeTextOf(rawOf(node, 'customRemark'))
    return [
      ...(words === null ? [] : [{ code, text: words }]),
      ...(own === null ? [] : [{ code: null, text: own }]),
    ]
  })
  const collateral = freeTextOf(rawOf(trade, 'GrantedTrade', 'collateral'))
  return collateral === null ? remarks : [...remarks, { code: null, text: collateral }]
}

/** DisputeFlag F is "Account not disputed"; any other symbol is a dispute. VerificationIndicator repeats it. */
const disputedOf = (trade: TreeNode): boolean | null => {
  const flag = get(trade, 'DisputeFlag') ?? get(trade, 'VerificationIndicator')
  const symbol = symbolOf(flag)
  if (/not disputed/i.test(descriptionOf(flag) ?? '')) return false
  return symbol === null ? null : symbol !== 'F'
}

/** The months that the sender lists one by one; dates that drift into the same month are counted from the newest. */
const listedMonths = (history: TreeNode, kind: AccountKind): PaymentMonth[] => {
  const listed = listOf(get(history, 'MonthlyPayStatus')).flatMap(node => {
    const month = monthOf(dateOf(rawOf(node, 'date')))
    return month === null ? [] : [{ month, code: symbolOf(get(node, 'status')) }]
  })
  const [newest] = listed
  const drifts = new Set(listed.map(one => one.month)).size < listed.length
  return listed.flatMap(({ month, code }, index) => {
    const status = payTokenOf('truelink', code, kind)
    const date = drifts && newest !== undefined ? addMonths(newest.month, -index) : month
    return status === null ? [] : [{ date, status }]
  })
}

/**
 * The months of the history. It begins with the month before `dateReported`, whose own month is PayStatus, so
 * that month is put in front; not for a closed account, whose status is that of its last day.
 */
const historyOf = (
  trade: TreeNode,
  kind: AccountKind,
  payStatus: PayToken | null,
  isClosed: boolean,
): PaymentMonth[] => {
  const history = listOf(get(trade, 'GrantedTrade', 'PayStatusHistory'))[0]
  if (history === undefined) return []
  const listed = inMonthOrder(listedMonths(history, kind))
  const start = monthOf(dateOf(rawOf(history, 'startDate')))
  const pattern = rawOf(history, 'status') ?? ''
  const months = listed.length > 0 || start === null ? listed : monthsOf(pattern, start, 'truelink', kind)
  const newest = months.at(-1)?.date
  const reported = monthOf(dateOf(rawOf(trade, 'dateReported')))
  const follows = newest !== undefined && reported !== null && addMonths(newest, 1) === reported
  if (isClosed || !follows || payStatus === null || payStatus === 'U') return months
  return inMonthOrder([...months, { date: reported, status: payStatus }])
}

/** "Unknown" is no worst status. */
const worstOf = (token: PayToken | null): PayToken | null => (token === 'U' ? null : token)

const openClosedOf = (trade: TreeNode): Account['openClosed'] => {
  const symbol = symbolOf(get(trade, 'OpenClosed'))
  if (symbol === 'O') return 'Open'
  return symbol === 'C' || dateOf(rawOf(trade, 'dateClosed')) !== null ? 'Closed' : null
}

const readTradeline = (
  trade: TreeNode,
  partition: TreeNode,
  bureau: Bureau,
  id: string,
  subscribers: Subscribers,
): Account => {
  const granted = (key: string) => rawOf(trade, 'GrantedTrade', key)
  const type = typeOf(partition, trade)
  const kind = { collection: type === 'Collection', mortgage: type === 'Mortgage' }
  const payStatus = payTokenOf('truelink', symbolOf(get(trade, 'PayStatus')), kind)
  const openClosed = openClosedOf(trade)
  const condition = get(trade, 'AccountCondition')
  const facts: AccountFacts = {
    condition: truelinkConditionOf(symbolOf(condition)),
    openClosed,
    payStatus,
    isCollection: kind.collection,
    currentBalance: moneyOf(rawOf(trade, 'currentBalance')),
  }
  const limit = moneyOf(granted('CreditLimit'))
  const hasLimit = type === 'Revolving' || type === 'Line of credit' || Number(limit) > 0
  const detail = get(trade, 'GrantedTrade', 'AccountType')
  const subscriberCode = textOf(rawOf(trade, 'subscriberCode'))
  const subscriber = subscribers.get(subscriberCode ?? '')
  const name = textOf(rawOf(trade, 'creditorName')) ?? textOf(rawOf(subscriber, 'name')) ?? 'Unnamed creditor'
  const dateStatus = dateOf(rawOf(trade, 'dateAccountStatus'))
  const designator = get(trade, 'AccountDesignator')
  return {
    ...facts,
    id,
    bureau,
    creditorName: name,
    creditorNameReported: name,
    accountNumber: textOf(rawOf(trade, 'accountNumber')),
    accountType: type,
    accountTypeDetail: kind.collection
      ? 'Collection'
      : (loanTypeOf(symbolOf(detail)) ?? descriptionOf(detail)),
    industry: descriptionOf(get(trade, 'IndustryCode')),
    subscriberCode,
    responsibility: truelinkResponsibilityOf(symbolOf(designator), descriptionOf(designator)),
    condition: descriptionOf(condition) ?? facts.condition,
    accountStatus: accountStatusOf(facts),
    worstStatus: worstOf(
      payTokenOf('truelink', symbolOf(get(trade, 'GrantedTrade', 'WorstPayStatus')), kind),
    ),
    isDerogatory: isDerogatoryOf(facts),
    originalCreditor: textOf(rawOf(trade, 'CollectionTrade', 'originalCreditor')),
    monthlyPayment: moneyOf(granted('monthlyPayment')),
    highBalance: moneyOf(rawOf(trade, 'highBalance')),
    creditLimit: hasLimit ? limit : null,
    originalAmount: null,
    amountPastDue: moneyOf(granted('amountPastDue')),
    chargeOffAmount: null,
    termLength: positiveCountOf(granted('termMonths')),
    dateOpened: dateOf(rawOf(trade, 'dateOpened')),
    dateClosed: dateOf(rawOf(trade, 'dateClosed')),
    datePaid: null,
    dateStatus,
    lastReported: dateOf(rawOf(trade, 'dateReported')),
    dateLastActive: dateStatus,
    dateLastPayment: dateOf(granted('dateLastPayment')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: countOf(granted('late30Count')),
    late60: countOf(granted('late60Count')),
    late90: countOf(granted('late90Count')),
    monthsReviewed: countOf(granted('monthsReviewed')),
    disputed: disputedOf(trade),
    remarks: remarksOf(trade),
    address: addressOf(get(subscriber, 'CreditAddress')),
    creditorPhone: phoneOf(rawOf(subscriber, 'telephone')),
    paymentHistory: historyOf(trade, kind, payStatus, openClosed === 'Closed'),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: textOf(rawOf(trade, 'handle')),
  }
}

/** A row that holds neither a name nor a number is padding for a bureau that does not report the account. */
const isPadding = (trade: TreeNode): boolean =>
  textOf(rawOf(trade, 'creditorName')) === null && textOf(rawOf(trade, 'accountNumber')) === null

/** The accounts of a report, and how many rows name no bureau. `fallback`: the bureau of a one-bureau report. */
export const readTrades = (
  report: TreeNode,
  fallback: Bureau | null,
  prefix: string,
): { accounts: Account[]; unplaced: number } => {
  const subscribers = subscribersOf(report)
  const trades = listOf(get(report, 'TradeLinePartition')).flatMap((partition, index) =>
    listOf(get(partition, 'Tradeline'))
      .filter(trade => !isPadding(trade))
      .map(trade => ({ trade, partition, id: `${prefix}-${index}`, bureau: sourceOf(trade) ?? fallback })),
  )
  const accounts = trades.flatMap(({ trade, partition, id, bureau }) =>
    bureau === null ? [] : [readTradeline(trade, partition, bureau, id, subscribers)],
  )
  return { accounts, unplaced: trades.length - accounts.length }
}
