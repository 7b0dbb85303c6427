import { expect, test } from 'vitest'
import { describeOldParts } from '../refresh-rules.ts'
import { describeJoin, describePartDates, describeReportDate } from './parts-text.ts'
import type { Imported } from './use-report-import.ts'

const part = (bureau: 'TransUnion' | 'Experian' | 'Equifax', reportDate: string | null) => ({
  bureau,
  reportDate,
  reportId: bureau,
  currentUntil: '2026-12-01',
  origin: 'import' as const,
  format: 'equifax-json',
  fileName: null,
  receivedAt: '2026-11-20T12:00:00.000Z',
  lacks: [],
})
const two = [part('Experian', '2026-11-10'), part('Equifax', '2026-11-03')]

test('one date is stated for the whole report only if all parts have it', () => {
  expect(describeReportDate([part('Experian', '2026-11-10')])).toBe('Report of 11/10/2026')
  expect(describeReportDate(two)).toBe('Reports of 11/03/2026 to 11/10/2026')
  expect(describeReportDate([part('Experian', null)])).toBeNull()
})

test('parts with several dates are listed with their own, and old ones marked as old', () => {
  expect(describePartDates([part('Experian', '2026-11-10')], '2026-11-20')).toBeNull()
  expect(describePartDates(two, '2026-11-20')).toBe(
    'This report is made of Experian of 11/10/2026 and Equifax of 11/03/2026.',
  )
  expect(describePartDates([part('Experian', '2026-11-10')], '2026-12-02')).toMatch(/Experian is old: import/)
})

test.each([
  ['2026-12-01', null],
  ['2026-12-02', 'Experian of 11/10/2026 and Equifax of 11/03/2026 are old'],
])('on %s the warning about old parts is %s', (today, title) => {
  expect(describeOldParts(two, today)?.title ?? null).toBe(title)
})

test('one old date is stated for the report, one old part for that part', () => {
  const titleOf = (parts: typeof two) => describeOldParts(parts, '2026-12-02')?.title
  expect(titleOf([part('Experian', '2026-11-10')])).toBe('Your report of 11/10/2026 is old')
  expect(titleOf([part('Experian', null)])).toBe('Your report is old')
  expect(
    titleOf([
      part('Experian', '2026-11-10'),
      { ...part('Equifax', '2026-11-20'), currentUntil: '2027-01-04' },
    ]),
  ).toBe('Experian of 11/10/2026 is old')
})

test('an import describes what was joined, left out and is missing', () => {
  const imported: Imported = {
    success: true,
    reportId: 'Experian',
    format: 'experian-json',
    formatName: 'Experian JSON',
    isNew: false,
    reportDate: '2026-11-10',
    bureaus: ['Experian'],
    accounts: 1,
    inquiries: 0,
    publicRecords: 0,
    warnings: [],
    parts: two,
    missing: ['TransUnion'],
    leftOut: [],
    newer: [],
  }
  expect(describeJoin(imported)).toEqual([
    'Your report is now made of Experian of 11/10/2026 and Equifax of 11/03/2026.',
    'TransUnion is missing: import the file to add it to this report.',
  ])
  expect(describeJoin({ ...imported, missing: [], parts: [], leftOut: two })).toHaveLength(2)
})
