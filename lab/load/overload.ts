import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { type Arrival, failedOf, lineOf, openLoad } from '../harness/open-load.ts'
import type { Scenario } from '../scenario.ts'
import { defaultOptions, durableDatabases, openProduct } from './product.ts'
import { looked, saturation } from './saturation.ts'
import { promised } from './slo.ts'
import { mixedArrivals } from './traffic.ts'

/** Too many requests, or overloaded: the statuses of refusals. */
const refusals: readonly number[] = [429, 503]
const REFUSED_WITHIN_MS = 50
const BACK_WITHIN_MS = 10_000

/** Arrivals; refused ones are timed separately. */
const timingRefusals = (arrival: Arrival) => {
  const refused = createHistogram({ lowest: 1, highest: 3_600_000, figures: 3 })
  const timed: Arrival = async () => {
    const began = performance.now()
    const status = await arrival()
    if (status !== null && refusals.includes(status))
      refused.record(Math.max(1, Math.round(performance.now() - began)))
    return status
  }
  return { timed, refused }
}

/** Above saturation: goodput stays, and the rest is refused immediately. */
export const overload: Scenario = {
  what: 'at 1.5 times saturation: goodput stays, other requests are refused immediately, and the server recovers quickly (L4)',
  options: { ...defaultOptions, ...looked, seconds: '120' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { seed, count } = given
      const { url, people, close } = await openProduct(database, given)
      const { timed, refused } = timingRefusals(mixedArrivals(url, people, chanceOf(seed)))
      const s = await saturation(timed, given, report)
      refused.reset()
      report.did(`${database.name}: ${(1.5 * s).toFixed(0)} a second for ${count('seconds')} s`)
      const flood = openLoad(1.5 * s, timed)
      await delay(count('seconds') * 1_000)
      const over = flood.stretch()
      const ended = flood.stop()
      // The next phase does not wait for requests still in flight.
      const calm = openLoad(0.7 * s, timed)
      await delay(BACK_WITHIN_MS)
      const returning = calm.stretch()
      await delay(BACK_WITHIN_MS)
      const after = await calm.stop()
      await ended
      await close()
      const good = [...over.statuses].reduce(
        (sum, [status, times]) => sum + (status >= 200 && status < 300 ? times : 0),
        0,
      )
      const unexpected = [...over.statuses].filter(([status]) => status >= 300 && !refusals.includes(status))
      const silent = (over.statuses.get(0) ?? 0) + over.unsent
      const goodput = good / over.seconds
      report.figure('overloaded', lineOf(over))
      report.figure('while it recovers', lineOf(returning))
      report.must(
        'L4: served, as a fraction of saturation, at least 0.9',
        goodput >= 0.9 * s,
        `${(goodput / s).toFixed(2)} (${goodput.toFixed(0)} a second)`,
      )
      report.must(
        'L4: responses other than good ones, 429 and 503',
        unexpected.length === 0,
        unexpected.length,
      )
      report.must('L4: requests without a response, or not started', silent === 0, silent)
      report.must(
        `L4: p99 of refusals, at most ${REFUSED_WITHIN_MS} ms`,
        refused.count === 0 || refused.percentile(99) <= REFUSED_WITHIN_MS,
        `${refused.percentile(99)} ms, median ${refused.percentile(50)} ms, of ${refused.count}`,
      )
      const failed = failedOf(after) + after.unsent
      report.must(
        `L4: after 10 s at 0.7 again nothing fails, and p99 is at most ${promised.reads} ms`,
        failed === 0 && after.p99 <= promised.reads,
        `${failed} failed, ${after.p99.toFixed(0)} ms`,
      )
    }),
}
