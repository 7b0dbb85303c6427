import type { Account, Remark } from '../../../canonical.ts'
import type { Doubt } from '../../../coverage.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../../derive.ts'
import { parseFreeText, parsePhone, parsePositiveCount } from '../../fields.ts'
import { worstPayToken } from '../../payment-pattern.ts'
import {
  dropAdverseMarks,
  parsePrintedDate,
  readConditionWords,
  readDisputed,
  readResponsibilityWords,
  readStatusWords,
  readTypeWords,
} from '../../printed-words.ts'
import type { Fields } from '../fields.ts'
import { placeOf } from '../rows.ts'
import type { AccountBlock } from './blocks.ts'
import { type AccountValue, amountIn, monthIn, printedIn, printedOf, readAddressLine } from './labels.ts'
import { type History, readHistory } from './months.ts'

/** An account of TransUnion's consumer report. */

const remarksOf = (printed: string | null): Remark[] =>
  dropAdverseMarks(printed ?? '')
    .split(';')
    .flatMap(part => {
      const text = parseFreeText(part)
      return text === null ? [] : [{ code: null, text }]
    })

/** The note repeats its label, which is in the table in two lengths. */
const maximumDelinquencyOf = ({ values, twice }: Fields<AccountValue>): string | null =>
  printedIn(values.get('maximumDelinquency')) ??
  twice.map(printedIn).find(text => text !== null && /^of \d/.test(text)) ??
  null

/** TransUnion also uses "Open Account" for a collector's account; the loan type decides. */
const typeOf = (fields: Fields<AccountValue>): Account['accountType'] => {
  if (printedOf(fields, 'originalCreditor') !== null) return 'Collection'
  const loan = readTypeWords(printedOf(fields, 'loanType'))
  const own = readTypeWords(printedOf(fields, 'type'))
  if (loan === 'Collection' || own === 'Unknown') return loan
  return own
}

const rowOf = (
  { name, number }: AccountBlock & { name: string },
  fields: Fields<AccountValue>,
  history: History,
  isAdverse: boolean,
): Omit<Account, 'id'> => {
  const printed = (value: AccountValue) => printedOf(fields, value)
  const remarks = remarksOf(printed('remarks'))
  const statusText = printed('payStatus')
  const status = readStatusWords(statusText)
  const closed = parsePrintedDate(printed('closed'))
  const accountType = typeOf(fields)
  const condition =
    status.condition ??
    remarks.map(({ text }) => readConditionWords(text)).find(found => found !== null) ??
    (closed === null ? null : 'Closed')
  const payStatus = statusText === null ? null : status.payStatus
  const facts: AccountFacts = {
    condition,
    openClosed: condition === null ? null : 'Closed',
    payStatus,
    isCollection: accountType === 'Collection' || status.isCollection,
    currentBalance: amountIn(printed('balance')),
    datePaid: null,
  }
  const worst = worstPayToken([
    ...history.months.map(month => month.status),
    status.worst,
    readStatusWords(maximumDelinquencyOf(fields)).worst,
    payStatus,
  ])
  return {
    ...facts,
    bureau: 'TransUnion',
    creditorName: name,
    creditorNameReported: name,
    accountNumber: number,
    accountType,
    accountTypeDetail: parseFreeText(printed('loanType')),
    industry: null,
    subscriberCode: null,
    responsibility: readResponsibilityWords(printed('responsibility')),
    accountStatus: deriveAccountStatus(facts),
    worstStatus: worst,
    isDerogatory: isAdverse || deriveIsDerogatory(facts, worst),
    originalCreditor: parseFreeText(printed('originalCreditor')),
    monthlyPayment: amountIn(printed('monthlyPayment')),
    highBalance: amountIn(printed('highBalance') ?? printed('highCredit')),
    creditLimit: amountIn(printed('creditLimit')),
    originalAmount: null,
    amountPastDue: amountIn(printed('pastDue')),
    chargeOffAmount: null,
    // `$0 per month, paid Monthly for 72 months`: if a word is lost, the amount may be before "month".
    termLength: parsePositiveCount(/(?:^|\bfor )(\d{1,4}) months?$/i.exec(printed('terms') ?? '')?.[1]),
    dateOpened: parsePrintedDate(printed('opened')),
    dateClosed: closed,
    dateStatus: null,
    lastReported: parsePrintedDate(printed('updated')),
    dateLastActive: null,
    dateLastPayment: parsePrintedDate(printed('lastPayment')),
    dateChargeOff: null,
    dateFirstDelinquency: null,
    removalDate: monthIn(printed('removal')),
    late30: null,
    late60: null,
    late90: null,
    monthsReviewed: null,
    disputed: remarks.some(({ text }) => readDisputed(text)) ? true : null,
    remarks,
    address: readAddressLine(printed('address')),
    creditorPhone: parsePhone(printed('phone')),
    paymentHistory: history.months,
    valuesShared: false,
    bureausKnown: true,
    sourceRowId: null,
  }
}

const amounts = ['monthlyPayment', 'balance', 'highBalance', 'highCredit', 'creditLimit', 'pastDue'] as const
const dates = ['opened', 'updated', 'lastPayment', 'closed'] as const

/** How many printed values are unreadable. */
const countOdd = (fields: Fields<AccountValue>): number => {
  const isOdd = (value: AccountValue, parse: (text: string) => unknown): boolean => {
    const text = printedOf(fields, value)
    return text !== null && parse(text) === null
  }
  return [
    ...amounts.map(value => isOdd(value, amountIn)),
    ...dates.map(value => isOdd(value, parsePrintedDate)),
    isOdd('removal', text => (/\d/.test(text) ? monthIn(text) : text)),
    isOdd('payStatus', text => (readStatusWords(text).isKnown ? text : null)),
  ].filter(Boolean).length
}

export type ReadAccount = {
  /** Null if the entry cannot be distinguished from another. */
  row: Omit<Account, 'id'> | null
  doubts: Doubt[]
}

/** Reads one account and its doubts. `isAdverse`: it is below "Accounts with Adverse Information". */
export const readAccount = (
  block: AccountBlock,
  fields: Fields<AccountValue>,
  isAdverse: boolean,
): ReadAccount => {
  const { name, number, hasHeading, numbers } = block
  const place = placeOf(block.rows)
  const doubt = (kind: Doubt['kind'], count: number): Doubt[] =>
    count === 0 ? [] : [{ kind, section: 'accounts', about: name, count, place }]
  if (name === null) return { row: null, doubts: doubt('entryLost', 1) }
  const history = readHistory(block.history)
  const short = history.stated === null ? 0 : Math.max(0, history.stated - history.shown)
  const isCut = !hasHeading || number === null || numbers > 1
  return {
    row: rowOf({ ...block, name }, fields, history, isAdverse),
    doubts: [
      ...doubt('monthsUnreadable', history.unreadable + short),
      ...doubt('labelTwice', fields.twice.filter(({ value }) => !/^of \d/.test(value ?? '')).length),
      ...doubt('unknownLabel', fields.unknown.length),
      ...doubt('unknownWords', countOdd(fields)),
      ...doubt('entryLost', isCut ? 1 : 0),
    ],
  }
}
