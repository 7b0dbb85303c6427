import type { Bureau } from '#values/bureau.ts'
import type { Account, AccountType, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../../derive.ts'
import { payTokenOf, truelinkAccountTypeOf, truelinkConditionOf, truelinkResponsibilityOf } from '../codes.ts'
import {
  countOf,
  dateOf,
  freeTextOf,
  limitAndHigh,
  moneyOf,
  phoneOf,
  positiveCountOf,
  saysHighIsLimit,
  textOf,
} from '../fields.ts'
import { get, listOf, rawOf, type Tree, type TreeNode } from '../json.ts'
import { loanTypeOf } from '../transunion/codes.ts'
import { remarkOf } from '../transunion/remarks.ts'
import {
  accountTypeWords,
  addressOf,
  conditionWords,
  descriptionOf,
  meaningOf,
  payStatusWords,
  sourceOf,
  symbolOf,
} from './codes.ts'
import { historyOf } from './history.ts'

/** TrueLink Tradeline: an account as one bureau reports it; a TradeLinePartition is one real account. */

/** Companies of the report by subscriber code: names, addresses and phones of creditors. */
export type Subscribers = ReadonlyMap<string, TreeNode>

/** A subscriber code as the key of its company: as a number it loses its zeros in some places. */
const subscriberKey = (code: string | null): string => (textOf(code) ?? '').replace(/^0+(?=\w)/, '')

/** The company that an element names by its code. */
export const subscriberOf = (subscribers: Subscribers, code: string | null): TreeNode | undefined =>
  subscribers.get(subscriberKey(code))

/** Reads the companies of a report. */
export const subscribersOf = (report: TreeNode): Subscribers =>
  new Map(
    listOf(get(report, 'Subscriber')).flatMap(node => {
      const code = subscriberKey(rawOf(node, 'subscriberCode'))
      return code === '' ? [] : [[code, node]]
    }),
  )

const originalCreditorOf = (trade: TreeNode): string | null =>
  freeTextOf(rawOf(trade, 'CollectionTrade', 'originalCreditor'))

/** A row that names an original creditor is a collection, whatever else calls it. */
const typeOf = (partition: TreeNode, trade: TreeNode): AccountType => {
  if (originalCreditorOf(trade) !== null) return 'Collection'
  const types = [
    get(partition, 'accountTypeSymbol'),
    get(partition, 'accountTypeDescription'),
    get(trade, 'GrantedTrade', 'CreditType'),
    get(trade, 'CollectionTrade', 'creditType'),
  ].map(coded => meaningOf(coded, truelinkAccountTypeOf, accountTypeWords))
  return types.find(type => type !== null) ?? 'Unknown'
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

/** "Unknown" is no worst status. */
const worstOf = (token: PayToken | null): PayToken | null => (token === 'U' ? null : token)

const openClosedOf = (trade: TreeNode): Account['openClosed'] => {
  const state = meaningOf(get(trade, 'OpenClosed'), truelinkConditionOf, conditionWords)
  if (state === 'Open') return 'Open'
  return state === 'Closed' || dateOf(rawOf(trade, 'dateClosed')) !== null ? 'Closed' : null
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
  const tokenOf = (coded: Tree | undefined) =>
    meaningOf(coded, symbol => payTokenOf('truelink', symbol, kind), payStatusWords)
  const payStatus = tokenOf(get(trade, 'PayStatus'))
  const openClosed = openClosedOf(trade)
  const condition = get(trade, 'AccountCondition')
  const facts: AccountFacts = {
    condition: meaningOf(condition, truelinkConditionOf, conditionWords),
    openClosed,
    payStatus,
    isCollection: kind.collection,
    currentBalance: moneyOf(rawOf(trade, 'currentBalance')),
    datePaid: null,
  }
  const limit = moneyOf(granted('CreditLimit'))
  const hasLimit = type === 'Revolving' || type === 'Line of credit' || Number(limit) > 0
  const remarks = remarksOf(trade)
  const isHighLimit = hasLimit && remarks.some(({ text }) => saysHighIsLimit(text))
  const high = moneyOf(rawOf(trade, 'highBalance'))
  const detail = get(trade, 'GrantedTrade', 'AccountType')
  const subscriberCode = textOf(rawOf(trade, 'subscriberCode'))
  const subscriber = subscriberOf(subscribers, subscriberCode)
  const name = freeTextOf(rawOf(trade, 'creditorName') || rawOf(subscriber, 'name')) ?? 'Unnamed creditor'
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
    worstStatus: worstOf(tokenOf(get(trade, 'GrantedTrade', 'WorstPayStatus'))),
    isDerogatory: isDerogatoryOf(facts),
    originalCreditor: originalCreditorOf(trade),
    monthlyPayment: moneyOf(granted('monthlyPayment')),
    ...limitAndHigh(hasLimit ? limit : null, high, isHighLimit),
    originalAmount: null,
    amountPastDue: moneyOf(granted('amountPastDue')),
    chargeOffAmount: null,
    termLength: positiveCountOf(granted('termMonths')),
    dateOpened: dateOf(rawOf(trade, 'dateOpened')),
    dateClosed: dateOf(rawOf(trade, 'dateClosed')),
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
    remarks,
    address: addressOf(get(subscriber, 'CreditAddress')),
    creditorPhone: phoneOf(rawOf(subscriber, 'telephone')),
    paymentHistory: historyOf(trade, kind, payStatus, openClosed === 'Closed'),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: textOf(rawOf(trade, 'handle')),
  }
}

/** A row that holds neither a name nor a number is padding for a bureau that does not report the account. */
export const isPadding = (trade: TreeNode): boolean =>
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
