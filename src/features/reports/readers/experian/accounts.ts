import { monthOf } from '#values/dates.ts'
import type { Account, AccountType, PaymentMonth, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import { type AccountKind, isSevere, payTokenFromCode } from '../codes.ts'
import {
  isOwed,
  parseCount,
  parseFlag,
  parseFreeText,
  parseMoney,
  parseMonthFirstDate,
  parseTermMonths,
  parseText,
} from '../fields.ts'
import { rawAt, type TreeNode } from '../json.ts'
import {
  experianIndustry,
  findComplianceCondition,
  findConsumerIndicator,
  isCollector,
  metro2Portfolio,
  metro2TypeWords,
} from '../metro2-codes.ts'
import { addReportedMonth, isPaymentPattern, parsePaymentMonths, worstPayToken } from '../payment-pattern.ts'
import { describeSpecialComment, experianResponsibility, readExperianStatus } from './codes.ts'

/**
 * Experian tradeline: an account. `enhancedPaymentData` has the same in more detail and takes precedence.
 */

type Field = (key: string) => string | null

const fieldsOf = (trade: TreeNode): { own: Field; enhanced: Field } => ({
  own: key => parseText(rawAt(trade, key)),
  enhanced: key => parseText(rawAt(trade, 'enhancedPaymentData', key)),
})

const loanTypeOf = ({ own, enhanced }: ReturnType<typeof fieldsOf>): string | null =>
  enhanced('enhancedAccountType') ?? own('accountType')

/** A row with an original creditor, a collection agency or a collection type is a collection. */
const typeOf = (trade: TreeNode): AccountType => {
  const fields = fieldsOf(trade)
  const { own, enhanced } = fields
  const portfolio = metro2Portfolio(loanTypeOf(fields))
  if (own('originalCreditorName') !== null || isCollector(own('kob'))) return 'Collection'
  if (portfolio === 'Collection' || portfolio === 'Mortgage' || portfolio === 'Line of credit')
    return portfolio
  const terms = (enhanced('enhancedTerms') ?? own('terms') ?? '').toUpperCase()
  if (terms === 'LOC') return 'Line of credit'
  const kind = own('revolvingOrInstallment')?.toUpperCase().charAt(0)
  if (kind === 'R') return 'Revolving'
  if (kind === 'I') return portfolio === 'Open' ? 'Open' : 'Installment'
  return kind === 'O' ? 'Open' : (portfolio ?? 'Unknown')
}

/** The amounts are `amount1` and `amount2`, each with a letter: L limit, O original, H high, C charge-off. */
const qualifiedAmount = (own: Field, letter: string) => {
  const index = ['1', '2'].find(one => own(`amount${one}Qualifier`)?.toUpperCase() === letter)
  return index === undefined ? null : parseMoney(own(`amount${index}`))
}

/** The three status codes: detailed condition, detailed payment status, and both combined. */
const statusesOf = (trade: TreeNode) => {
  const { own, enhanced } = fieldsOf(trade)
  const condition = readExperianStatus(enhanced('enhancedAccountCondition'))
  const payment = readExperianStatus(enhanced('enhancedPaymentStatus'))
  return { condition, payment, whole: readExperianStatus(own('status')) }
}

/**
 * The current manner of payment: severe ratings first; without a rating, a bankruptcy or charge-off amount.
 */
const payStatusOf = (trade: TreeNode): PayToken | null => {
  const { enhanced, own } = fieldsOf(trade)
  const { condition, payment, whole } = statusesOf(trade)
  const tokens = [condition?.pay, payment?.pay, whole?.pay].map(token => token ?? null)
  const severe = tokens.find(isSevere)
  if (severe) return severe
  if (findConsumerIndicator(enhanced('ciiCode'))?.inBankruptcy || own('bankruptcyChapterNumber') !== null)
    return 'BK'
  const rated = payment?.pay ?? whole?.pay ?? condition?.pay ?? null
  const chargedOff = parseMoney(enhanced('chargeoffAmount')) ?? qualifiedAmount(own, 'C')
  return rated ?? (isOwed(chargedOff) ? 'CO' : null)
}

/** A code with its meaning; an unknown one is shown as a code. */
const coded = (code: string | null, text: string | null, name: string): Remark[] =>
  code === null ? [] : [{ code, text: text ?? `${name} ${code}` }]

const remarksOf = (trade: TreeNode): Remark[] => {
  const { own, enhanced } = fieldsOf(trade)
  const special = enhanced('enhancedSpecialComment') ?? own('specialComment')
  const compliance = enhanced('complianceCondition') ?? own('complianceCondition')
  const indicator = enhanced('ciiCode') ?? own('ciiCode')
  const toRemark = (before: string, text: string | null): Remark[] =>
    text === null ? [] : [{ code: null, text: `${before}${text}` }]
  const all = [
    ...coded(special, describeSpecialComment(special), 'Experian special comment'),
    ...coded(compliance, findComplianceCondition(compliance)?.text ?? null, 'Compliance condition'),
    ...coded(indicator, findConsumerIndicator(indicator)?.text ?? null, 'Consumer information indicator'),
    ...toRemark('', parseFreeText(rawAt(trade, 'consumerComment'))),
    ...toRemark('Sold to ', parseFreeText(rawAt(trade, 'soldToName'))),
    ...toRemark(
      'Purchased from ',
      parseFreeText(rawAt(trade, 'enhancedPaymentData', 'purchasedPortfolioFromName')),
    ),
  ]
  return [...new Map(all.map(remark => [remark.text.toUpperCase(), remark])).values()]
}

const disputedOf = ({ own, enhanced }: ReturnType<typeof fieldsOf>): boolean | null =>
  findComplianceCondition(enhanced('complianceCondition') ?? own('complianceCondition'))?.disputed ??
  parseFlag(own('consumerDisputeFlag'))

const openClosedOf = (own: Field): Account['openClosed'] => {
  const letter = own('openOrClosed')?.toUpperCase().charAt(0)
  return letter === 'O' ? 'Open' : letter === 'C' ? 'Closed' : null
}

/** The longer payment string. Its leading blanks are months, so it is not trimmed. */
const patternOf = (trade: TreeNode): string =>
  rawAt(trade, 'enhancedPaymentData', 'enhancedPaymentHistory84') || (rawAt(trade, 'paymentHistory') ?? '')

/** The months, back from that of the balance date. A leading B is the closing month and rates nothing. */
const historyOf = (trade: TreeNode, payStatus: PayToken | null, kind: AccountKind): PaymentMonth[] => {
  const { own } = fieldsOf(trade)
  const pattern = patternOf(trade)
  const newest = monthOf(parseMonthFirstDate(own('balanceDate')))
  if (newest === null) return []
  const isClosed = openClosedOf(own) === 'Closed' || /^B/i.test(pattern)
  return addReportedMonth(
    parsePaymentMonths(pattern, newest, 'experianProfile', kind),
    newest,
    payStatus,
    isClosed,
  )
}

/** Whether a row has a code unknown to us. */
export const hasUnknownCode = (trade: TreeNode): boolean => {
  const fields = fieldsOf(trade)
  const { own, enhanced } = fields
  const ecoa = own('ecoa')
  const special = enhanced('enhancedSpecialComment') ?? own('specialComment')
  const unknown = (code: string | null, meaning: unknown) => code !== null && meaning === null
  const statuses = [own('status'), enhanced('enhancedAccountCondition'), enhanced('enhancedPaymentStatus')]
  return (
    statuses.some(code => unknown(code, readExperianStatus(code))) ||
    !isPaymentPattern(patternOf(trade)) ||
    unknown(loanTypeOf(fields), metro2TypeWords(loanTypeOf(fields))) ||
    unknown(ecoa, experianResponsibility(ecoa)) ||
    unknown(special, describeSpecialComment(special))
  )
}

/** `firstDelinquencyDate` is Experian's most recent one, so the first one is not known. */
export const readTradeline = (trade: TreeNode, id: string): Account => {
  const fields = fieldsOf(trade)
  const { own, enhanced } = fields
  const type = typeOf(trade)
  const { condition, payment, whole } = statusesOf(trade)
  const payStatus = payStatusOf(trade)
  const kind = { collection: type === 'Collection' || payStatus === 'COL', mortgage: type === 'Mortgage' }
  const facts: AccountFacts = {
    condition: condition?.condition ?? whole?.condition ?? payment?.condition ?? null,
    openClosed: openClosedOf(own),
    payStatus,
    isCollection: kind.collection,
    currentBalance: parseMoney(own('balanceAmount')),
    datePaid: null,
  }
  const maximum = enhanced('maxDelinquencyCode') ?? own('maxDelinquencyCode')
  const worstStatus = worstPayToken([
    condition?.worst,
    payment?.worst,
    whole?.worst,
    payStatus,
    payTokenFromCode('experianProfile', maximum, kind),
  ])
  const name = parseFreeText(rawAt(trade, 'subscriberName')) ?? 'Unnamed creditor'
  return {
    ...facts,
    id,
    bureau: 'Experian',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: own('accountNumber'),
    accountType: type,
    accountTypeDetail: metro2TypeWords(loanTypeOf(fields)),
    industry: experianIndustry(own('kob')),
    subscriberCode: own('subscriberCode'),
    responsibility: experianResponsibility(own('ecoa')),
    condition: condition?.text ?? whole?.text ?? facts.condition,
    accountStatus: deriveAccountStatus(facts),
    worstStatus,
    isDerogatory: deriveIsDerogatory(facts, worstStatus),
    originalCreditor: parseFreeText(rawAt(trade, 'originalCreditorName')),
    monthlyPayment: parseMoney(own('monthlyPaymentAmount')),
    highBalance: parseMoney(enhanced('highBalanceAmount')) ?? qualifiedAmount(own, 'H'),
    creditLimit: parseMoney(enhanced('creditLimitAmount')) ?? qualifiedAmount(own, 'L'),
    originalAmount: parseMoney(enhanced('originalLoanAmount')) ?? qualifiedAmount(own, 'O'),
    amountPastDue: parseMoney(own('amountPastDue')),
    chargeOffAmount: parseMoney(enhanced('chargeoffAmount')) ?? qualifiedAmount(own, 'C'),
    termLength: parseTermMonths(enhanced('enhancedTerms') ?? own('terms')),
    dateOpened: parseMonthFirstDate(own('openDate')),
    dateClosed: null,
    dateStatus: parseMonthFirstDate(own('statusDate')),
    lastReported: parseMonthFirstDate(own('balanceDate')),
    dateLastActive: null,
    dateLastPayment: parseMonthFirstDate(own('lastPaymentDate')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: parseCount(own('delinquencies30Days')),
    late60: parseCount(own('delinquencies60Days')),
    late90: parseCount(own('delinquencies90to180Days')),
    monthsReviewed: parseCount(own('monthsHistory')),
    disputed: disputedOf(fields),
    remarks: remarksOf(trade),
    address: null,
    creditorPhone: null,
    paymentHistory: historyOf(trade, payStatus, kind),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}
