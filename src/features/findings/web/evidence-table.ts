import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Evidence } from '../finding.ts'

/** The evidence of a finding side by side: a row for each field, a column for each bureau that shows any of it. */
export type EvidenceTable = {
  bureaus: Bureau[]
  /** What each bureau shows of a field, in the order of `bureaus`; empty where it shows nothing. */
  rows: { field: string; name: string; values: string[][] }[]
}

const names: Readonly<Record<string, string>> = {
  accountNumber: 'Account number',
  accountStatus: 'Account status',
  accountType: 'Account type',
  accountTypeDetail: 'Account type, detail',
  address: 'Address',
  amountPastDue: 'Past due',
  chargeOffAmount: 'Charge-off amount',
  condition: 'Condition',
  creditLimit: 'Credit limit',
  creditorName: 'Creditor',
  currentBalance: 'Balance',
  dateChargeOff: 'Date of charge-off',
  dateClosed: 'Date closed',
  dateFirstDelinquency: 'First missed payment',
  dateLastActive: 'Date last active',
  dateLastPayment: 'Date of last payment',
  dateOpened: 'Date opened',
  datePaid: 'Date paid',
  disposed: 'Date of outcome',
  disposition: 'Outcome',
  dob: 'Date of birth',
  filed: 'Date filed',
  highBalance: 'High credit',
  inquiry: 'Inquiry',
  lastReported: 'Last reported',
  monthlyPayment: 'Monthly payment',
  name: 'Name',
  openClosed: 'Open or closed',
  originalAmount: 'Original amount',
  originalCreditor: 'Original creditor',
  payStatus: 'Payment status',
  paymentHistory: 'Payment history',
  remarks: 'Comments',
  responsibility: 'Responsibility',
  ssn: 'Social Security number',
  termLength: 'No. of months',
  type: 'Type',
}

/** `currentBalance` as `Balance`, `paymentHistory 03/2026` as `Payment history 03/2026`; an unknown field as it is. */
const nameOf = (field: string): string => {
  const [first = field, ...more] = field.split(' ')
  return [names[first] ?? first, ...more].join(' ')
}

/**
 * Fields and bureaus of evidence as a table; fields in the order in which the evidence names them. A field that no bureau
 * reports says nothing and is left out.
 */
export const evidenceTable = (evidence: readonly Evidence[]): EvidenceTable => {
  const bureaus = sortBureaus(evidence.map(({ bureau }) => bureau))
  const reported = [...Map.groupBy(evidence, ({ field }) => field)].filter(([, those]) =>
    those.some(({ value }) => value !== '-'),
  )
  const rows = reported.map(([field, those]) => ({
    field,
    name: nameOf(field),
    values: bureaus.map(bureau => those.filter(one => one.bureau === bureau).map(({ value }) => value)),
  }))
  return { bureaus, rows }
}
