import { monthOf } from '#values/dates.ts'
import type { Account, AccountStatus, Address, PayToken, Remark } from '../../canonical.ts'
import { type AccountFacts, accountStatusOf, isDerogatoryOf } from '../../derive.ts'
import { type AccountKind, payTokenOf } from '../codes.ts'
import { countOf, dateOf, freeTextOf, isOwed, moneyOf, positiveCountOf, textOf } from '../fields.ts'
import { isCollector, transUnionIndustryOf } from '../kinds-of-business.ts'
import { monthsIn, withReportedMonth } from '../payment-pattern.ts'
import { isAgencyLoan, loanTypeOf, portfolioOf, responsibilityOf } from './codes.ts'
import { conditionOfRemark, isBankruptcyRemark, isDisputeRemark, remarkWordsOf } from './remarks.ts'

/** An account of a TransUnion file, the same from TUXML and from TU4R. */

type Raw = string | null

/** The values of a trade or collection as reported. */
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
  /** What the sender says in words beside the remarks, such as the collateral. */
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

/** How to reach a company that the document lists apart, by its member code. */
export type Contact = { name: string | null; address: Address | null; phone: string | null }
export type Contacts = ReadonlyMap<string, Contact>

/** A member code as the key of its company: leading zeros come and go. */
export const memberKey = (code: Raw): string => (textOf(code) ?? '').replace(/^0+(?=\w)/, '')

/** The manner of payment; a digit alone has lost its zero. */
const tokenOf = (rating: Raw, kind: AccountKind): PayToken | null => {
  const code = textOf(rating)?.toUpperCase() ?? null
  return payTokenOf('transunion', code !== null && /^\d$/.test(code) ? `0${code}` : code, kind)
}

/** What TransUnion leaves unrated: an account in a bankruptcy, and what a collector does not rate. */
const payStatusOf = (row: TransUnionRow, kind: AccountKind): PayToken | null => {
  const rated = tokenOf(row.rating, kind)
  if (rated !== null && rated !== 'U') return rated
  if (kind.collection) return 'COL'
  return row.remarks.some(isBankruptcyRemark) ? 'BK' : rated
}

/** TransUnion reports no condition: an account without a closing date is open; closed, empty and paid out is paid. */
const conditionOf = (row: TransUnionRow, closed: string | null, paid: string | null): AccountStatus => {
  if (closed === null) return 'Open'
  const ended = row.remarks.map(conditionOfRemark).find(condition => condition !== null)
  if (ended) return ended
  const balance = moneyOf(row.balance)
  return paid !== null && balance !== null && !isOwed(balance) ? 'Paid' : 'Closed'
}

/** Whether a row has a code that our tables do not hold; UK is TransUnion's own "unknown". */
export const hasUnknownCode = (row: TransUnionRow): boolean => {
  const unread = (raw: Raw, isKnown: (code: string) => boolean): boolean => {
    const code = textOf(raw)
    return code !== null && !isKnown(code)
  }
  const plain = { collection: false, mortgage: false }
  return (
    unread(row.rating, code => tokenOf(code, plain) !== null) ||
    unread(row.portfolio, code => portfolioOf(code) !== 'Unknown') ||
    unread(row.designator, code => responsibilityOf(code) !== null) ||
    unread(row.loanType, code => code === 'UK' || loanTypeOf(code) !== null) ||
    row.remarks.some(code => remarkWordsOf(code) === null)
  )
}

/** A remark in words; one that our table does not hold stays a code, as the bureau sent it. */
const remarkOf = (code: string): Remark[] => {
  const words = remarkWordsOf(code)
  if (words !== null) return [{ code, text: words }]
  return /^[A-Z]{3}$/.test(code) ? [{ code, text: `TransUnion remark ${code}` }] : []
}

/** An account as one row of TransUnion. `id` is that of the row in the document. */
export const readTransUnionRow = (row: TransUnionRow, id: string, contacts: Contacts): Account => {
  const loanType = textOf(row.loanType)
  const industry = textOf(row.industry)
  const agency = row.isCollection || isAgencyLoan(loanType) || isCollector(industry)
  const type = agency ? 'Collection' : portfolioOf(textOf(row.portfolio))
  const kind = { collection: agency, mortgage: type === 'Mortgage' }
  const payStatus = payStatusOf(row, kind)
  const [opened, effective, closed, paid] = [
    dateOf(row.opened),
    dateOf(row.effective),
    dateOf(row.closed),
    dateOf(row.paidOut),
  ]
  const condition = conditionOf(row, closed, paid)
  const facts: AccountFacts = {
    condition,
    openClosed: closed === null ? 'Open' : 'Closed',
    payStatus,
    isCollection: agency || payStatus === 'COL',
    currentBalance: moneyOf(row.balance),
    datePaid: paid,
  }
  const worst = tokenOf(row.worstRating, kind)
  const high = moneyOf(row.highCredit)
  const isRevolving = type === 'Revolving' || type === 'Line of credit'
  const isLoan = type === 'Installment' || type === 'Mortgage'
  const start = monthOf(dateOf(row.patternStart))
  const months = start === null ? [] : monthsIn(row.pattern ?? '', start, 'shifted', kind)
  const status = paid ?? closed ?? effective
  const name = freeTextOf(row.name) ?? 'Unnamed creditor'
  const contact = contacts.get(memberKey(row.memberCode))
  const note = freeTextOf(row.note)
  const coded = row.remarks.flatMap(remarkOf)
  return {
    ...facts,
    id,
    bureau: 'TransUnion',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: textOf(row.accountNumber),
    accountType: type,
    accountTypeDetail: agency ? 'Collection' : loanTypeOf(loanType),
    industry: transUnionIndustryOf(industry),
    subscriberCode: textOf(row.memberCode),
    responsibility: responsibilityOf(textOf(row.designator)),
    condition,
    accountStatus: accountStatusOf(facts),
    worstStatus: worst === 'U' ? null : worst,
    isDerogatory: isDerogatoryOf(facts, worst),
    originalCreditor: agency ? freeTextOf(row.originalCreditor) : null,
    monthlyPayment: moneyOf(row.monthlyPayment),
    highBalance: high,
    creditLimit: isRevolving ? moneyOf(row.limit) : null,
    originalAmount: moneyOf(row.originalAmount) ?? (isLoan ? high : null),
    amountPastDue: moneyOf(row.pastDue),
    chargeOffAmount: moneyOf(row.chargeOff),
    termLength: positiveCountOf(row.termMonths),
    dateOpened: opened,
    dateClosed: closed,
    dateStatus: status,
    lastReported: effective,
    dateLastActive: status,
    dateLastPayment: dateOf(row.lastPayment),
    dateChargeOff: null,
    dateFirstDelinquency: dateOf(row.firstDelinquency),
    late30: countOf(row.late30),
    late60: countOf(row.late60),
    late90: countOf(row.late90),
    monthsReviewed: countOf(row.monthsReviewed),
    disputed: row.remarks.some(isDisputeRemark) ? true : null,
    remarks: note === null ? coded : [...coded, { code: null, text: note }],
    address: contact?.address ?? null,
    creditorPhone: contact?.phone ?? null,
    paymentHistory: withReportedMonth(months, monthOf(effective), payStatus, closed !== null),
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}
