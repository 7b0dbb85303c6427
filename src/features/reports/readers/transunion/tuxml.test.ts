import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'
import type { ReportOwner } from '../reading.ts'

const fixture = readFileSync(new URL('../../fixtures/ada.transunion.xml', import.meta.url), 'utf8')
const ada: ReportOwner = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }

const reportOf = (text: string, person = ada): Report => requireReport(readReport(text, person))
const report = reportOf(fixture)
const rowOf = (name: string, from = report) => from.accounts.find(row => row.creditorName === name)

test('everything is TransUnion’s, and each row is a separate account', () => {
  expect(new Set(report.accounts.map(row => row.bureau))).toEqual(new Set(['TransUnion']))
  expect(new Set(report.accounts.map(row => row.id)).size).toBe(8)
  expect(report).toMatchObject({
    format: 'transunion-xml',
    formatVersion: '2.33',
    reportDate: '2026-10-05',
    sourceReportId: 'REF-1',
    subject: { name: 'ADA J QUILL', ssnLastFour: '2041' },
    warnings: [],
  })
})

describe('an account', () => {
  test('of a currently late, disputed card contains its creditor’s contact', () => {
    expect(rowOf('MAPLE BK')).toMatchObject({
      accountNumber: '4X1X6X5X',
      accountType: 'Revolving',
      accountTypeDetail: 'Credit card',
      responsibility: 'Individual',
      payStatus: '30',
      worstStatus: '60',
      currentBalance: '1200.00',
      creditLimit: '5000.00',
      amountPastDue: '35.00',
      termLength: null,
      late60: 1,
      disputed: true,
      address: { street: 'PO BOX 12 STE 4', postal: '02415' },
      creditorPhone: '+15405550100',
    })
  })

  test('has the months before the report from its pattern, with 1 as on time, and the last from its rating', () => {
    expect(
      rowOf('MAPLE BK')
        ?.paymentHistory.map(one => `${one.date} ${one.status}`)
        .slice(-6),
    ).toEqual(['2026-04 U', '2026-05 30', '2026-06 60', '2026-07 OK', '2026-08 OK', '2026-09 30'])
    expect(rowOf('ROWAN LENDING')?.paymentHistory.at(-1)).toEqual({ date: '2021-06', status: 'OK' })
  })

  test.each([
    [
      'ROWAN LENDING',
      { accountStatus: 'Paid', responsibility: 'Joint', termLength: 48, originalAmount: '18000.00' },
    ],
    ['HARBOR HOME LOANS', { accountStatus: 'Open', responsibility: 'Co-signer', accountType: 'Mortgage' }],
    [
      'ALDER STORES',
      { accountStatus: 'Derogatory', payStatus: 'CO', chargeOffAmount: '640.00', isDerogatory: true },
    ],
    ['BIRCH CREDIT UNION', { responsibility: 'Authorized user', disputed: null }],
    [
      'ASPEN CARD',
      {
        payStatus: 'BK',
        accountStatus: 'Derogatory',
        remarks: [{ code: 'CBL', text: 'Chapter 7 bankruptcy' }],
      },
    ],
  ])('%s', (name, facts) => {
    expect(rowOf(name)).toMatchObject(facts)
  })

  test('that was refinanced is marked, even if its rating lost a zero', () => {
    expect(report.accounts[6]).toMatchObject({ accountStatus: 'Refinanced', payStatus: 'OK' })
  })

  test('of a collection contains the original creditor, without an SSN written there', () => {
    expect(rowOf('H&L RECOVERY')).toMatchObject({
      accountType: 'Collection',
      payStatus: 'COL',
      accountStatus: 'Derogatory',
      originalCreditor: 'CITY WATER XXXXX2041',
      originalAmount: '180.00',
      dateFirstDelinquency: '2024-08-15',
    })
  })
})

