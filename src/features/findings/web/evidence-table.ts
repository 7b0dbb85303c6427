import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Evidence } from '../finding.ts'

type EvidenceTable = {
  bureaus: Bureau[]
  /** The values of each bureau, in the order of `bureaus`. */
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

/** `currentBalance` as `Balance`, `paymentHistory 03/2026` as `Payment history 03/2026`. */
const nameOf = (field: string): string => {
  const [first = field, ...more] = field.split(' ')
  return [names[first] ?? first, ...more].join(' ')
}

/** Fields in the order of the evidence. A field that no bureau reports is left out. */
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
