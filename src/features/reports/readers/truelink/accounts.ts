import type { Bureau } from '#values/bureau.ts'
import { addMonths, monthOf } from '#values/dates.ts'
import type { Account, AccountType, PaymentMonth, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import {
  type AccountKind,
  payTokenFromCode,
  truelinkAccountType,
  truelinkCondition,
  truelinkResponsibility,
} from '../codes.ts'
import {
  isHighBalanceTheLimit,
  parseCount,
  parseDate,
  parseFreeText,
  parseMoney,
  parsePhone,
  parsePositiveCount,
  parseText,
  resolveLimitAndHighBalance,
} from '../fields.ts'
import { asList, get, rawText, type Tree, type TreeNode } from '../json.ts'
import { addReportedMonth, parsePaymentMonths } from '../payment-pattern.ts'
import { findLoanType } from '../transunion/codes.ts'
import { findRemark, isBankruptcyRemark, remarkCodeOf } from '../transunion/remarks.ts'
import {
  accountTypeLabels,
  conditionLabels,
  payStatusLabels,
  readAddress,
  readDescription,
  readSource,
  readSymbol,
  resolveMeaning,
} from './codes.ts'

/** TrueLink PayStatusHistory: months listed individually, and the same as a string. */

/**
 * The listed months, newest first, without duplicate days. Some senders step back in days instead of months,
 * so two may fall into one month; then months are counted back from the newest.
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

/** The months, listed individually or as a string, with the report's own month in front. */
const readPaymentHistory = (
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

/** TrueLink Tradeline: an account as reported by one bureau. A TradeLinePartition is one real account. */

/** The report's companies by subscriber code: creditors' names, addresses and phones. */
type Subscribers = ReadonlyMap<string, TreeNode>

/** A company's key: its subscriber code without leading zeros, which some elements lose. */
const subscriberKey = (code: string | null): string => (parseText(code) ?? '').replace(/^0+(?=\w)/, '')

export const findSubscriber = (subscribers: Subscribers, code: string | null): TreeNode | undefined =>
  subscribers.get(subscriberKey(code))

export const readSubscribers = (report: TreeNode): Subscribers =>
  new Map(
    asList(get(report, 'Subscriber')).flatMap(node => {
      const code = subscriberKey(rawText(node, 'subscriberCode'))
      return code === '' ? [] : [[code, node]]
    }),
  )

const originalCreditorOf = (trade: TreeNode): string | null =>
  parseFreeText(rawText(trade, 'CollectionTrade', 'originalCreditor'))

/** A row with an original creditor is a collection, regardless of other types. */
const typeOf = (partition: TreeNode, trade: TreeNode): AccountType => {
  if (originalCreditorOf(trade) !== null) return 'Collection'
  const types = [
    get(partition, 'accountTypeSymbol'),
    get(partition, 'accountTypeDescription'),
    get(trade, 'GrantedTrade', 'CreditType'),
    get(trade, 'CollectionTrade', 'creditType'),
  ].map(coded => resolveMeaning(coded, truelinkAccountType, accountTypeLabels))
  return types.find(type => type !== null) ?? 'Unknown'
}

const remarksOf = (trade: TreeNode): Remark[] => {
  const remarks = asList(get(trade, 'Remark')).flatMap(node => {
    const code = readSymbol(get(node, 'RemarkCode'))
    const words = readDescription(get(node, 'RemarkCode')) ?? findRemark(code)
    const own = parseFreeText(rawText(node, 'customRemark'))
    return [
      ...(words === null ? [] : [{ code, text: words }]),
      ...(own === null ? [] : [{ code: null, text: own }]),
    ]
  })
  const collateral = parseFreeText(rawText(trade, 'GrantedTrade', 'collateral'))
  return collateral === null ? remarks : [...remarks, { code: null, text: collateral }]
}

/**
 * DisputeFlag F is "Account not disputed"; any other symbol is a dispute. VerificationIndicator repeats it.
 */
const disputedOf = (trade: TreeNode): boolean | null => {
  const flag = get(trade, 'DisputeFlag') ?? get(trade, 'VerificationIndicator')
  const symbol = readSymbol(flag)
  if (/not disputed/i.test(readDescription(flag) ?? '')) return false
  return symbol === null ? null : symbol !== 'F'
}

/** TransUnion leaves accounts in bankruptcy unrated: the remark states it. */
const payStatusOf = (rated: PayToken | null, remarks: readonly Remark[]): PayToken | null =>
  (rated === null || rated === 'U') &&
  remarks.some(({ code }) => isBankruptcyRemark(remarkCodeOf(code) ?? ''))
    ? 'BK'
    : rated

/** "Unknown" is not a worst status. */
const worstOf = (token: PayToken | null): PayToken | null => (token === 'U' ? null : token)

const openClosedOf = (trade: TreeNode): Account['openClosed'] => {
  const state = resolveMeaning(get(trade, 'OpenClosed'), truelinkCondition, conditionLabels)
  if (state === 'Open') return 'Open'
  return state === 'Closed' || parseDate(rawText(trade, 'dateClosed')) !== null ? 'Closed' : null
}

const readTradeline = (
  trade: TreeNode,
  partition: TreeNode,
  bureau: Bureau,
  id: string,
  subscribers: Subscribers,
): Account => {
  const granted = (key: string) => rawText(trade, 'GrantedTrade', key)
  const type = typeOf(partition, trade)
  const kind = { collection: type === 'Collection', mortgage: type === 'Mortgage' }
  const tokenOf = (coded: Tree | undefined) =>
    resolveMeaning(coded, symbol => payTokenFromCode('truelink', symbol, kind), payStatusLabels)
  const remarks = remarksOf(trade)
  const payStatus = payStatusOf(tokenOf(get(trade, 'PayStatus')), remarks)
  const openClosed = openClosedOf(trade)
  const condition = get(trade, 'AccountCondition')
  const facts: AccountFacts = {
    condition: resolveMeaning(condition, truelinkCondition, conditionLabels),
    openClosed,
    payStatus,
    isCollection: kind.collection,
    currentBalance: parseMoney(rawText(trade, 'currentBalance')),
    datePaid: null,
  }
  const limit = parseMoney(granted('CreditLimit'))
  const hasLimit = type === 'Revolving' || type === 'Line of credit' || Number(limit) > 0
  const isHighLimit = hasLimit && remarks.some(({ text }) => isHighBalanceTheLimit(text))
  const high = parseMoney(rawText(trade, 'highBalance'))
  const detail = get(trade, 'GrantedTrade', 'AccountType')
  const subscriberCode = parseText(rawText(trade, 'subscriberCode'))
  const subscriber = findSubscriber(subscribers, subscriberCode)
  const name =
    parseFreeText(rawText(trade, 'creditorName') || rawText(subscriber, 'name')) ?? 'Unnamed creditor'
  const dateStatus = parseDate(rawText(trade, 'dateAccountStatus'))
  const designator = get(trade, 'AccountDesignator')
  return {
    ...facts,
    id,
    bureau,
    creditorName: name,
    creditorNameReported: name,
    accountNumber: parseText(rawText(trade, 'accountNumber')),
    accountType: type,
    accountTypeDetail: kind.collection
      ? 'Collection'
      : (findLoanType(readSymbol(detail)) ?? readDescription(detail)),
    industry: readDescription(get(trade, 'IndustryCode')),
    subscriberCode,
    responsibility: truelinkResponsibility(readSymbol(designator), readDescription(designator)),
    condition: readDescription(condition) ?? facts.condition,
    accountStatus: deriveAccountStatus(facts),
    worstStatus: worstOf(tokenOf(get(trade, 'GrantedTrade', 'WorstPayStatus'))),
    isDerogatory: deriveIsDerogatory(facts),
    originalCreditor: originalCreditorOf(trade),
    monthlyPayment: parseMoney(granted('monthlyPayment')),
    ...resolveLimitAndHighBalance(hasLimit ? limit : null, high, isHighLimit),
    originalAmount: null,
    amountPastDue: parseMoney(granted('amountPastDue')),
    chargeOffAmount: null,
    termLength: parsePositiveCount(granted('termMonths')),
    dateOpened: parseDate(rawText(trade, 'dateOpened')),
    dateClosed: parseDate(rawText(trade, 'dateClosed')),
    dateStatus,
    lastReported: parseDate(rawText(trade, 'dateReported')),
    dateLastActive: dateStatus,
    dateLastPayment: parseDate(granted('dateLastPayment')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: parseCount(granted('late30Count')),
    late60: parseCount(granted('late60Count')),
    late90: parseCount(granted('late90Count')),
    monthsReviewed: parseCount(granted('monthsReviewed')),
    disputed: disputedOf(trade),
    remarks,
    address: readAddress(get(subscriber, 'CreditAddress')),
    creditorPhone: parsePhone(rawText(subscriber, 'telephone')),
    paymentHistory: readPaymentHistory(trade, kind, payStatus, openClosed === 'Closed'),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: parseText(rawText(trade, 'handle')),
  }
}

/** A row without name and number is padding for a bureau that does not report the account. */
export const isPadding = (trade: TreeNode): boolean =>
  parseText(rawText(trade, 'creditorName')) === null && parseText(rawText(trade, 'accountNumber')) === null

/** The report's accounts, and the number of rows without a bureau. `fallback`: the bureau of a one-bureau report. */
export const readTrades = (
  report: TreeNode,
  fallback: Bureau | null,
  prefix: string,
): { accounts: Account[]; unplaced: number } => {
  const subscribers = readSubscribers(report)
  const trades = asList(get(report, 'TradeLinePartition')).flatMap((partition, index) =>
    asList(get(partition, 'Tradeline'))
      .filter(trade => !isPadding(trade))
      .map(trade => ({ trade, partition, id: `${prefix}-${index}`, bureau: readSource(trade) ?? fallback })),
  )
  const accounts = trades.flatMap(({ trade, partition, id, bureau }) =>
    bureau === null ? [] : [readTradeline(trade, partition, bureau, id, subscribers)],
  )
  return { accounts, unplaced: trades.length - accounts.length }
}
