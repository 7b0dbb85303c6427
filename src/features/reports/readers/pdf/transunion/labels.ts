import { createLabels } from '../labels.ts'
import { createHeadings } from '../sections.ts'

/** The labels of TransUnion's report from annualcreditreport.com (evidence: docs/reference/report-formats.md). */

export const sectionHeadings = {
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
  // The rest of this label is in the next row where its column is narrow.
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

/** Rows of the payment history, each beside the months. */
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
