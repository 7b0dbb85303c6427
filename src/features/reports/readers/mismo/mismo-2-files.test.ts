import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import { readReport } from '../detect.ts'

/** Files without a result: the content of the response decides. */

const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const response = (inner: string) =>
  `<RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE><RESPONSE_DATA><CREDIT_RESPONSE CreditReportIdentifier="R1"><BORROWER BorrowerID="A" _FirstName="ADA" _LastName="QUILL"/>${inner}</CREDIT_RESPONSE></RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`
const filesOf = (inner: string) => {
  return requireReport(readReport(response(inner), ada)).files.map(file => `${file.bureau} ${file.status}`)
}
const score = (bureau: string, value: string, borrower = 'A') =>
  `<CREDIT_SCORE BorrowerID="${borrower}" CreditRepositorySourceType="${bureau}" _Value="${value}"/>`
const file = (bureau: string, borrower = 'A') =>
  `<CREDIT_FILE CreditFileID="${bureau}${borrower}" BorrowerID="${borrower}" CreditRepositorySourceType="${bureau}"/>`
const inquiry =
  '<CREDIT_INQUIRY BorrowerID="A" _Name="OAK"><CREDIT_REPOSITORY _SourceType="Equifax"/></CREDIT_INQUIRY>'

describe('a file without a result', () => {
  test.each([
    [
      'is returned when a score came of it',
      score('TransUnion', '720') + file('TransUnion'),
      'TransUnion hit',
    ],
    ['is returned when a row came of it', inquiry + file('Equifax'), 'Equifax hit'],
    [
      'is not, when a code stands for the score',
      inquiry + score('Experian', '9002') + file('Experian') + file('Equifax'),
      'Experian error,Equifax hit',
    ],
    ['is returned when a score alone names the bureau', score('Experian', '700'), 'Experian hit'],
  ])('%s', (_, inner, files) => {
    expect(filesOf(inner).join()).toBe(files)
  })

  test('is not affected by another bureau’s reason for having no score', () => {
    const reading = readReport(response(inquiry + score('Experian', '9002') + file('Equifax')), ada)
    expect(reading).toMatchObject({ kind: 'report', report: { scoreExclusions: [{ bureau: 'Experian' }] } })
  })

  test('is not returned just because the other person’s was', () => {
    const ben = '<BORROWER BorrowerID="B" _FirstName="BEN" _LastName="QUILL"/>'
    const inner = ben + score('TransUnion', '700', 'B') + file('TransUnion') + file('TransUnion', 'B')
    expect(filesOf(inner + inquiry)).toEqual(['TransUnion error', 'Equifax hit'])
  })
})
