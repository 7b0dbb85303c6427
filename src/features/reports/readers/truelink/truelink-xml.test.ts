import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Report } from '../../canonical.ts'
import { readReport } from '../detect.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
const ada = { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }
const bundle = fixture('three-bureaus.truelink.xml')

const reportOf = (text: string): Report => requireReport(readReport(text, ada))

test('TrueLink as XML results in the same report as both JSON dialects', () => {
  const fromJson = reportOf(fixture('three-bureaus.truelink.jsonp'))
  expect(reportOf(bundle)).toEqual({ ...fromJson, format: 'truelink-xml' })
})

test('no trace of a whole SSN is kept, not even from attributes', () => {
  expect(bundle).toMatch(/666102041/)
  expect(JSON.stringify(reportOf(bundle))).not.toMatch(/666-?10-?2041/)
})

test('an SSN is removed everywhere when only an attribute `number` of its element has it', () => {
  const hidden = bundle
    .replaceAll(' SocialSecurityNumber="666102041"', '')
    .replace('<Borrower>', '<Borrower><SocialSecurity number="666-10-2041"/>')
    .replaceAll('creditorName="MAPLE BANK CARD SERVICES"', 'creditorName="OAK 0666102041"')
  expect(JSON.stringify(reportOf(hidden))).toContain('OAK 0XXXXX2041')
})

test('an attribute is read before elements of its name, and no name reaches a prototype', () => {
  const twice = bundle
    .replaceAll(
      /<Tradeline ([^>]*)>/g,
      '<Tradeline $1><creditorName>OTHER</creditorName><bureau>Equifax</bureau>',
    )
    .replaceAll('</TradeLinePartition>', '</TradeLinePartition><__proto__ polluted="yes"/>')
  expect(twice).toMatch(/OTHER.*__proto__/s)
  expect(reportOf(twice)).toEqual(reportOf(bundle))
  expect('polluted' in {}).toBe(false)
})

describe('envelopes and spellings', () => {
  const accounts =
    '<TradeLinePartition accountTypeSymbol="R"><Tradeline bureau="Experian" creditorName="OAK"/>'
  const report = `<TrueLinkCreditReportType>${accounts}</TradeLinePartition></TrueLinkCreditReportType>`
  test.each([
    ['one report alone', report],
    ['named as its schema names it', report.replaceAll('ReportType', 'Report')],
    ['named with a small letter', report.replaceAll('TrueLinkC', 'trueLinkC')],
    ['with a namespace of its own', report.replaceAll('<', '<t:').replaceAll('<t:/', '</t:')],
    ['inside a SOAP envelope', `<s:Envelope xmlns:s="urn:s"><s:Body>${report}</s:Body></s:Envelope>`],
    [
      'in a component of one bureau',
      `<BundleComponents><BundleComponent><Type>EXPReportV6</Type>${report.replace(' bureau="Experian"', '')}</BundleComponent></BundleComponents>`,
    ],
    [
      'with values in elements',
      report.replace(' creditorName="OAK"/>', '><creditorName>OAK</creditorName></Tradeline>'),
    ],
  ])('%s', (_, text) => {
    expect(reportOf(text).accounts).toMatchObject([
      { bureau: 'Experian', creditorName: 'OAK', accountType: 'Revolving' },
    ])
  })

  test('a report with only a person is a report, regardless of its element’s name', () => {
    const name =
      '<BorrowerName><Name first="ADA" last="QUILL"/><Source><Bureau symbol="TUC"/></Source></BorrowerName>'
    for (const element of ['TrueLinkCreditReport', 'trueLinkCreditReportType']) {
      const text = `<${element}><Borrower>${name}</Borrower></${element}>`
      expect(reportOf(text).personal).toMatchObject([{ bureau: 'TransUnion', name: 'ADA QUILL' }])
    }
  })

  test('an empty report is no report, and other element names are plain data', () => {
    expect(readReport('<TrueLinkCreditReportType/>', ada)).toMatchObject({
      kind: 'noReport',
      reason: 'empty',
    })
    const text = report.replace(
      '<Tradeline',
      '<__proto__ polluted="1"/><constructor>x</constructor><Tradeline',
    )
    expect(reportOf(text).accounts).toHaveLength(1)
    expect('polluted' in {}).toBe(false)
  })
})

describe('report statements without a bureau', () => {
  const tree = (more: object) => ({
    Borrower: { CreditStatement: { statement: 'Not mine.' } },
    TradeLinePartition: ['Experian', 'Equifax'].map(bureau => ({
      Tradeline: { bureau, creditorName: 'OAK' },
    })),
    ...more,
  })

  test('include a fraud indicator and a deceased mark in each file, as the report’s own', () => {
    const report = reportOf(JSON.stringify(tree({ FraudIndicator: 'true', DeceasedIndicator: true })))
    expect(report.files.map(file => file.text)).toEqual(
      Array(2).fill('This report carries a fraud indicator. This report marks the person as deceased.'),
    )
  })

  test('exclude a consumer statement, which is counted', () => {
    const report = reportOf(JSON.stringify(tree({})))
    expect(report.personal.flatMap(one => one.consumerStatements)).toEqual([])
    expect(report.warnings.map(one => one.code)).toEqual(['unknown_bureau'])
  })
})
