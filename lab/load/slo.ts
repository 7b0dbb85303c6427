import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { failedOf, lineOf, openLoad } from '../harness/open-load.ts'
import type { Scenario } from '../scenario.ts'
import { watchStanding } from './gauges.ts'
import { defaultOptions, durableDatabases, openProduct } from './product.ts'
import { looked, saturation } from './saturation.ts'
import { arrivalsAt, mixedArrivals, readings, WRITES } from './traffic.ts'

/** The p99 that we promise, in milliseconds. */
export const promised = { reads: 250, writes: 400 } as const
const TAIL = 4

/** Latency below saturation. */
export const slo: Scenario = {
  what: 'at 0.7 times saturation: p99 and tail of reads and writes, connection pool and event loop (L3, L5)',
  options: { ...defaultOptions, ...looked, seconds: '600' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { seed, count } = given
      const chance = chanceOf(seed)
      const { url, people, metricsPort, close } = await openProduct(database, given)
      const s = await saturation(mixedArrivals(url, people, chance), given, report)
      const rate = 0.7 * s
      report.did(`${database.name}: ${rate.toFixed(0)} a second for ${count('seconds')} s`)
      const standing = watchStanding(metricsPort)
      const reads = openLoad(rate * (1 - WRITES), arrivalsAt(url, people, readings, chance))
      const writes = openLoad(rate * WRITES, arrivalsAt(url, people, ['draft'], chance))
      await delay(count('seconds') * 1_000)
      const came = { reads: await reads.stop(), writes: await writes.stop() }
      const { poolUse, waitedLittle, loopDelay } = await standing.stop()
      await close()
      for (const kind of ['reads', 'writes'] as const) {
        const stretch = came[kind]
        const { p99, p999, unsent } = stretch
        report.figure(kind, lineOf(stretch))
        report.must(
          `L3: p99 of ${kind}, at most ${promised[kind]} ms`,
          p99 <= promised[kind],
          `${p99.toFixed(0)} ms`,
        )
        report.must(
          `L3: p99.9 of ${kind} as a multiple of their p99, at most ${TAIL}`,
          p999 <= TAIL * p99,
          `${(p999 / p99).toFixed(1)} (${p999.toFixed(0)} ms)`,
        )
        const failed = failedOf(stretch) + unsent
        report.must(`L3: ${kind} that failed`, failed === 0, failed)
      }
      if (database.name === 'PostgreSQL')
        report.must('L5: fraction of connections in use, at most 0.8', poolUse <= 0.8, poolUse.toFixed(2))
      report.must(
        'L5: fraction of waits for a connection of at most 10 ms, at least 0.99',
        waitedLittle >= 0.99,
        waitedLittle.toFixed(4),
      )
      report.must(
        'L5: p99 of the loop delay, at most 50 ms',
        loopDelay.average <= 50,
        `${loopDelay.average.toFixed(0)} ms on the average of seconds, ${loopDelay.worst.toFixed(0)} ms in the worst`,
      )
    }),
}
