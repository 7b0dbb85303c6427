import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney } from '#values/money.ts'
import type { Evidence } from './finding.ts'

const texts = [
  'accountStatus',
  'accountNumber',
  'accountType',
  'accountTypeDetail',
  'condition',
  'creditorName',
  'openClosed',
  'originalCreditor',
  'payStatus',
  'responsibility',
] as const
const amounts = [
  'amountPastDue',
  'chargeOffAmount',
  'creditLimit',
  'currentBalance',
  'highBalance',
  'monthlyPayment',
  'originalAmount',
] as const
const dates = [
  'dateChargeOff',
  'dateClosed',
  'dateFirstDelinquency',
  'dateLastActive',
  'dateLastPayment',
  'dateOpened',
  'datePaid',
  'lastReported',
] as const

export type AmountField = (typeof amounts)[number]
export type DateField = (typeof dates)[number]
export type EvidenceField = (typeof texts)[number] | AmountField | DateField | 'remarks' | 'termLength'

const isAmount = (field: EvidenceField): field is AmountField => amounts.some(one => one === field)
const isDate = (field: EvidenceField): field is DateField => dates.some(one => one === field)

/** A field as shown on screens; `-` if it is not reported. */
export const formatField = (row: Account, field: EvidenceField): string => {
  if (field === 'remarks') return row.remarks.map(({ text }) => text).join('; ') || '-'
  if (field === 'termLength') return row.termLength === null ? '-' : String(row.termLength)
  if (isAmount(field)) {
    const amount = row[field]
    return amount === null ? '-' : showMoney(amount)
  }
  return (isDate(field) ? showDate(row[field]) : row[field]) ?? '-'
}

export const fieldEvidence = (row: Account, fields: readonly EvidenceField[]): Evidence[] =>
  fields.map(field => ({ bureau: row.bureau, field, value: formatField(row, field) }))

/** Months of a payment history as evidence: `paymentHistory 12/2024`. */
export const monthEvidence = (row: Account, months: Account['paymentHistory']): Evidence[] =>
  months.map(({ date, status }) => ({
    bureau: row.bureau,
    field: `paymentHistory ${showMonth(date)}`,
    value: status,
  }))

/** Sentences of findings: facts first, in plain words, without accusing anyone. */

/** The source of a merged row is the merged report, not one bureau. */
const rowSource = (row: Account): string => (isMergedRow(row) ? 'Your merged report' : row.bureau)

/** What each row states, as one sentence each: `TransUnion lists it as paid. Equifax says the same.` */
export const describeStatements = (statements: readonly { row: Account; text: string }[]): string => {
  const byText = Map.groupBy(statements, ({ text }) => text)
  return [...byText]
    .map(([text, those]) => {
      const [first, ...others] = [...new Set(those.map(({ row }) => rowSource(row)))]
      const same = others.length > 1 ? 'say the same' : 'says the same'
      return `${first} ${text}.${others.length > 0 ? ` ${showList(others)} ${same}.` : ''}`
    })
    .join(' ')
}
