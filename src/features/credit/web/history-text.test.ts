import { describe, expect, test } from 'vitest'
import { bureaus } from '#values/bureau.ts'
import type { ChartMonth } from './chart.ts'
import {
  describeChart,
  describeMonth,
  describeNextReport,
  findLastChange,
  formatMonth,
  formatMonthRange,
  scoreChange,
  scoreSpan,
} from './history-text.ts'

const entry = (day: string, scoreNew: number | null) => ({
  reportTime: `${day}T12:00:00.000Z`,
  scoreNew,
  scoreOld: null,
  changes: [],
})

const month = (day: string, scores: ChartMonth['scores']): ChartMonth => ({
  month: day.slice(0, 7),
  day,
  scores,
  newModels: [],
})

describe('a change of score', () => {
  test.each([
    [687, 678, { text: '+9', tone: 'up' }],
    [604, 611, { text: '-7', tone: 'dn' }],
    [624, 624, { text: '0', tone: null }],
    [624, null, null],
    [null, 624, null],
  ] as const)('from %s after %s', (now, before, expected) => {
    expect(scoreChange(now, before)).toEqual(expected)
  })

  test('spans the first and the last available score', () => {
    const entries = [
      entry('2026-11-14', null),
      entry('2026-10-14', 678),
      entry('2026-09-14', 655),
      entry('2026-08-14', 624),
    ]
    expect(scoreSpan(entries)).toMatchObject({ first: { scoreNew: 624 }, last: { scoreNew: 678 } })
    expect(scoreSpan(entries.slice(0, 2))).toBeNull()
  })

  test('belongs only to the shown score', () => {
    const entries = [entry('2026-11-14', 687), entry('2026-10-14', null), entry('2026-09-14', 678)]
    expect(findLastChange(entries, 687)).toMatchObject({
      change: { text: '+9' },
      since: '2026-09-14T12:00:00.000Z',
    })
    expect(findLastChange(entries, 700)).toBeNull()
    expect(findLastChange(entries.slice(0, 1), 687)).toBeNull()
  })

  test('compares no scores of two models', () => {
    const other = { ...entry('2026-10-14', 720), modelChanged: true as const }
    const entries = [entry('2026-11-14', 687), other, entry('2026-09-14', 640), entry('2026-08-14', 600)]
    expect(scoreSpan(entries)).toMatchObject({ first: { scoreNew: 720 }, last: { scoreNew: 687 } })
    expect(scoreSpan(entries.slice(1))).toBeNull()
    expect(findLastChange(entries.slice(1), 720)).toBeNull()
  })
})

describe('the chart in words', () => {
  test('names every month with its scores', () => {
    expect(describeMonth(month('2026-06-14', { TransUnion: 612, Experian: null }), bureaus)).toBe(
      'Jun 14, 2026: TransUnion 612, Experian no score, Equifax no score',
    )
    expect(describeMonth({ month: '2026-07', day: null, scores: {}, newModels: [] }, bureaus)).toBe(
      'Jul 2026: no report',
    )
  })

  test('summarizes each line', () => {
    const months = [
      month('2026-06-14', { TransUnion: 612, Experian: 671, Equifax: 700 }),
      month('2026-11-14', { TransUnion: 687, Experian: 598, Equifax: 700 }),
    ]
    expect(describeChart(months, bureaus)).toBe(
      'Line chart, Credit Score Trend, June to November 2026, scale 300 to 850. TransUnion rose from 612 to 687, Experian fell from 671 to 598, Equifax began and ended at 700. The tables below hold every value.',
    )
    expect(describeChart(months.slice(0, 1), ['TransUnion'])).toContain('TransUnion has one score, 612.')
    expect(describeChart([month('2026-06-14', {})], ['Experian'])).toContain('Experian has no score.')
  })

  test('names months with and without the year', () => {
    expect(formatMonth('2026-11', true)).toBe('Nov 2026')
    expect(formatMonth('2026-11', false)).toBe('Nov')
    expect(formatMonthRange('2025-11', '2026-04')).toBe('November 2025 to April 2026')
  })
})

test.each([
  ['2026-11-22', true, 'We ask for the next one about Dec 22, 2026.'],
  ['2027-01-31', true, 'We ask for the next one about Feb 28, 2027.'],
  ['2026-11-22', false, 'It gets a second point when you import a later report.'],
])('after a first report of %s, pulled: %j', (day, isPulled, text) => {
  expect(describeNextReport(day, isPulled)).toBe(text)
})
