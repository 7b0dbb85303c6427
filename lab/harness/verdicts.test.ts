import { expect, it } from 'vitest'
import { printReport } from '../scenario.ts'
import type { Stretch } from './open-load.ts'
import { checkGracefulExit, checkNoGrowth, checkTailLatency } from './verdicts.ts'

const reporting = () => printReport(() => undefined)

const megabytes = (count: number) => count * 1024 ** 2

it.each([
  ['stays the same', 304, 304, true],
  ['falls', 304, 290, true],
  ['rises by a twentieth', 300, 315, true],
  // A leak of a megabyte in ten minutes, over the three hours between the parts.
  ['leaks slowly', 304, 322, false],
  ['leaks', 304, 500, false],
  ['was not told before', Number.NaN, 304, false],
  ['was not told after', 304, Number.NaN, false],
  ['is none at all', 0, 0, false],
])('memory that %s', (_, before, after, holds) => {
  const report = reporting()
  checkNoGrowth(report, 'memory', 1.05, [megabytes(before), megabytes(after)])
  expect(report.held()).toBe(holds)
})

it('one handle more at rest is one too many', () => {
  const [same, more] = [reporting(), reporting()]
  checkNoGrowth(same, 'handles', 1.02, [12, 12])
  checkNoGrowth(more, 'handles', 1.02, [12, 13])
  expect([same.held(), more.held()]).toEqual([true, false])
})

/** A stretch in which so many were answered, and that p99 of milliseconds. */
const stretchOf = (p99: number, own: Partial<Stretch> = {}): Stretch => ({
  seconds: 600,
  offered: 20_000,
  unsent: 0,
  statuses: new Map([[200, 20_000]]),
  p50: p99 / 4,
  p99,
  p999: 2 * p99,
  slowest: 3 * p99,
  ...own,
})

it.each([
  ['is as it was', stretchOf(100), stretchOf(100), true],
  ['is better', stretchOf(100), stretchOf(60), true],
  ['grew by a fifth', stretchOf(100), stretchOf(120), true],
  ['grew by more', stretchOf(100), stretchOf(121), false],
  ['is of six hundred answers', stretchOf(100), stretchOf(100, { statuses: new Map([[200, 600]]) }), false],
  [
    'is beside one of six hundred',
    stretchOf(100, { statuses: new Map([[200, 600]]) }),
    stretchOf(100),
    false,
  ],
  [
    'is of those who were answered',
    stretchOf(100),
    stretchOf(100, { statuses: new Map([[0, 20_000]]) }),
    false,
  ],
  ['is of those who were begun', stretchOf(100), stretchOf(100, { unsent: 400 }), false],
  ['was never measured', stretchOf(0), stretchOf(0), false],
])('a p99 that %s', (_, before, after, holds) => {
  const report = reporting()
  checkTailLatency(report, 'p99', 1.2, [before, after])
  expect(report.held()).toBe(holds)
})

it.each([
  ['by themselves and in time', [{ code: 0, took: 6_000 }], true],
  ['by a signal', [{ code: null, took: 6_000 }], false],
  [
    'with a failure',
    [
      { code: 0, took: 6_000 },
      { code: 1, took: 28_000 },
    ],
    false,
  ],
  ['later than a supervisor waits', [{ code: 0, took: 30_001 }], false],
  ['never, since none was told to', [], false],
])('servers that ended %s', (_, ends, holds) => {
  const report = reporting()
  checkGracefulExit(report, ends)
  expect(report.held()).toBe(holds)
})
