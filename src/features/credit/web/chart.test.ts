import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bureaus } from '#values/bureau.ts'
import type { History } from '../contract.ts'
import {
  buildChartLines,
  buildChartMonths,
  isOnScale,
  monthX,
  narrow,
  onlyReportDay,
  scoreTicks,
  scoreY,
  spreadLabels,
  wide,
} from './chart.ts'
import { describeChart } from './history-text.ts'

const dayOf = (instant: string) => instant.slice(0, 10)

const entry = (day: string, scoreNew: number | null) => ({
  reportTime: `${day}T12:00:00.000Z`,
  scoreNew,
  scoreOld: null,
  changes: [],
})

const monthsOf = (history: History['history']) => buildChartMonths(history, dayOf)

describe('the months of the chart', () => {
  test('are six up to the newest report, empty ones between', () => {
    const months = monthsOf({ TransUnion: [entry('2026-11-14', 687), entry('2026-08-14', 624)] })
    expect(months.map(({ month, day, scores }) => [month, day, scores.TransUnion])).toEqual([
      ['2026-06', null, undefined],
      ['2026-07', null, undefined],
      ['2026-08', '2026-08-14', 624],
      ['2026-09', null, undefined],
      ['2026-10', null, undefined],
      ['2026-11', '2026-11-14', 687],
    ])
  })

  test('begin earlier if the six months include part of a seventh', () => {
    const months = monthsOf({ Equifax: [entry('2026-11-02', 600), entry('2026-05-20', 590)] })
    expect(months.map(({ month }) => month)).toHaveLength(7)
  })

  test('show the newest report of a month, in any order of entries', () => {
    const [day, score] = [
      monthsOf({ Experian: [entry('2026-11-02', 600), entry('2026-11-20', 612)] }),
      monthsOf({ Experian: [entry('2026-11-20', 612), entry('2026-11-02', 600)] }),
    ].map(months => months.at(-1)?.scores.Experian)
    expect([day, score]).toEqual([612, 612])
  })

  test.each([
    [['2026-11-14'], '2026-11-14'],
    [['2026-11-02', '2026-11-14'], '2026-11-14'],
    [['2026-11-14', '2026-08-14'], null],
    [[], null],
  ])('with reports of %j draw no line of one: %j', (days, only) => {
    expect(onlyReportDay(monthsOf({ TransUnion: days.map(day => entry(day, 640)) }))).toBe(only)
  })

  test('are empty without a report', () => {
    expect(monthsOf({})).toEqual([])
  })
})

describe('the scales', () => {
  test.each([
    [300, 344],
    [850, 16],
    [575, 180],
    [687, 113.2],
  ])('put %i at %d', (score, y) => {
    expect(scoreY(wide, score)).toBe(y)
  })

  test('put the ticks at every hundred and the end', () => {
    expect(scoreTicks).toEqual([300, 400, 500, 600, 700, 800, 850])
  })

  test.each([
    [0, 6, 44],
    [5, 6, 898],
    [1, 6, 214.8],
    [0, 1, 898],
  ])('put month %i of %i at %d', (place, count, x) => {
    expect(monthX(wide, place, count)).toBe(x)
  })

  test.each([
    [299, false],
    [300, true],
    [850, true],
    [851, false],
    [null, false],
    [undefined, false],
  ])('can show %s: %s', (score, there) => {
    expect(isOnScale(score)).toBe(there)
  })
})

describe('the lines', () => {
  const lineOf = (...scores: readonly (number | null)[]) => {
    const history = scores.map((score, place) => entry(`2026-0${place + 1}-10`, score)).toReversed()
    return buildChartLines(wide, monthsOf({ TransUnion: history }), bureaus)[0]
  }

  test('never connect across a month without a score', () => {
    const line = lineOf(600, 610, null, 620, 630, 640)
    expect(line?.path.match(/M/g)).toHaveLength(2)
    expect(line?.points).toHaveLength(5)
  })

  test('never connect scores of two models, which are described apart', () => {
    const older = [entry('2026-07-10', 610), entry('2026-06-10', 600)]
    const switched = { ...entry('2026-08-10', 700), modelChanged: true as const }
    const months = monthsOf({ TransUnion: [entry('2026-09-10', 690), switched, ...older] })
    expect(buildChartLines(wide, months, bureaus)[0]?.path.match(/[ML]/g)?.join('')).toBe('MLML')
    expect(describeChart(months, ['TransUnion'])).toContain(
      'TransUnion fell from 700 to 690 since its score model changed.',
    )
    const onlyNewest = months.slice(0, -1)
    expect(buildChartLines(wide, onlyNewest, bureaus)[0]?.path.match(/[ML]/g)?.join('')).toBe('ML')
  })

  test('draw a single point only as its marker', () => {
    expect(lineOf(600, null, 620, null, 630, null)).toMatchObject({
      path: '',
      points: [{ score: 600 }, { score: 620 }, { score: 630 }],
    })
  })

  test('leave out a bureau without a score', () => {
    const lines = buildChartLines(wide, monthsOf({ Experian: [entry('2026-11-14', null)] }), bureaus)
    expect(lines).toEqual([])
  })

  test('end in names that never overlap, in the order of their scores', () => {
    const anyScore = fc.integer({ min: 300, max: 850 })
    fc.assert(
      fc.property(anyScore, anyScore, anyScore, fc.constantFrom(wide, narrow), (one, two, three, layout) => {
        const history = {
          TransUnion: [entry('2026-11-14', one)],
          Experian: [entry('2026-11-14', two)],
          Equifax: [entry('2026-11-14', three)],
        }
        const labels = buildChartLines(layout, monthsOf(history), bureaus)
          .map(({ label }) => label)
          .toSorted((a, b) => a.y - b.y)
        for (const [place, label] of labels.entries()) {
          expect(label.y).toBeGreaterThanOrEqual(layout.top)
          expect(label.y).toBeLessThanOrEqual(layout.bottom)
          const below = labels[place + 1]
          if (!below) continue
          expect(below.y - label.y).toBeGreaterThanOrEqual(layout.labelGap - 0.11)
          expect(label.score).toBeGreaterThanOrEqual(below.score)
        }
      }),
    )
  })
})

describe('spreading labels', () => {
  const room = { from: 0, to: 1000 }

  test.each([
    ['leaves labels that are apart', [10, 50, 90], [10, 50, 90]],
    ['moves two away from their middle', [100, 104], [91, 113]],
    ['keeps the middle of three', [104.3, 113.2, 122.7], [91.4, 113.4, 135.4]],
    ['stays inside at the top', [0, 0], [0, 22]],
    ['stays inside at the bottom', [1000, 1000], [978, 1000]],
    ['of nothing is nothing', [], []],
  ])('%s', (_, wanted, expected) => {
    expect(spreadLabels(wanted, 22, room).map(y => Math.round(y * 10) / 10)).toEqual(expected)
  })

  test('keeps the order and the gap, and moves no label unnecessarily', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 8 }), given => {
        const wanted = given.toSorted((one, other) => one - other)
        const pushed = spreadLabels(wanted, 22, room)
        for (const [place, y] of pushed.entries()) {
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(1000.000001)
          if (place > 0) expect(y - (pushed[place - 1] ?? 0)).toBeGreaterThanOrEqual(22 - 1e-9)
        }
        expect(spreadLabels(pushed, 22, room).map(Math.round)).toEqual(pushed.map(Math.round))
      }),
    )
  })
})
