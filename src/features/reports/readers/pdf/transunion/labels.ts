import { isPartialDate, type PartialDate } from '#values/dates.ts'
import type { Dollars } from '#values/money.ts'
import type { Address } from '../../../canonical.ts'
import { parseFreeText, parseMoney } from '../../fields.ts'
import { dropAdverseMarks, isNothingPrinted } from '../../printed-words.ts'
import { type Columns, findColumns } from '../columns.ts'
import type { Field, Fields } from '../fields.ts'
import { createLabels, type Labels } from '../labels.ts'
import type { Row } from '../rows.ts'
import { createHeadings } from '../sections.ts'

/** The labels of TransUnion's report from annualcreditreport.com (evidence: docs/reference/report-formats.md). */

const sectionHeadings = {
  'Personal Information': 'personal',
  'Public Records': 'publicRecords',
  'Accounts with Adverse Information': 'adverse',
  'Satisfactory Accounts': 'satisfactory',
  Accounts: 'other',
  Inquiries: 'hard',
  'Regular Inquiries': 'hard',
  'Promotional Inquiries': 'soft',
  'Account Review Inquiries': 'soft',
  'Consumer Statement': 'statement',
  'Credit Report Messages': 'other',
  'Additional Information': 'other',
  'Supplemental public records and residential information': 'other',
} as const
export const headingOf = createHeadings(sectionHeadings)
export type SectionName = NonNullable<ReturnType<typeof headingOf>>

const top = {
  'Personal Credit Report for': 'name',
  'File Number': 'fileNumber',
  'Date Created': 'created',
  'Credit Report Date': 'reportDate',
} as const
export const topLabels = createLabels(top)

/** Groups within the personal section. */
const personGroups = {
  Addresses: 'addresses',
  'Phone Numbers': 'phones',
  Employers: 'employers',
} as const
export const personGroupOf = createHeadings(personGroups)

const person = {
  Name: 'name',
  'Also Known As': 'alias',
  AKA: 'alias',
  'Social Security Number': 'ssn',
  'Date of Birth': 'dob',
  'Current Address': 'currentAddress',
  'Other Address': 'otherAddress',
  'Date Reported': 'reported',
  'Phone Number': 'phone',
  Occupation: 'occupation',
  Location: 'location',
  'Date Hired': 'hired',
  'Date Verified': 'verified',
} as const
export const personLabels = createLabels(person)

const account = {
  Address: 'address',
  Phone: 'phone',
  'Monthly Payment': 'monthlyPayment',
  'Date Opened': 'opened',
  Responsibility: 'responsibility',
  'Account Type': 'type',
  'Loan Type': 'loanType',
  Balance: 'balance',
  'Date Updated': 'updated',
  'Payment Received': 'paymentReceived',
  'Last Payment Made': 'lastPayment',
  'Last Payment Made/Paid': 'lastPayment',
  'High Balance': 'highBalance',
  'High Balance (Hist.)': 'highBalance',
  'High Balance (Hist)': 'highBalance',
  'High Credit': 'highCredit',
  'Credit Limit': 'creditLimit',
  'Credit Limit (Hist.)': 'creditLimit',
  'Credit Limit (Hist)': 'creditLimit',
  'Original Creditor': 'originalCreditor',
  'Past Due': 'pastDue',
  'Pay Status': 'payStatus',
  Terms: 'terms',
  'Date Closed': 'closed',
  Remarks: 'remarks',
  'Maximum Delinquency Note': 'maximumDelinquency',
  'Maximum Delinquency': 'maximumDelinquency',
  // The rest of this label is in the next row if its column is narrow.
  'Estimated month and year': 'removal',
  'Bureau Code': 'bureauCode',
} as const
export const accountLabels = createLabels(account)
export const accountLabelsWith = (unknown: readonly string[]) => createLabels(account, unknown)
export type AccountValue = (typeof account)[keyof typeof account]

const record = {
  Name: 'name',
  'Docket Number': 'docket',
  'Reference Number': 'docket',
  Address: 'address',
  Phone: 'phone',
  Type: 'type',
  'Date Filed': 'filed',
  'Court Type': 'courtType',
  'Date Updated': 'updated',
  'Date Paid': 'paid',
  'Estimated month and year': 'removal',
  'Plaintiff Attorney': 'attorney',
  Plaintiff: 'plaintiff',
  Responsibility: 'responsibility',
} as const
export const recordLabels = createLabels(record)

const inquiry = {
  Location: 'location',
  Address: 'location',
  'Requested On': 'dates',
  Phone: 'phone',
  'Permissible Purpose': 'purpose',
} as const
export const inquiryLabels = createLabels(inquiry)

/** Rows of the payment history, each next to the months. */
export const historyLabels = [
  'Scheduled Payment',
  'Amount Paid',
  'High Credit',
  'Past Due',
  'Balance',
  'Remarks',
  'Rating',
] as const

/** All words of the layout itself. */
export const transUnionWords: readonly string[] = [
  ...[sectionHeadings, personGroups, top, person, account, record, inquiry].flatMap(table =>
    Object.keys(table),
  ),
  ...historyLabels,
  'Account Name',
  'Account Number',
  'Account Information',
  'Payment History',
  'Total Months',
  'Estimated month and year this item will be removed',
]

/** Values as printed by TransUnion. */

/** The label columns, if most pages have several. A single one is not needed: its labels begin rows. */
export const columnsOf = <Name extends string>(rows: readonly Row[], labels: Labels<Name>): Columns => {
  const columns = findColumns(rows, labels)
  const several = [...columns.values()].filter(({ length }) => length > 1)
  return several.length * 2 > columns.size ? columns : new Map()
}

/** The printed value; null if nothing is reported. */
export const printedIn = (field: Field | undefined): string | null => {
  const text = field?.value ?? null
  return text === null || isNothingPrinted(text) ? null : text
}

export const printedOf = <Name extends string>({ values }: Fields<Name>, name: Name): string | null =>
  printedIn(values.get(name))

/** `$696`, or `High balance of $696 from 10/2023 to 03/2026`. An amount among other words may be another label's. */
export const amountIn = (text: string | null): Dollars | null => {
  const plain = dropAdverseMarks(text ?? '')
  const [, amount = plain] =
    /^(?:[a-z ]{1,40} of )?(-?\$ ?[\d,]{1,15}(?:\.\d\d)?)(?: from [\d/ to]{1,40})?$/i.exec(plain) ?? []
  return parseMoney(amount)
}

/** The month in a value that contains the rest of its label: `this item will be removed 10/2032`. */
export const monthIn = (text: string | null): PartialDate | null => {
  const [, month, year] = /(?<![\d/])(\d{1,2})\/(\d{4})(?!\d)/.exec(text ?? '') ?? []
  const date = `${year}-${month?.padStart(2, '0')}`
  return month !== undefined && isPartialDate(date) ? date : null
}

/** `PO BOX 12 WILMINGTON, DE 19801`: it is unknown where the street ends and the city begins. */
export const readAddressLine = (text: string | null): Address | null => {
  const line = parseFreeText(text)
  if (line === null || isNothingPrinted(line)) return null
  const [, street = '', state, postal] =
    /^(.{0,300}?)(?:,|, | )([A-Z]{2}),? ?(\d{5}(?:-\d{4})?)$/.exec(line) ?? []
  return state === undefined || postal === undefined
    ? { street: line, city: null, state: null, postal: null }
    : { street: street.trim() || null, city: null, state, postal }
}
