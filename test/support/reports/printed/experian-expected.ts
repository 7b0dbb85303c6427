import type { Account, Report } from '#features/reports/canonical.ts'
import { worstPayToken } from '#features/reports/readers/payment-pattern.ts'
import { expectedIn } from '../known-report.ts'
import { experianStatus } from './experian-page.ts'

/** The page states an account in a sentence, and prints the limit or the original balance. */
const asPrinted = (account: Account): Account => ({
  ...account,
  ...experianStatus(account),
  creditorName: account.creditorNameReported,
  originalAmount: account.creditLimit === null ? account.originalAmount : null,
  worstStatus: worstPayToken([account.payStatus, ...account.paymentHistory.map(({ status }) => status)]),
})

/** The rows without ids, and inquiries in one order. */
export const plainRows = ({ accounts, inquiries, publicRecords, personal, subject, reportDate }: Report) => ({
  accounts: accounts.map(row => ({ ...row, id: '' })),
  // A narrow column does not show whether a line break is between words.
  inquiries: inquiries
    .map(row => ({ ...row, id: '', company: row.company.replaceAll(' ', '').toUpperCase(), industry: null }))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  publicRecords: publicRecords.map(row => ({ ...row, id: '' })),
  personal,
  subject,
  reportDate,
})

/** The expected result of reading a known report from the page. */
export const expectedOfExperian = (known: Report) => {
  const carried = expectedIn(known, 'experian-pdf')
  return plainRows({ ...carried, accounts: carried.accounts.map(asPrinted) })
}
