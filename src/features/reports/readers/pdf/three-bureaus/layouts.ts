import type { SavedFormat } from '../../../formats.ts'
import type { TradeValue } from '../../truelink/displayed.ts'

/** The prints of monitoring services that set the three bureaus side by side (docs/reference/report-formats.md). */

/** What a label's value is: of TrueLink, a remark, whether it is disputed, or nothing of ours. */
export type FieldName = TradeValue | 'remarks' | 'disputed' | 'ignored'

export type Layout = {
  format: Extract<SavedFormat, 'identityiq-pdf' | 'smartcredit-pdf' | 'myfreescorenow-pdf'>
  accounts: Readonly<Record<string, FieldName>>
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
  accounts: {
    'account #': 'accountNumber',
    'account type': 'creditType',
    'account type - detail': 'typeDetail',
    'bureau code': 'designator',
    'account status': 'condition',
    'monthly payment': 'monthlyPayment',
    'date opened': 'dateOpened',
    balance: 'currentBalance',
    'no. of months (terms)': 'termMonths',
    'high credit': 'highBalance',
    'credit limit': 'creditLimit',
    'past due': 'amountPastDue',
    'payment status': 'payStatus',
    'last reported': 'dateReported',
    comments: 'remarks',
    'date last active': 'dateAccountStatus',
    'date of last payment': 'dateLastPayment',
  },
  marks: ['bureau code', 'no. of months (terms)', 'account type - detail', 'date last active'],
  header: /^TransUnion$/,
  hasMarks: true,
  hasType: true,
}

const consumerDirect: Omit<Layout, 'format' | 'header'> = {
  accounts: {
    'account #': 'accountNumber',
    'account number': 'accountNumber',
    'high balance': 'highBalance',
    'last verified': 'ignored',
    'date of last activity': 'dateAccountStatus',
    'date reported': 'dateReported',
    'date opened': 'dateOpened',
    'balance owed': 'currentBalance',
    'closed date': 'dateClosed',
    'account rating': 'condition',
    'account description': 'designator',
    'dispute status': 'disputed',
    'creditor type': 'industry',
    'account status': 'openClosed',
    'payment status': 'payStatus',
    'creditor remarks': 'remarks',
    'payment amount': 'monthlyPayment',
    'last payment': 'dateLastPayment',
    'term length': 'termMonths',
    'past due amount': 'amountPastDue',
    'account type': 'typeDetail',
    'payment frequency': 'ignored',
    'credit limit': 'creditLimit',
    'original creditor': 'originalCreditor',
    utilization: 'ignored',
  },
  marks: ['balance owed', 'account rating', 'creditor remarks', 'account description'],
  hasMarks: false,
  hasType: false,
}

export const layouts: readonly Layout[] = [
  identityIq,
  { ...consumerDirect, format: 'smartcredit-pdf', header: /^(?:TransUnion|[Tt]rans[Uu]nion\s?®)$/ },
  { ...consumerDirect, format: 'myfreescorenow-pdf', header: /^Transunion$/ },
]
