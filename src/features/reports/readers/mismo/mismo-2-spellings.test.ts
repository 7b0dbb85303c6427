import { describe, expect, test } from 'vitest'
import { at, borrower, plain } from '#test/support/reports/mismo-2-document.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

/** One small report in the spellings and envelopes of many senders. */

const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const reportOf = (text: string): Report => requireReport(readReport(text, ada))

describe('the same report is read from', () => {
  const lower = (text: string) =>
    text.replaceAll(/ (_?[A-Za-z]+)=/g, (_, name: string) => ` ${name.toLowerCase()}=`)
  test.each<[string, string]>([
    [
      'a response group',
      `<RESPONSE_GROUP MISMOVersionID="2.4"><RESPONSE><RESPONSE_DATA>${plain}</RESPONSE_DATA><STATUS _Condition="Success"/></RESPONSE></RESPONSE_GROUP>`,
    ],
    ['a document that names its DTD', `<!DOCTYPE CREDIT_RESPONSE SYSTEM "CREDIT_RESPONSE_2_4.dtd">${plain}`],
    [
      'one that names it publicly',
      `<!DOCTYPE CREDIT_RESPONSE PUBLIC "-//MISMO//DTD 2.4//EN" "c.dtd">${plain}`,
    ],
    [
      'prefixed elements',
      plain
        .replaceAll(/<(\/?)(?=[A-Z_])/g, '<$1m:')
        .replace('<m:CREDIT_RESPONSE', '<m:CREDIT_RESPONSE xmlns:m="urn:m"'),
    ],
    ['an envelope of the sender', `<s:Envelope xmlns:s="urn:s"><s:Body>${plain}</s:Body></s:Envelope>`],
    ['attributes in lower case', lower(plain)],
    ['attributes without underscores', plain.replaceAll(' _', ' ')],
    ['names written whole', plain.replaceAll(/ _Account/g, ' CreditLiabilityAccount')],
    [
      'a bureau in an attribute',
      plain
        .replace('CreditFileID="F1" _', 'CreditRepositorySourceType="Equifax" _')
        .replace(at('Equifax'), ''),
    ],
    ['a bureau by the file alone', plain.replace(at('Equifax'), '')],
    ['a bureau spelled as its mark', plain.replace(at('Equifax'), at('EFX'))],
    [
      'values as elements',
      plain
        .replace('_UnpaidBalanceAmount="120" ', '')
        .replace(
          '<_CREDITOR _Name="ROWAN"/>',
          '<_UnpaidBalanceAmount>120</_UnpaidBalanceAmount><_CREDITOR><_Name>ROWAN</_Name></_CREDITOR>',
        ),
    ],
    [
      'unknown attributes and elements',
      plain.replace('<_CREDITOR', '<NEW_IN_2_6 _Value="1"/><_CREDITOR _NewToo="2"'),
    ],
    ['no borrower', plain.replace(borrower, '')],
    ['no borrower and no ids', plain.replace(borrower, '').replaceAll('BorrowerID="B1" ', '')],
    ['an MISMO version that we do not know', plain.replace('2.4', '2.6')],
  ])('%s', (_, text) => {
    const { formatVersion: _v, ...report } = reportOf(text)
    const { formatVersion: _w, ...expected } = reportOf(plain)
    expect(report).toEqual(expected)
  })
})

describe('the same report is read from JSON', () => {
  const liability = {
    '@CreditLiabilityID': 'L1',
    '@BorrowerID': 'B1',
    '@CreditFileID': 'F1',
    '@_AccountIdentifier': '44001234',
    '@_AccountOpenedDate': '2020-01-02',
    '@_AccountType': 'Revolving',
    '@_AccountStatusType': 'Open',
    '@_AccountReportedDate': '2026-09',
    '@_UnpaidBalanceAmount': 120,
    _CREDITOR: { '@_Name': 'ROWAN' },
    CREDIT_REPOSITORY: { '@_SourceType': 'Equifax' },
  }
  const person = { '@_FirstName': 'ADA', '@_LastName': 'QUILL', '@_SSN': '666102041' }
  const body = {
    '@MISMOVersionID': '2.4',
    '@CreditReportFirstIssuedDate': '2026-10-05',
    BORROWER: { ...person, '@BorrowerID': 'B1', '@_PrintPositionType': 'Borrower' },
    CREDIT_LIABILITY: liability,
    CREDIT_FILE: {
      '@CreditFileID': 'F1',
      '@BorrowerID': 'B1',
      '@CreditRepositorySourceType': 'Equifax',
      '@_ResultStatusType': 'FileReturned',
      _BORROWER: person,
    },
  }
  const bare = (text: string) => text.replaceAll('"@', '"')
  const json = JSON.stringify({ CREDIT_RESPONSE: body })
  test.each<[string, string]>([
    ['as Array writes it', json],
    ['keys without @', bare(json)],
    ['keys without @ and underscores', bare(json).replaceAll('"_', '"')],
    [
      'arrays where objects may stand',
      JSON.stringify({
        CREDIT_RESPONSE: [
          {
            ...body,
            BORROWER: [body.BORROWER],
            CREDIT_LIABILITY: [{ ...liability, CREDIT_REPOSITORY: [liability.CREDIT_REPOSITORY] }],
          },
        ],
      }),
    ],
    ['an envelope of the sender', JSON.stringify({ data: [{ report: { CREDIT_RESPONSE: body } }] })],
    [
      'a whole response group',
      JSON.stringify({
        RESPONSE_GROUP: {
          RESPONSE: { RESPONSE_DATA: { CREDIT_RESPONSE: body }, STATUS: { '@_Condition': 'Success' } },
        },
      }),
    ],
    ['a callback', `callback(${json});`],
    ['no files, but rows', JSON.stringify({ CREDIT_RESPONSE: { ...body, CREDIT_FILE: null } })],
  ])('%s', (_, text) => {
    const { accounts, files, subject, reportDate } = reportOf(text)
    const expected = reportOf(plain)
    expect({ accounts, files, subject, reportDate }).toEqual({
      accounts: expected.accounts,
      files: expected.files,
      subject: expected.subject,
      reportDate: expected.reportDate,
    })
  })
})
