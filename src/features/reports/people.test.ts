import { describe, expect, test } from 'vitest'
import { danielsDocument, mayasDocument } from '#test/support/reports/demo-documents.ts'
import { monthsBetween } from '#values/dates.ts'
import type { Report } from './canonical.ts'
import { assignLastingIds } from './matcher.ts'
import { isOtherPerson } from './person.ts'
import { readReport } from './readers/detect.ts'
import type { ReportOwner } from './readers/reading.ts'

/** The documents of the sandbox bureau's two people are read by the same readers as any others. */

const maya: ReportOwner = { firstName: 'Maya', lastName: 'Brooks', ssnLastFour: '4417' }
const daniel: ReportOwner = { firstName: 'Daniel', lastName: 'Ortiz', ssnLastFour: '7730' }

const reportOf = (document: Buffer, person: ReportOwner): Report => {
  const reading = readReport(document.toString('utf8'), person)
  if (reading.kind !== 'report') throw new Error(reading.message)
  let next = 0
  return assignLastingIds(reading.report, null, () => `id-${next++}`)
}
const hers = reportOf(mayasDocument, maya)
const his = reportOf(danielsDocument, daniel)
const accountsOf = (report: Report) => [...new Set(report.accounts.map(row => row.id))]

test.each([
  ['Maya Brooks', hers, maya, '1990-04-27'],
  ['Daniel Ortiz', his, daniel, '2001-09-12'],
])('%s: read completely, from three bureaus, without a warning', (_, report, person, dob) => {
  expect(report.reportDate).toBe('2026-11-14')
  expect(report.warnings).toEqual([])
  expect(isOtherPerson(report, person)).toBe(false)
  expect(report.files.map(file => file.status)).toEqual(['hit', 'hit', 'hit'])
  expect(report.scores).toHaveLength(3)
  expect(report.otherScores).toEqual([])
  expect(report.personal[0]?.dob).toBe(dob)
})

describe('Maya Brooks', () => {
  test('has fifteen accounts and scores of one model', () => {
    expect(accountsOf(hers)).toHaveLength(15)
    expect(hers.scores.map(one => one.score)).toEqual([618, 634, 612])
    expect(new Set(hers.scores.map(one => one.model))).toEqual(new Set(['VantageScore 3.0']))
  })

  test('has a collection that two bureaus report differently', () => {
    const rows = hers.accounts.filter(row => row.creditorName === 'MERIDIAN COLLECTIONS')
    expect(rows.map(row => [row.bureau, row.currentBalance, row.dateOpened])).toEqual([
      ['TransUnion', '842.00', '2024-07-18'],
      ['Equifax', '1284.00', '2025-06-03'],
    ])
  })

  test('has a paid account for which one bureau still shows a balance', () => {
    const rows = hers.accounts.filter(row => row.creditorName === 'PALISADE RETAIL CREDIT')
    expect(rows.map(row => [row.accountStatus, row.currentBalance])).toEqual([
      ['Paid', '0.00'],
      ['Paid', '412.00'],
      ['Paid', '0.00'],
    ])
  })

  test('lives in Pasadena; one bureau adds a wrong address', () => {
    expect(new Set(hers.personal.map(one => one.currentAddress?.street))).toEqual(
      new Set(['2210 MISSION OAK DR APT 4']),
    )
    expect(hers.personal[1]?.previousAddresses.map(one => one.city)).toEqual(['GLENDALE', 'BAKERSFIELD'])
  })
})

describe('Daniel Ortiz', () => {
  test('has three accounts, matched across bureaus, and nothing derogatory', () => {
    expect(accountsOf(his)).toHaveLength(3)
    expect(his.accounts).toHaveLength(8)
    expect(his.accounts.some(row => row.isDerogatory)).toBe(false)
    expect(his.scores.map(one => one.family)).toEqual(['FICO', 'FICO', 'FICO'])
  })
})

test.each([
  ['Maya Brooks', hers],
  ['Daniel Ortiz', his],
])('%s: no payment month is before the account’s opening or after the report', (_, report) => {
  for (const row of report.accounts) {
    const months = row.paymentHistory.map(month => month.date)
    expect(months.every(month => month <= '2026-11')).toBe(true)
    expect(months.every(month => monthsBetween(row.dateOpened?.slice(0, 7) ?? month, month) >= 0)).toBe(true)
  }
})
