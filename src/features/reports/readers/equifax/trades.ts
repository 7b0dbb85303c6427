import { addMonths, monthOf } from '#values/dates.ts'
import type { Account, AccountType, PaymentMonth, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import { type AccountKind, isSevere, payTokenFromCode } from '../codes.ts'
import {
  isHighBalanceTheLimit,
  isOwed,
  parseCount,
  parseFreeText,
  parseMoney,
  parseMonthFirstDate,
  parseTermMonths,
  parseText,
  resolveLimitAndHighBalance,
} from '../fields.ts'
import { isNode, partAt, rawAt, type Tree, type TreeNode } from '../json.ts'
import { equifaxIndustry, isCollector, metro2Portfolio, metro2TypeWords } from '../metro2-codes.ts'
import { addReportedMonth, parsePaymentMonths, worstPayToken } from '../payment-pattern.ts'
import {
  describeRate,
  equifaxPortfolio,
  equifaxResponsibility,
  findActivity,
  payTokenFromRateLetter,
} from './codes.ts'
import { findNarrative } from './narratives.ts'
import { codeAt, type Directory, narrativeRemarks, readNarratives } from './parts.ts'

/** Equifax payment history: lists of months, newest first, continued from one key to the next. */

/** A list of codes, or a string, without the slash between years. */
const codesOf = (part: Tree | undefined): string => {
  if (typeof part === 'string') return part.replaceAll('/', '')
  const codes = (Array.isArray(part) ? part : []).map(one => (isNode(one) ? rawAt(one, 'code') : rawAt(one)))
  return codes.flatMap(code => (code === '/' ? [] : code?.length === 1 ? code : ' ')).join('')
}

/** Each list's key, the older name of the first, and its number of months. */
const lists: readonly (readonly [key: string, olderKey: string, months: number])[] = [
  ['paymentHistory1to24', '24MonthPaymentHistory', 24],
  ['paymentHistory25to36', '', 12],
  ['paymentHistory37to48', '', 12],
]

/**
 * A trade's months. The lists begin with the month before the report; the rate covers the report's own month.
 */
const readPaymentHistory = (
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

/** Equifax trade: an account. */

/**
 * `purchasedFromOrSoldCreditorName` is the original creditor, or who the account was bought from or sold to.
 */
const originalCreditorOf = (trade: TreeNode): string | null =>
  codeAt(trade, 'purchasedFromOrSoldCreditorIndicator')?.toUpperCase() === 'O'
    ? parseFreeText(rawAt(trade, 'purchasedFromOrSoldCreditorName'))
    : null

/** The industry is the two letters in a customer number (`180YC12345`). */
const readIndustryCode = (customerNumber: string | null): string | null =>
  /^\d{3}([A-Z]{2})\d/.exec(customerNumber?.toUpperCase() ?? '')?.[1] ?? null

const typeOf = (trade: TreeNode): AccountType => {
  const detail = metro2Portfolio(codeAt(trade, 'accountTypeCode'))
  const isAgency = isCollector(readIndustryCode(parseText(rawAt(trade, 'customerNumber'))))
  if (isAgency || detail === 'Collection' || originalCreditorOf(trade) !== null) return 'Collection'
  return equifaxPortfolio(codeAt(trade, 'portfolioTypeCode')) ?? detail ?? 'Unknown'
}

const narrativeTokens = (trade: TreeNode): PayToken[] =>
  readNarratives(trade).flatMap(({ code }) => findNarrative(code)?.pay ?? [])

const rateOf = (trade: TreeNode): string | null => codeAt(trade, 'rate') ?? codeAt(trade, 'rateStatusCode')

const tokenOf = (code: string | null, kind: AccountKind): PayToken | null =>
  /^\d$/.test(code ?? '') ? payTokenFromCode('equifax', code, kind) : payTokenFromRateLetter(code)

/**
 * The current manner of payment: the rate, unless a narrative is severe and the rate is not. A rate of 5 is 120 days
 * or more; a narrative makes it exact. Without either, a charge-off amount decides.
 */
const payStatusOf = (trade: TreeNode, kind: AccountKind): PayToken | null => {
  const rate = tokenOf(rateOf(trade), kind)
  const narratives = narrativeTokens(trade)
  if (isSevere(rate)) return rate
  const severe = narratives.find(isSevere)
  if (severe) return severe
  if (rate === '120') return worstPayToken(['120', ...narratives])
  const chargedOff = isOwed(parseMoney(rawAt(trade, 'originalChargeOffAmount'))) ? 'CO' : null
  return rate ?? worstPayToken(narratives) ?? chargedOff
}

const highestRates = [
  'previousHighRate1',
  'previousHighRate2',
  'previousHighRate3',
  'previousHighRatePaymentHistory',
]

/** The final state: from its own code, otherwise from the first narrative that names one. */
const stateOf = (trade: TreeNode) => {
  const activity = findActivity(codeAt(trade, 'activityDesignatorCode'))
  const narratives = readNarratives(trade).flatMap(({ code }) => {
    const narrative = findNarrative(code)
    return narrative?.condition ? [{ text: narrative.text, condition: narrative.condition }] : []
  })
  const isClosed =
    activity?.closed === true ||
    parseMonthFirstDate(rawAt(trade, 'closedDate')) !== null ||
    narratives.some(({ condition }) => condition !== 'Paid')
  const first = narratives.find(({ condition }) => condition !== 'Closed') ?? narratives[0]
  return { state: activity ?? first ?? null, isClosed }
}

/**
 * High credit has three meanings: the highest balance, and for closed-end credit also the original amount
 * (CRRG field 12); with narrative AZ the limit, if no other limit is given; with IZ the charge-off amount.
 */
const amountsOf = (trade: TreeNode, type: AccountType) => {
  const narratives = readNarratives(trade)
  const high = parseMoney(rawAt(trade, 'highCredit'))
  const limit = parseMoney(rawAt(trade, 'creditLimit'))
  const chargeOff = parseMoney(rawAt(trade, 'originalChargeOffAmount'))
  const isHighLimit = narratives.some(
    ({ code, description }) => code === 'AZ' || isHighBalanceTheLimit(description ?? ''),
  )
  const { creditLimit, highBalance } = resolveLimitAndHighBalance(limit, high, isHighLimit)
  const holdsChargeOff = narratives.some(({ code }) => code === 'IZ')
  const isClosedEnd = type === 'Installment' || type === 'Mortgage'
  return {
    creditLimit,
    highBalance: holdsChargeOff ? null : highBalance,
    originalAmount: isClosedEnd && !holdsChargeOff ? highBalance : null,
    chargeOffAmount: chargeOff ?? (holdsChargeOff ? high : null),
  }
}

const soldRemarks = (trade: TreeNode): Remark[] => {
  const code = codeAt(trade, 'purchasedFromOrSoldCreditorIndicator')?.toUpperCase()
  const name = parseFreeText(rawAt(trade, 'purchasedFromOrSoldCreditorName'))
  if (name === null || code === 'O') return []
  return [{ code: null, text: `${code === 'S' ? 'Sold to' : 'Purchased from'} ${name}` }]
}

/** A rate letter in words, unless a narrative has the same meaning. */
const rateRemarks = (trade: TreeNode): Remark[] => {
  const code = rateOf(trade)
  const text = describeRate(code)
  return text === null || narrativeRemarks(trade).some(remark => remark.text === text) ? [] : [{ code, text }]
}

/** A dispute is indicated by a narrative or by the rate S. */
const isDisputed = (trade: TreeNode): boolean =>
  rateOf(trade)?.toUpperCase() === 'S' ||
  readNarratives(trade).some(({ code }) => findNarrative(code)?.disputed === true)

/** Whether a row has an unknown code without a description. */
export const hasUnknownCode = (trade: TreeNode): boolean => {
  const rate = rateOf(trade)
  const designator = codeAt(trade, 'accountDesignator')
  const type = codeAt(trade, 'accountTypeCode')
  return (
    (rate !== null && !/^[0-9A-FHJS#$GMZ]$/i.test(rate)) ||
    (designator !== null && equifaxResponsibility(designator) === null) ||
    (type !== null && metro2TypeWords(type) === null) ||
    readNarratives(trade).some(
      ({ code, description }) => findNarrative(code) === null && description === null,
    )
  )
}

/** The date of a major delinquency is not the date of the first one, which Equifax does not report. */
export const readTrade = (trade: TreeNode, id: string, directory: Directory): Account => {
  const type = typeOf(trade)
  const mortgage = type === 'Mortgage'
  const payStatus = payStatusOf(trade, { collection: type === 'Collection', mortgage })
  const kind = { collection: type === 'Collection' || payStatus === 'COL', mortgage }
  const { state, isClosed } = stateOf(trade)
  const facts: AccountFacts = {
    condition: state?.condition ?? null,
    openClosed: isClosed ? 'Closed' : null,
    payStatus,
    isCollection: kind.collection,
    currentBalance: parseMoney(rawAt(trade, 'balance')),
    datePaid: null,
  }
  const worstStatus = worstPayToken([
    payStatus,
    ...narrativeTokens(trade),
    ...highestRates.map(key => tokenOf(parseText(rawAt(trade, key)), kind)),
  ])
  const subscriberCode = parseText(rawAt(trade, 'customerNumber'))
  const company = directory.get(subscriberCode ?? '')
  const name = parseFreeText(rawAt(trade, 'customerName')) ?? company?.name ?? 'Unnamed creditor'
  const lastReported = parseMonthFirstDate(rawAt(trade, 'dateReported'))
  const typeCode = codeAt(trade, 'accountTypeCode')
  return {
    ...facts,
    ...amountsOf(trade, type),
    id,
    bureau: 'Equifax',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: parseText(rawAt(trade, 'accountNumber')),
    accountType: type,
    accountTypeDetail:
      metro2TypeWords(typeCode) ?? parseFreeText(rawAt(trade, 'accountTypeCode', 'description')),
    industry: equifaxIndustry(readIndustryCode(subscriberCode)),
    subscriberCode,
    responsibility: equifaxResponsibility(codeAt(trade, 'accountDesignator')),
    condition: state?.text ?? null,
    accountStatus: deriveAccountStatus(facts),
    worstStatus,
    isDerogatory: deriveIsDerogatory(facts, worstStatus),
    originalCreditor: originalCreditorOf(trade),
    monthlyPayment: parseMoney(rawAt(trade, 'scheduledPaymentAmount')),
    amountPastDue: parseMoney(rawAt(trade, 'pastDueAmount')),
    termLength: parseTermMonths(codeAt(trade, 'termsDurationCode')),
    dateOpened: parseMonthFirstDate(rawAt(trade, 'dateOpened')),
    dateClosed: parseMonthFirstDate(rawAt(trade, 'closedDate')),
    dateStatus: null,
    lastReported,
    dateLastActive: parseMonthFirstDate(rawAt(trade, 'lastActivityDate')),
    dateLastPayment: parseMonthFirstDate(rawAt(trade, 'lastPaymentDate')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: parseCount(rawAt(trade, 'thirtyDayCounter')),
    late60: parseCount(rawAt(trade, 'sixtyDayCounter')),
    late90: parseCount(rawAt(trade, 'ninetyDayCounter')),
    monthsReviewed: parseCount(rawAt(trade, 'monthsReviewed')),
    disputed: isDisputed(trade) ? true : null,
    remarks: [...narrativeRemarks(trade), ...rateRemarks(trade), ...soldRemarks(trade)],
    address: company?.address ?? null,
    creditorPhone: company?.phone ?? null,
    paymentHistory: readPaymentHistory(
      trade,
      monthOf(lastReported),
      payStatus,
      isClosed || state?.condition === 'Paid',
      kind,
    ),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}
