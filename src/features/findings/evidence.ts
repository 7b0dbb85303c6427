import type { Account } from '#features/reports/canonical.ts'
import { showDate, showMonth } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import type { Evidence } from './finding.ts'

/** Fields of rows as the report shows them. */

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

/** A field of a row as screens print it; `-` for what is not reported. */
export const formatField = (row: Account, field: EvidenceField): string => {
  if (field === 'remarks') return row.remarks.map(({ text }) => text).join('; ') || '-'
  if (field === 'termLength') return row.termLength === null ? '-' : String(row.termLength)
  if (isAmount(field)) {
    const amount = row[field]
    return amount === null ? '-' : showMoney(amount)
  }
  return (isDate(field) ? showDate(row[field]) : row[field]) ?? '-'
}

/** Fields of a row as evidence. */
export const fieldEvidence = (row: Account, fields: readonly EvidenceField[]): Evidence[] =>
  fields.map(field => ({ bureau: row.bureau, field, value: formatField(row, field) }))

/** Months of a row's history as evidence: `paymentHistory 12/2024`. */
export const monthEvidence = (row: Account, months: Account['paymentHistory']): Evidence[] =>
  months.map(({ date, status }) => ({
    bureau: row.bureau,
    field: `paymentHistory ${showMonth(date)}`,
    value: status,
  }))
