import { monthOf } from '#values/dates.ts'
import type { Account, AccountStatus, Address, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../derive.ts'
import { type AccountKind, payTokenFromCode } from '../codes.ts'
import {
  isOwed,
  parseCount,
  parseDate,
  parseFreeText,
  parseMoney,
  parsePositiveCount,
  parseText,
} from '../fields.ts'
import { isCollector, transUnionIndustry } from '../metro2-codes.ts'
import { addReportedMonth, parsePaymentMonths } from '../payment-pattern.ts'
import { findLoanType, isAgencyLoan, transUnionPortfolio, transUnionResponsibility } from './codes.ts'
import { conditionFromRemark, describeRemark, isBankruptcyRemark, isDisputeRemark } from './remarks.ts'

/** A TransUnion account, the same from TUXML and TU4R. */

type Raw = string | null

/** A trade or collection as reported. */
export type TransUnionRow = {
  isCollection: boolean
  industry: Raw
  memberCode: Raw
  name: Raw
  portfolio: Raw
  accountNumber: Raw
  designator: Raw
  loanType: Raw
  rating: Raw
  worstRating: Raw
  remarks: readonly string[]
  /** The sender's text in addition to the remarks, such as the collateral. */
  note: Raw
  balance: Raw
  highCredit: Raw
  limit: Raw
  pastDue: Raw
  chargeOff: Raw
  monthlyPayment: Raw
  termMonths: Raw
  opened: Raw
  effective: Raw
  closed: Raw
  paidOut: Raw
  lastPayment: Raw
  firstDelinquency: Raw
  patternStart: Raw
  pattern: Raw
  monthsReviewed: Raw
  late30: Raw
  late60: Raw
  late90: Raw
  originalCreditor: Raw
  originalAmount: Raw
}

/** Contact data of a company that the document lists separately, by member code. */
export type Contact = { name: string | null; address: Address | null; phone: string | null }
export type Contacts = ReadonlyMap<string, Contact>

/** A company's key: its member code without leading zeros, which are inconsistent. */
export const memberKey = (code: Raw): string => (parseText(code) ?? '').replace(/^0+(?=\w)/, '')

/** The manner of payment; a single digit has lost its zero. */
const tokenOf = (rating: Raw, kind: AccountKind): PayToken | null => {
  const code = parseText(rating)?.toUpperCase() ?? null
  return payTokenFromCode('transunion', code !== null && /^\d$/.test(code) ? `0${code}` : code, kind)
}

/** TransUnion leaves accounts in bankruptcy unrated, and some collectors do not rate. */
const payStatusOf = (row: TransUnionRow, kind: AccountKind): PayToken | null => {
  const rated = tokenOf(row.rating, kind)
  if (rated !== null && rated !== 'U') return rated
  if (kind.collection) return 'COL'
  return row.remarks.some(isBankruptcyRemark) ? 'BK' : rated
}

/**
 * TransUnion reports no condition: without a closing date an account is open; closed, with zero balance and
 * paid out, it is paid.
 */
const conditionOf = (row: TransUnionRow, closed: string | null, paid: string | null): AccountStatus => {
  if (closed === null) return 'Open'
  const ended = row.remarks.map(conditionFromRemark).find(condition => condition !== null)
  if (ended) return ended
  const balance = parseMoney(row.balance)
  return paid !== null && balance !== null && !isOwed(balance) ? 'Paid' : 'Closed'
}

/** Whether a row has a code unknown to us; UK is TransUnion's own "unknown". */
export const hasUnknownCode = (row: TransUnionRow): boolean => {
  const unread = (raw: Raw, isKnown: (code: string) => boolean): boolean => {
    const code = parseText(raw)
    return code !== null && !isKnown(code)
  }
  const plain = { collection: false, mortgage: false }
  return (
    unread(row.rating, code => tokenOf(code, plain) !== null) ||
    unread(row.portfolio, code => transUnionPortfolio(code) !== 'Unknown') ||
    unread(row.designator, code => transUnionResponsibility(code) !== null) ||
    unread(row.loanType, code => code === 'UK' || findLoanType(code) !== null) ||
    row.remarks.some(code => describeRemark(code) === null)
  )
}

/** A remark in words; an unknown one keeps its code. */
const remarkOf = (code: string): Remark[] => {
  const words = describeRemark(code)
  if (words !== null) return [{ code, text: words }]
  return /^[A-Z]{3}$/.test(code) ? [{ code, text: `TransUnion remark ${code}` }] : []
}

/** `id` is the row's id in the document. */
export const readTransUnionRow = (row: TransUnionRow, id: string, contacts: Contacts): Account => {
  const loanType = parseText(row.loanType)
  const industry = parseText(row.industry)
  const agency = row.isCollection || isAgencyLoan(loanType) || isCollector(industry)
  const type = agency ? 'Collection' : transUnionPortfolio(parseText(row.portfolio))
  const kind = { collection: agency, mortgage: type === 'Mortgage' }
  const payStatus = payStatusOf(row, kind)
  const [opened, effective, closed, paid] = [
    parseDate(row.opened),
    parseDate(row.effective),
    parseDate(row.closed),
    parseDate(row.paidOut),
  ]
  const condition = conditionOf(row, closed, paid)
  const facts: AccountFacts = {
    condition,
    openClosed: closed === null ? 'Open' : 'Closed',
    payStatus,
    isCollection: agency || payStatus === 'COL',
    currentBalance: parseMoney(row.balance),
    datePaid: paid,
  }
  const worst = tokenOf(row.worstRating, kind)
  const high = parseMoney(row.highCredit)
  const isRevolving = type === 'Revolving' || type === 'Line of credit'
  const isLoan = type === 'Installment' || type === 'Mortgage'
  const start = monthOf(parseDate(row.patternStart))
  const months = start === null ? [] : parsePaymentMonths(row.pattern ?? '', start, 'shifted', kind)
  const status = paid ?? closed ?? effective
  const name = parseFreeText(row.name) ?? 'Unnamed creditor'
  const contact = contacts.get(memberKey(row.memberCode))
  const note = parseFreeText(row.note)
  const coded = row.remarks.flatMap(remarkOf)
  return {
    ...facts,
    id,
    bureau: 'TransUnion',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: parseText(row.accountNumber),
    accountType: type,
    accountTypeDetail: agency ? 'Collection' : findLoanType(loanType),
    industry: transUnionIndustry(industry),
    subscriberCode: parseText(row.memberCode),
    responsibility: transUnionResponsibility(parseText(row.designator)),
    condition,
    accountStatus: deriveAccountStatus(facts),
    worstStatus: worst === 'U' ? null : worst,
    isDerogatory: deriveIsDerogatory(facts, worst),
    originalCreditor: agency ? parseFreeText(row.originalCreditor) : null,
    monthlyPayment: parseMoney(row.monthlyPayment),
    highBalance: high,
    creditLimit: isRevolving ? parseMoney(row.limit) : null,
    originalAmount: parseMoney(row.originalAmount) ?? (isLoan ? high : null),
    amountPastDue: parseMoney(row.pastDue),
    chargeOffAmount: parseMoney(row.chargeOff),
    termLength: parsePositiveCount(row.termMonths),
    dateOpened: opened,
    dateClosed: closed,
    dateStatus: status,
    lastReported: effective,
    dateLastActive: status,
    dateLastPayment: parseDate(row.lastPayment),
    dateChargeOff: null,
    dateFirstDelinquency: parseDate(row.firstDelinquency),
    late30: parseCount(row.late30),
    late60: parseCount(row.late60),
    late90: parseCount(row.late90),
    monthsReviewed: parseCount(row.monthsReviewed),
    disputed: row.remarks.some(isDisputeRemark) ? true : null,
    remarks: note === null ? coded : [...coded, { code: null, text: note }],
    address: contact?.address ?? null,
    creditorPhone: contact?.phone ?? null,
    paymentHistory: addReportedMonth(months, monthOf(effective), payStatus, closed !== null),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}
