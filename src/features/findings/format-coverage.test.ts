import { describe, expect, test } from 'vitest'
import type { Report } from '#features/reports/canonical.ts'
import type { BureauCoverage } from '#features/reports/coverage.ts'
import { type SavedFormat, savedFormats } from '#features/reports/formats.ts'
import { mergeReports } from '#features/reports/parts.ts'
import { redactForPlan } from '#features/reports/redact-for-plan.ts'
import { times } from '#test/support/chance.ts'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { expectedIn, knownReport } from '#test/support/reports/known-report.ts'
import { accountOf, inquiryOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { runAllRules } from './find.ts'

const bureauOf: Partial<Record<SavedFormat, Bureau>> = {
  'equifax-pdf': 'Equifax',
  'experian-pdf': 'Experian',
  'transunion-pdf': 'TransUnion',
}

/** Redacted as rules get it: all numbers masked alike. */
const examined = (report: Report) => redactForPlan(report, 'max')

/** Some services list hard inquiries only, without stating so. */
const withoutSoft = (report: Report): Report => ({
  ...report,
  inquiries: report.inquiries.filter(({ kind }) => kind !== 'soft'),
})

const found = (report: Report): string[] =>
  runAllRules(examined(report)).map(
    ({ rule, subject, bureaus: at }) => `${rule} ${JSON.stringify(subject)} ${at.join()}`,
  )

describe.each(savedFormats)('a report as %s', format => {
  const own = bureauOf[format]
  test('yields no finding that the full report does not yield', () => {
    // Other people for each format, in a row: every sixth lacks a bureau's file.
    const first = savedFormats.indexOf(format) * 8 + 1
    for (let seed = first; seed < first + times(8); seed += 1) {
      const whole = withoutSoft(knownReport(seed, { only: own === undefined ? bureaus : [own] }))
      const kept = expectedIn(whole, format)
      const known = new Set(found({ ...whole, format: 'mismo-3' }))
      expect(found(kept).filter(finding => !known.has(finding))).toEqual([])
    }
  })
})

const bureau = 'TransUnion' as const
const report = (given: Partial<Report>, coverage: Partial<BureauCoverage> | null = null): Report =>
  reportOf({
    ...given,
    files: [{ bureau, status: 'hit', text: null }],
    ...(coverage && { coverage: [coverageOf({ bureau, ...coverage })] }),
  })
const rulesOn = (one: Report): string[] => runAllRules(examined(one)).map(({ rule }) => rule)

const collector = accountOf({
  creditorName: 'Meridian Collections',
  accountType: 'Collection',
  isCollection: true,
  isDerogatory: true,
  accountStatus: 'Derogatory',
  payStatus: 'COL',
  originalCreditor: null,
})
const closed = accountOf({ accountStatus: 'Closed', openClosed: 'Closed', currentBalance: '0.00' })
const oldCard = accountOf({ creditLimit: '500.00', currentBalance: '1.00', paymentHistory: [] })

describe('a value that the format cannot carry is not a finding', () => {
  test.each<[string, Report['accounts'][number], Report['format'], Report['format']]>([
    ['C-35', collector, 'transunion-pdf', 'equifax-pdf'],
    ['C-44', closed, 'smartcredit-html', 'identityiq-html'],
    ['C-45', oldCard, 'smartcredit-html', 'smartcredit-pdf'],
  ])('%s', (rule, row, carrying, lacking) => {
    expect(rulesOn(report({ accounts: [row], format: carrying }))).toContain(rule)
    expect(rulesOn(report({ accounts: [row], format: lacking }))).not.toContain(rule)
  })
})

describe('what was not read is not a finding', () => {
  const format = 'transunion-pdf' as const
  test('months that are drawings are not a missing history', () => {
    const given = { accounts: [oldCard], format }
    expect(rulesOn(report(given, {}))).toContain('C-45')
    expect(rulesOn(report(given, { monthsUnreadable: 12 }))).not.toContain('C-45')
  })

  test('an account that was not read may be the one that an inquiry led to', () => {
    const given = { format, inquiries: [inquiryOf({ date: '2026-03-02', kind: 'hard' })] }
    const short = { stated: { accounts: 4, inquiries: null, publicRecords: null } }
    expect(rulesOn(report(given, {}))).toContain('I-02')
    expect(rulesOn(report(given, short))).not.toContain('I-02')
  })

  test('an address that one bureau does not list may be in the unread part of its file', () => {
    const address = { street: '9 Elm St', city: 'Dayton', state: 'OH', postal: '45401', reported: null }
    const elsewhere = { ...address, street: '77 Oak Ave' }
    const people = [
      personOf({ currentAddress: address, previousAddresses: [elsewhere] }),
      personOf({ bureau: 'Experian', currentAddress: address }),
    ]
    const at = (sections: BureauCoverage['sections']) =>
      reportOf({
        format: 'identityiq-html',
        personal: people,
        coverage: [coverageOf({}), coverageOf({ bureau: 'Experian', sections })],
      })
    expect(rulesOn(at(['personal', 'accounts']))).toContain('P-04')
    expect(rulesOn(at(['accounts']))).not.toContain('P-04')
  })
})

/** All three bureaus report these values, but two of these files may not print them. */
const withoutBureaus = (finding: string): string => finding.slice(0, finding.lastIndexOf(' '))

test('three one-bureau PDFs in one report yield no finding that the full report does not yield', () => {
  for (let seed = 1; seed <= times(12); seed += 1) {
    const whole = withoutSoft(knownReport(seed))
    const files = (['transunion-pdf', 'experian-pdf', 'equifax-pdf'] as const).map(format =>
      expectedIn(withoutSoft(knownReport(seed, { only: [bureauOf[format] ?? 'TransUnion'] })), format),
    )
    const [first, ...others] = files
    if (first === undefined) throw new Error('three files')
    const known = new Set(found({ ...whole, format: 'mismo-3' }).map(withoutBureaus))
    const joined = found(mergeReports([first, ...others])).map(withoutBureaus)
    expect(joined.filter(finding => !known.has(finding))).toEqual([])
  }
})
