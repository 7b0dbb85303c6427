import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectedIn, knownOwner, knownReport } from '#test/support/reports/known-report.ts'
import { accountOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import { WholeReport } from '#test/support/reports/whole-report.ts'
import type { Report } from './canonical.ts'
import { carries } from './carries.ts'
import type { ReportFormat } from './formats.ts'
import { keepCarried } from './keep-carried.ts'
import { matchesName } from './person.ts'
import { readReport } from './readers/detect.ts'

const fixtures = [
  'three-bureaus.truelink.json',
  'three-bureaus.truelink.xml',
  'stack.array.json',
  'three-bureaus.mismo-2.xml',
  'blend.mismo-2.xml',
  'joint.mismo.xml',
  'ada.transunion.xml',
  'ada.tu4r.txt',
  'ada.experian.json',
  'ada.equifax.json',
]

const readFixture = (name: string): Report => {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  return requireReport(readReport(text, { firstName: 'Ada', lastName: 'Sample', ssnLastFour: '0000' }))
}

const formats = Object.keys(carries).filter((name): name is ReportFormat => name in carries)

test.each(fixtures)('%s contains only what its format can contain', name => {
  const report = readFixture(name)
  expect(keepCarried(report, report.format)).toEqual(report)
})

test('every known report is valid, deterministic per seed, and about its person', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const report = knownReport(seed)
    expect(() => WholeReport.parse(report)).not.toThrow()
    expect(report).toEqual(knownReport(seed))
    expect(matchesName(report.subject.name, knownOwner)).toBe(true)
    const rows = report.accounts.map(({ id, bureau }) => `${id} ${bureau}`)
    expect(new Set(rows).size).toBe(rows.length)
  }
})

test('sixty known reports contain every case that a layout must print', () => {
  const reports = Array.from({ length: 60 }, (_, seed) => knownReport(seed + 1))
  const rows = reports.flatMap(({ accounts }) => accounts)
  const tokens = new Set(rows.flatMap(({ paymentHistory }) => paymentHistory.map(({ status }) => status)))
  expect([...tokens].toSorted()).toEqual(
    ['120', '150', '180', '30', '60', '90', 'CO', 'COL', 'FC', 'OK', 'REPO', 'VS'].toSorted(),
  )
  expect(rows.some(row => row.currentBalance === '0.00')).toBe(true)
  expect(rows.some(row => row.currentBalance === null)).toBe(true)
  expect(rows.some(({ id }) => id.endsWith('twin'))).toBe(true)
  expect(reports.some(({ files }) => files.some(({ status }) => status === 'noHit'))).toBe(true)
  expect(reports.some(({ publicRecords }) => publicRecords.length > 0)).toBe(true)
  expect(knownReport(3, { accounts: 0 }).accounts).toEqual([])
  expect(knownReport(3, { accounts: 200 }).accounts.length).toBeGreaterThan(4)
})

test('one bureau of a known report has only the rows of that bureau', () => {
  const own = knownReport(4, { only: ['Experian'] })
  const rows = knownReport(4).accounts.filter(({ bureau }) => bureau === 'Experian')
  expect(own.accounts).toEqual(rows)
  expect(own.files.map(({ bureau }) => bureau)).toEqual(['Experian'])
})

test.each(formats)('what %s contains of a report is complete', format => {
  const kept = keepCarried(knownReport(2), format)
  expect(keepCarried(kept, format)).toEqual(kept)
  expect(() => WholeReport.parse(kept)).not.toThrow()
})

test('dates, amounts, months and disputes lose what a format does not print', () => {
  const report = reportOf({
    accounts: [
      accountOf({
        currentBalance: '12.60',
        dateStatus: '2026-05-04',
        dateFirstDelinquency: '2023-04-01',
        removalDate: '2030-04-09',
        disputed: false,
        paymentHistory: Array.from({ length: 30 }, (_, index) => ({
          date: `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
          status: 'OK' as const,
        })),
      }),
    ],
    personal: [personOf({ dob: '1990-04-27' })],
  })
  const rowIn = (format: ReportFormat) => keepCarried(report, format).accounts[0]
  expect(rowIn('experian-pdf')).toMatchObject({
    currentBalance: '13.00',
    dateStatus: '2026-05',
    dateFirstDelinquency: null,
    removalDate: '2030-04',
    disputed: null,
  })
  expect(rowIn('equifax-pdf')).toMatchObject({ dateStatus: null, dateFirstDelinquency: '2023-04-01' })
  expect(rowIn('equifax-pdf')).not.toHaveProperty('removalDate')
  expect(rowIn('identityiq-html')?.paymentHistory).toHaveLength(24)
  expect(rowIn('smartcredit-pdf')?.paymentHistory).toEqual([])
  const person = keepCarried(report, 'smartcredit-html')
  expect(person.personal[0]).toMatchObject({ dob: '1990', ssnLastFour: null })
  expect(person.subject.ssnLastFour).toBeNull()
  expect(keepCarried(knownReport(2), 'equifax-pdf').scores).toEqual([])
})

test('each format shows its own part of an account number', () => {
  const report = reportOf({ accounts: [accountOf({ accountNumber: '5178440212345678' })] })
  const numberIn = (format: ReportFormat) => expectedIn(report, format).accounts[0]?.accountNumber
  expect(numberIn('equifax-pdf')).toBe('*5678')
  expect(numberIn('experian-pdf')).toBe('517844XXXXXXXXXX')
  expect(numberIn('transunion-pdf')).toBe('517844021234****')
})
