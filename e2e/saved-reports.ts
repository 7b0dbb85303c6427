import type { Report } from '#features/reports/canonical.ts'
import { readReport } from '#features/reports/readers/detect.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'

/**
 * What the bureaus report for a new user: the demo person's rows, in which there is much to dispute, under the common name
 * of all new users.
 */
export const reportOfNewUser = (): Report => {
  const owner = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }
  const reading = readReport(mayasDocument.toString(), owner)
  if (reading.kind !== 'report') throw new Error(`The demo document is ${reading.kind}.`)
  const { report } = reading
  const name = 'INVENTED PERSON'
  return {
    ...report,
    subject: { ...report.subject, name },
    // The demo document masks every other digit, which bureaus do not.
    accounts: report.accounts.map(row => ({
      ...row,
      accountNumber: row.accountNumber?.replaceAll('X', '5') ?? null,
    })),
    inquiries: report.inquiries.map(inquiry => ({ ...inquiry, kind: 'hard' })),
    personal: report.personal.map(person => ({ ...person, name, aliases: [] })),
  }
}
