import type { SavedFormat } from '../../../formats.ts'
import { type DisplayedLabels, identityIqLabels, smartCreditLabels } from '../../truelink/displayed-labels.ts'

/** The prints of monitoring services that set the three bureaus side by side (docs/reference/report-formats.md). */

export type Layout = {
  format: Extract<SavedFormat, 'identityiq-pdf' | 'smartcredit-pdf' | 'myfreescorenow-pdf'>
  accounts: DisplayedLabels
  /** Two of them must be in the file. */
  marks: readonly string[]
  /** How the name of TransUnion is written above the tables. */
  header: RegExp
  /** The months stand as text in the row of each bureau; else they are drawings. */
  hasMarks: boolean
  /** The type of an account has a row of its own; else it follows from the words of its kind. */
  hasType: boolean
}

const identityIq: Layout = {
  format: 'identityiq-pdf',
  accounts: identityIqLabels,
  marks: ['bureau code', 'no. of months (terms)', 'account type - detail', 'date last active'],
  header: /^TransUnion$/,
  hasMarks: true,
  hasType: true,
}

const consumerDirect: Omit<Layout, 'format' | 'header'> = {
  accounts: { ...smartCreditLabels, 'account number': 'accountNumber' },
  marks: ['balance owed', 'account rating', 'creditor remarks', 'account description'],
  hasMarks: false,
  hasType: false,
}

export const layouts: readonly Layout[] = [
  identityIq,
  { ...consumerDirect, format: 'smartcredit-pdf', header: /^(?:TransUnion|[Tt]rans[Uu]nion\s?®)$/ },
  { ...consumerDirect, format: 'myfreescorenow-pdf', header: /^Transunion$/ },
]
