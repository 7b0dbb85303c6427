import { monthOf } from '#values/dates.ts'
import type { Account, AccountType, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../../derive.ts'
import { type AccountKind, isSevere, payTokenOf } from '../codes.ts'
import {
  countOf,
  freeTextOf,
  isOwed,
  limitAndHigh,
  moneyOf,
  monthFirstDateOf,
  saysHighIsLimit,
  termMonthsOf,
  textOf,
} from '../fields.ts'
import type { TreeNode } from '../json.ts'
import { rawAt } from '../json-folded.ts'
import { equifaxIndustryOf, isCollector } from '../kinds-of-business.ts'
import { metro2PortfolioOf, metro2TypeWords } from '../metro2-account-types.ts'
import { worstOf } from '../worst-token.ts'
import {
  activityOf,
  equifaxPortfolioOf,
  equifaxResponsibilityOf,
  rateLetterOf,
  rateWordsOf,
} from './codes.ts'
import { historyOf } from './history.ts'
import { narrativeOf } from './narratives.ts'
import { codeAt, type Directory, narrativeRemarks, narrativesOf } from './parts.ts'

/** Equifax trade: an account. */

/** `purchasedFromOrSoldCreditorName` is the original creditor, or who the account came from or went to. */
const originalCreditorOf = (trade: TreeNode): string | null =>
  codeAt(trade, 'purchasedFromOrSoldCreditorIndicator')?.toUpperCase() === 'O'
    ? freeTextOf(rawAt(trade, 'purchasedFromOrSoldCreditorName'))
    : null

/** The industry is the two letters in a customer number (`180YC12345`). */
export const industryCodeOf = (customerNumber: string | null): string | null =>
  /^\d{3}([A-Z]{2})\d/.exec(customerNumber?.toUpperCase() ?? '')?.[1] ?? null

const typeOf = (trade: TreeNode): AccountType => {
  const detail = metro2PortfolioOf(codeAt(trade, 'accountTypeCode'))
  const isAgency = isCollector(industryCodeOf(textOf(rawAt(trade, 'customerNumber'))))
  if (isAgency || detail === 'Collection' || originalCreditorOf(trade) !== null) return 'Collection'
  return equifaxPortfolioOf(codeAt(trade, 'portfolioTypeCode')) ?? detail ?? 'Unknown'
}

const narrativeTokens = (trade: TreeNode): PayToken[] =>
  narrativesOf(trade).flatMap(({ code }) => narrativeOf(code)?.pay ?? [])

const rateOf = (trade: TreeNode): string | null => codeAt(trade, 'rate') ?? codeAt(trade, 'rateStatusCode')

const tokenOf = (code: string | null, kind: AccountKind): PayToken | null =>
  /^\d$/.test(code ?? '') ? payTokenOf('equifax', code, kind) : rateLetterOf(code)

/**
 * Manner of payment now: the rate, unless a narrative says something severe that it does not. A rate of 5 is 120
 * days or more, which a narrative makes exact. A charge-off amount tells where nothing else does.
 */
const payStatusOf = (trade: TreeNode, kind: AccountKind): PayToken | null => {
  const rate = tokenOf(rateOf(trade), kind)
  const told = narrativeTokens(trade)
  if (isSevere(rate)) return rate
  const severe = told.find(isSevere)
  if (severe) return severe
  if (rate === '120') return worstOf(['120', ...told])
  const chargedOff = isOwed(moneyOf(rawAt(trade, 'originalChargeOffAmount'))) ? 'CO' : null
  return rate ?? worstOf(told) ?? chargedOff
}

const highestRates = [
  'previousHighRate1',
  'previousHighRate2',
  'previousHighRate3',
  'previousHighRatePaymentHistory',
]

/** The final state: by its own code, else by the first narrative that names one. */
const stateOf = (trade: TreeNode) => {
  const activity = activityOf(codeAt(trade, 'activityDesignatorCode'))
  const told = narrativesOf(trade).flatMap(({ code }) => {
    const narrative = narrativeOf(code)
    return narrative?.condition ? [{ words: narrative.words, condition: narrative.condition }] : []
  })
  const isClosed =
    activity?.closed === true ||
    monthFirstDateOf(rawAt(trade, 'closedDate')) !== null ||
    told.some(({ condition }) => condition !== 'Paid')
  const first = told.find(({ condition }) => condition !== 'Closed') ?? told[0]
  return { state: activity ?? first ?? null, isClosed }
}

/**
 * The three meanings of high credit: the highest balance, for closed-end credit also the original amount (CRRG
 * field 12); with narrative AZ the limit, where no other limit is given; with IZ the charge-off amount.
 */
const amountsOf = (trade: TreeNode, type: AccountType) => {
  const narratives = narrativesOf(trade)
  const high = moneyOf(rawAt(trade, 'highCredit'))
  const limit = moneyOf(rawAt(trade, 'creditLimit'))
  const chargeOff = moneyOf(rawAt(trade, 'originalChargeOffAmount'))
  const isHighLimit = narratives.some(
    ({ code, description }) => code === 'AZ' || saysHighIsLimit(description ?? ''),
  )
  const { creditLimit, highBalance } = limitAndHigh(limit, high, isHighLimit)
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
  const name = freeTextOf(rawAt(trade, 'purchasedFromOrSoldCreditorName'))
  if (name === null || code === 'O') return []
  return [{ code: null, text: `${code === 'S' ? 'Sold to' : 'Purchased from'} ${name}` }]
}

/** A rate that is a letter, in words, unless a narrative says the same. */
const rateRemarks = (trade: TreeNode): Remark[] => {
  const code = rateOf(trade)
  const text = rateWordsOf(code)
  return text === null || narrativeRemarks(trade).some(remark => remark.text === text) ? [] : [{ code, text }]
}

/** A dispute is told by a narrative, or by the rate S. */
const isDisputed = (trade: TreeNode): boolean =>
  rateOf(trade)?.toUpperCase() === 'S' ||
  narrativesOf(trade).some(({ code }) => narrativeOf(code)?.disputed === true)

/** Whether a row has a code that our tables do not hold, and that is not described. */
export const hasUnknownCode = (trade: TreeNode): boolean => {
  const rate = rateOf(trade)
  const designator = codeAt(trade, 'accountDesignator')
  const type = codeAt(trade, 'accountTypeCode')
  return (
    (rate !== null && !/^[0-9A-FHJS#$GMZ]$/i.test(rate)) ||
    (designator !== null && equifaxResponsibilityOf(designator) === null) ||
    (type !== null && metro2TypeWords(type) === null) ||
    narrativesOf(trade).some(({ code, description }) => narrativeOf(code) === null && description === null)
  )
}

/** Reads one trade. The date of a major delinquency is not that of the first one, so no first one is known. */
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
    currentBalance: moneyOf(rawAt(trade, 'balance')),
    datePaid: null,
  }
  const worstStatus = worstOf([
    payStatus,
    ...narrativeTokens(trade),
    ...highestRates.map(key => tokenOf(textOf(rawAt(trade, key)), kind)),
  ])
  const subscriberCode = textOf(rawAt(trade, 'customerNumber'))
  const company = directory.get(subscriberCode ?? '')
  const name = freeTextOf(rawAt(trade, 'customerName')) ?? company?.name ?? 'Unnamed creditor'
  const lastReported = monthFirstDateOf(rawAt(trade, 'dateReported'))
  const typeCode = codeAt(trade, 'accountTypeCode')
  return {
    ...facts,
    ...amountsOf(trade, type),
    id,
    bureau: 'Equifax',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: textOf(rawAt(trade, 'accountNumber')),
    accountType: type,
    accountTypeDetail:
      metro2TypeWords(typeCode) ?? freeTextOf(rawAt(trade, 'accountTypeCode', 'description')),
    industry: equifaxIndustryOf(industryCodeOf(subscriberCode)),
    subscriberCode,
    responsibility: equifaxResponsibilityOf(codeAt(trade, 'accountDesignator')),
    condition: state?.words ?? null,
    accountStatus: accountStatusOf(facts),
    worstStatus,
    isDerogatory: isDerogatoryOf(facts, worstStatus),
    originalCreditor: originalCreditorOf(trade),
    monthlyPayment: moneyOf(rawAt(trade, 'scheduledPaymentAmount')),
    amountPastDue: moneyOf(rawAt(trade, 'pastDueAmount')),
    termLength: termMonthsOf(codeAt(trade, 'termsDurationCode')),
    dateOpened: monthFirstDateOf(rawAt(trade, 'dateOpened')),
    dateClosed: monthFirstDateOf(rawAt(trade, 'closedDate')),
    dateStatus: null,
    lastReported,
    dateLastActive: monthFirstDateOf(rawAt(trade, 'lastActivityDate')),
    dateLastPayment: monthFirstDateOf(rawAt(trade, 'lastPaymentDate')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    late30: countOf(rawAt(trade, 'thirtyDayCounter')),
    late60: countOf(rawAt(trade, 'sixtyDayCounter')),
    late90: countOf(rawAt(trade, 'ninetyDayCounter')),
    monthsReviewed: countOf(rawAt(trade, 'monthsReviewed')),
    disputed: isDisputed(trade) ? true : null,
    remarks: [...narrativeRemarks(trade), ...rateRemarks(trade), ...soldRemarks(trade)],
    address: company?.address ?? null,
    creditorPhone: company?.phone ?? null,
    paymentHistory: historyOf(
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