test('the person excludes the request’s data, and an estimated day', () => {
  expect(report.personal).toMatchObject([
    {
      name: 'ADA J QUILL',
      aliases: ['ADA QUIL'],
      dob: '1984-02-29',
      ssnLastFour: '2041',
      currentAddress: { street: '12 N ORCHARD RD #4', postal: '24153', reported: '2020-03' },
      previousAddresses: [{ street: 'PO BOX 88', postal: '24001-0088', reported: null }],
      employers: ['HARBOR & SONS'],
      phones: ['+12025550117'],
      consumerStatements: ['MY WALLET WITH CARD XXXXX2041 WAS STOLEN IN 2024.'],
    },
  ])
  expect(JSON.stringify(report)).not.toMatch(/666-?10-?2041/)
})

test('scores have a model and ordered reasons, a missing one has its reason, and characteristics are not scores', () => {
  expect(report.scores).toMatchObject([
    {
      score: 667,
      model: 'VantageScore 3.0',
      family: 'VantageScore',
      factors: [{ code: '09' }, { code: '07' }],
    },
  ])
  expect(report.scores[0]?.factors[1]?.text).toBe('You have too many delinquent or derogatory accounts')
  const unscored = fixture.replace('+667', '').replace('<results></results>', '')
  expect(reportOf(unscored).scoreExclusions.map(one => `${one.model}: ${one.reason}`)).toEqual([
    'VantageScore 3.0: The sender gives no score and no reason.',
    'FICO Score 8: insufficientCredit',
  ])
})

test('a file with data despite a freeze, and with a fraud alert, contains both notices', () => {
  expect(report.files).toEqual([
    {
      bureau: 'TransUnion',
      status: 'hit',
      text: 'A security freeze is in place. An initial fraud alert is on file.',
    },
  ])
})

test('inquiries of the credit report for lenders are hard; of another product, unknown', () => {
  expect(report.inquiries).toMatchObject([
    { company: 'OAKLINE AUTO', date: '2026-05-13', kind: 'hard', industry: 'Automotive' },
  ])
  expect(reportOf(fixture.replace('07000', '08000')).inquiries[0]?.kind).toBe('unknown')
})

test('a public record', () => {
  expect(report.publicRecords).toMatchObject([
    {
      type: 'Chapter 7 bankruptcy',
      disposition: 'Discharged',
      filed: '2016-03-09',
      disposed: '2016-06-17',
      court: 'USBK COURT WESTERN VIRGINIA',
      caseNumber: '16-70412',
      amount: '21400.00',
    },
  ])
})

