import type { TradeValue } from './displayed.ts'

/** The labels that a service's page and its print have in common (docs/reference/report-formats.md). */

/** The content of a labeled field: a TrueLink value, remarks, whether the account is disputed, or nothing we use. */
type DisplayedField = TradeValue | 'remarks' | 'disputed' | 'ignored'

export type DisplayedLabels = Readonly<Record<string, DisplayedField>>

export const identityIqLabels: DisplayedLabels = {
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
}

/** SmartCredit and the services that show its view under their own names. */
export const smartCreditLabels: DisplayedLabels = {
  'account #': 'accountNumber',
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
}

export const fieldAt = (labels: DisplayedLabels, label: string): DisplayedField | undefined =>
  Object.hasOwn(labels, label) ? labels[label] : undefined

/** The marks of a month on IdentityIQ's page, as TrueLink symbols. */
export const identityIqMarks: Readonly<Record<string, string>> = {
  OK: 'C',
  '30': '1',
  '60': '2',
  '90': '3',
  '120': '4',
  '150': '5',
  '180': '6',
  PP: '7',
  RF: '8',
  CO: '9',
  VS: '8A',
}

/** Labels of public records and their places in TrueLink; others, such as remarks, have no field in our model. */
export const recordLabels: Readonly<Record<string, string>> = {
  type: 'type',
  status: 'status',
  'date filed/reported': 'dateFiled',
  'reference#': 'referenceNumber',
  court: 'courtName',
  'closing date': 'dateResolved',
  'closing satisfied': 'dateSatisfied',
  'date satisfied': 'dateSatisfied',
  'released date': 'dateReleased',
  'date released': 'dateReleased',
  'date settled': 'dateSettled',
  amount: 'amount',
  'action amount': 'actionAmount',
  liability: 'liabilityAmount',
  'liability amount': 'liabilityAmount',
  plaintiff: 'plaintiff',
}

/** "Account not disputed" or how it is disputed; a resolved dispute is neither. */
export const readDisputeStatus = (words: string): boolean | null => {
  if (/\bnot disputed\b/i.test(words)) return false
  return /disput/i.test(words) && !/\bresolved\b/i.test(words) ? true : null
}
