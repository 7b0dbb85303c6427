import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coverageOf } from '#test/support/reports/coverage-of.ts'
import { accountOf, inquiryOf, personOf, reportOf, scoreOf } from '#test/support/reports/report-of.ts'
import { requireReport } from '#test/support/reports/require-report.ts'
import type { Bureau } from '#values/bureau.ts'
import type { Report } from './canonical.ts'
import { findPartDate, joinReports, listParts, selectParts } from './parts.ts'
import { readReport } from './readers/detect.ts'

const fileAt = (bureau: Bureau) => ({ bureau, status: 'hit', text: null }) as const

/** A one-bureau report with one card, as returned by a reader. */
const oneBureau = (bureau: Bureau, reportDate: string | null, given: Partial<Report> = {}): Report =>
  reportOf({
    format: bureau === 'Equifax' ? 'equifax-json' : 'experian-json',
    reportDate,
    files: [fileAt(bureau)],
    accounts: [accountOf({ id: 'row-0', bureau, accountNumber: '5178440211224433' })],
    inquiries: [inquiryOf({ id: 'row-0', bureau })],
    personal: [personOf({ bureau })],
    ...given,
  })

const equifax = oneBureau('Equifax', '2026-11-03', { scores: [scoreOf({ bureau: 'Equifax', score: 640 })] })
const experian = oneBureau('Experian', '2026-11-10')

describe('joined reports of one bureau each', () => {
  const joined = joinReports([equifax, experian])

  test('keep the date and format of each part, and have those of the newest', () => {
    expect(listParts(joined).map(({ bureau, format, reportDate }) => [bureau, format, reportDate])).toEqual([
      ['Experian', 'experian-json', '2026-11-10'],
      ['Equifax', 'equifax-json', '2026-11-03'],
    ])
    expect([joined.reportDate, joined.format]).toEqual(['2026-11-10', 'experian-json'])
    expect([findPartDate(joined, 'Equifax'), findPartDate(equifax, 'Equifax')]).toEqual([
      '2026-11-03',
      '2026-11-03',
    ])
  })

  test('keep the coverage of each part, only for its bureau', () => {
    const first = { ...equifax, coverage: [coverageOf({ bureau: 'Equifax' })] }
    const second = { ...experian, coverage: [coverageOf({ bureau: 'Experian', monthsUnreadable: 2 })] }
    const both = joinReports([first, second])
    const coverageIn = (report: Report | null) => report && listParts(report).map(({ coverage }) => coverage)
    expect(coverageIn(both)).toEqual([...second.coverage, ...first.coverage])
    expect(coverageIn(selectParts(both, ['Equifax']))).toEqual(first.coverage)
    expect(selectParts({ ...both, coverage: first.coverage }, ['Experian'])).not.toHaveProperty('coverage')
  })

  test('have one account if the bureaus report the same one, and all other rows', () => {
    expect(new Set(joined.accounts.map(({ id }) => id)).size).toBe(1)
    expect(joined.accounts).toHaveLength(2)
    expect(new Set(joined.inquiries.map(({ id }) => id)).size).toBe(2)
    expect([joined.files.length, joined.personal.length, joined.scores.length]).toEqual([2, 2, 1])
  })

  test('do not merge accounts that only share a local id', () => {
    const other = oneBureau('Experian', '2026-11-10', {
      accounts: [accountOf({ id: 'row-0', bureau: 'Experian', creditorName: 'HERON HOME LOANS' })],
    })
    expect(new Set(joinReports([equifax, other]).accounts.map(({ id }) => id)).size).toBe(2)
  })

  test('never link two rows that one document distinguishes', () => {
    const twins = oneBureau('Experian', '2026-11-10', {
      files: [fileAt('Experian'), fileAt('TransUnion')],
      accounts: [
        accountOf({ id: 'a', bureau: 'Experian', accountNumber: '51784402****4433' }),
        accountOf({ id: 'b', bureau: 'TransUnion', accountNumber: '51784402****4433' }),
      ],
    })
    const other = oneBureau('Equifax', '2026-11-03', { accounts: [] })
    expect(new Set(joinReports([twins, other]).accounts.map(({ id }) => id)).size).toBe(2)
  })

  test('use the newer part of a bureau, or for equal dates the later one, in any order', () => {
    const older = oneBureau('Equifax', '2026-10', { scores: [scoreOf({ bureau: 'Equifax', score: 600 })] })
    const again = oneBureau('Equifax', '2026-11-03', { scores: [scoreOf({ bureau: 'Equifax', score: 650 })] })
    const scoreIn = (...reports: [Report, ...Report[]]) => joinReports(reports).scores[0]?.score
    expect([scoreIn(older, equifax), scoreIn(equifax, older), scoreIn(equifax, again)]).toEqual([
      640, 640, 650,
    ])
  })

  test('are unchanged when nothing joins', () => {
    expect(joinReports([equifax])).toBe(equifax)
  })
})

describe('the parts of some bureaus', () => {
  test('contain only their rows, date, score and warnings', () => {
    const warned = { ...equifax, warnings: [{ code: 'unknown_code', message: 'One item.', bureau: null }] }
    const joined = joinReports([warned, experian])
    expect(joined.warnings).toHaveLength(1)
    const rest = selectParts(joined, ['Experian'])
    expect(rest).toMatchObject({
      reportDate: '2026-11-10',
      scores: [],
      warnings: [],
      files: [fileAt('Experian')],
    })
    expect(rest?.accounts.map(({ bureau }) => bureau)).toEqual(['Experian'])
    expect(selectParts(joined, ['Equifax'])?.reportDate).toBe('2026-11-03')
    expect(selectParts(equifax, ['Experian'])).toBeNull()
  })
})

test('the files of three bureaus about one person become one report with matched accounts', () => {
  const read = (name: string): Report => {
    const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
    return requireReport(readReport(text, { firstName: 'Ada', lastName: 'Quill', ssnLastFour: '2041' }))
  }
  const parts = [read('ada.transunion.xml'), read('ada.experian.json'), read('ada.equifax.json')] as const
  const joined = joinReports(parts)
  expect(listParts(joined).map(({ bureau }) => bureau)).toEqual(['TransUnion', 'Experian', 'Equifax'])
  expect(joined.accounts).toHaveLength(parts.reduce((sum, { accounts }) => sum + accounts.length, 0))
  const groups = [...Map.groupBy(joined.accounts, ({ id }) => id).values()]
  const together = groups.filter(rows => rows.length > 1)
  expect(
    together.map(rows => rows.map(row => `${row.bureau} ${row.creditorNameReported}`).join(', ')),
  ).toEqual([
    'TransUnion MAPLE BK, Experian MAPLE BANK, Equifax MAPLE BANK CARD',
    'Experian ROWAN LENDING, Equifax ROWAN LENDING',
    'Experian H&L RECOVERY, Equifax H&L RECOVERY',
    'Experian KESTREL HOME LOANS, Equifax KESTREL HOME LOANS',
    'Experian HAZEL STORE CARD, Equifax HAZEL STORE CARD',
  ])
})