describe('envelopes and spellings', () => {
  const body = fixture.replace(/^<\?xml[^>]*\?>\s*/, '')
  const capital = (text: string) => text.replaceAll(/<\/?[a-z]/g, (tag: string) => tag.toUpperCase())
  test.each([
    ['inside a SOAP envelope', `<s:Envelope xmlns:s="urn:s"><s:Body>${body}</s:Body></s:Envelope>`],
    ['with a prefix', body.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1tu:')],
    ['with capitals in front', capital(body)],
    ['without a namespace', body.replace(/ xmlns="[^"]+"/, '')],
    ['with numbers that lost their zeros', body.replaceAll(/>0+(\d+)</g, '>$1<')],
  ])('%s', (_, text) => {
    const read = reportOf(text)
    expect(read.accounts.map(row => [row.creditorName, row.currentBalance, row.payStatus])).toEqual(
      report.accounts.map(row => [row.creditorName, row.currentBalance, row.payStatus]),
    )
    expect([read.files, read.personal, read.scores.length]).toEqual([report.files, report.personal, 1])
  })
})

test('only the requesting subject of a joint file is read, and the rest is counted', () => {
  const [subject = ''] = /<subject>[^]*<\/subject>/.exec(fixture) ?? []
  const other = subject
    .replaceAll('666102041', '666102042')
    .replaceAll('>ADA<', '>BEN<')
    .replaceAll('MAPLE BK', 'PINE BK')
  const joint = fixture.replace(subject, other + subject)
  expect(rowOf('PINE BK', reportOf(joint))).toBeUndefined()
  expect(reportOf(joint).warnings.map(one => one.code)).toEqual(['joint_file'])
  const ben = reportOf(joint, { firstName: 'Ben', lastName: 'Quill', ssnLastFour: '2042' })
  expect(rowOf('PINE BK', ben)).toBeDefined()
})

test('both files of a person with two at TransUnion are read, each row once', () => {
  const [record = ''] = /<subjectRecord>[^]*<\/subjectRecord>/.exec(fixture) ?? []
  const second = record.replaceAll('MAPLE BK', 'PINE BK').replaceAll('ADA QUIL<', 'A QUILLER<')
  const both = reportOf(fixture.replace(record, record + second))
  expect([both.accounts.length, new Set(both.accounts.map(row => row.id)).size]).toEqual([16, 16])
  expect(both.personal[0]?.aliases).toEqual(['ADA QUIL', 'A QUILLER'])
  expect(both.warnings).toEqual([])
})

test.each([
  ['<accountRating>09<', '<accountRating>0Q<'],
  ['<code>PRL<', '<code>QQQ<'],
  ['<type>CH<', '<type>QQ<'],
  ['<portfolioType>open<', '<portfolioType>barter<'],
  ['<type>7X<', '<type>QQ<'],
])('%s as %s is an unknown code: counted, never guessed', (known, unknown) => {
  const read = reportOf(fixture.replace(known, unknown))
  expect(read.warnings.map(one => one.code)).toEqual(['unknown_code'])
  expect(
    JSON.stringify(read.accounts).replaceAll(/"code":"QQQ","text":"TransUnion remark QQQ"/g, ''),
  ).not.toMatch(/QQ|barter/)
})

test('the consumer copy has account types as codes, a bankruptcy as a rating, and full company names', () => {
  const company =
    '<subscriber><memberCode>07D1</memberCode><name><unparsed>OAK</unparsed></name><address><location><city>SALEM</city></location></address><phone><number><unparsed>(540) 555-0100</unparsed></number></phone></subscriber>'
  const trade = `<trade>${company}<account><code>CC</code></account><accountRating>BK</accountRating><dateOpened>06/16/2013</dateOpened></trade>`
  const text = `<d:creditBureau xmlns:d="http://www.transunion.com/disclosure"><productArray><product><subject><subjectRecord><custom><credit>${trade}</credit></custom></subjectRecord></subject></product></productArray></d:creditBureau>`
  const read = reportOf(text)
  expect(read.accounts).toMatchObject([
    {
      accountTypeDetail: 'Credit card',
      payStatus: 'BK',
      accountStatus: 'Derogatory',
      dateOpened: '2013-06-16',
      address: { city: 'SALEM' },
      creditorPhone: '+15405550100',
    },
  ])
  expect(read.warnings).toEqual([])
})

test('a birth date that repeats the request is not the file’s', () => {
  const asked = '<dateOfBirth source="input">1970-01-01</dateOfBirth><dateOfBirth'
  expect(reportOf(fixture.replace('<dateOfBirth', asked)).personal).toEqual(report.personal)
})

describe('responses without a report', () => {
  const response = (inner: string) =>
    `<creditBureau xmlns="http://www.transunion.com/namespace"><document>response</document><product><code>07000</code>${inner}</product></creditBureau>`
  const file = (summary: string) =>
    response(`<subject><subjectRecord><fileSummary>${summary}</fileSummary></subjectRecord></subject>`)
  test.each([
    [
      'an error',
      response('<error><code>071</code><description>Invalid subscriber</description></error>'),
      'rejected',
      /Invalid subscriber/,
    ],
    ['nothing', '<creditBureau/>', 'empty', /no credit data/],
    [
      'no file',
      file('<fileHitIndicator>regularNoHit</fileHitIndicator>'),
      'empty',
      /no file for these details/,
    ],
    ['an error of the file', file('<fileHitIndicator>error</fileHitIndicator>'), 'empty', /could not return/],
    [
      'a frozen file',
      file(
        '<fileHitIndicator>regularHit</fileHitIndicator><creditDataStatus><freeze><indicator>true</indicator></freeze></creditDataStatus>',
      ),
      'empty',
      /frozen/,
    ],
  ])('%s', (_, text, reason, words) => {
    const reading = readReport(text, ada)
    expect(reading).toMatchObject({ kind: 'noReport', reason })
    expect(reading.kind === 'noReport' && reading.message).toMatch(words)
  })
})
