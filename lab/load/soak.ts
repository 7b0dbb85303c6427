import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { freePort } from '#test/support/run-server.ts'
import { forEachDatabase } from '../harness/databases.ts'
import { createLedger, mixed } from '../harness/ledger.ts'
import { failedOf, type Load, lineOf, openLoad, rateOrHalf, type Stretch } from '../harness/open-load.ts'
import { keepSignedIn, registerPeople } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import { checkNoGrowth, checkTailLatency, checkWritesKept } from '../harness/verdicts.ts'
import { CannotRunHere, type Scenario } from '../scenario.ts'

/** A process's resources by its own metrics: bytes of memory, open handles, files and sockets. */
type Held = { memory: number; handles: number; files: number }

const SAMPLE_MS = 5_000
/** After the warm-up, in which only failed requests count. */
const PARTS = 6
/** Longer than a server keeps an idle connection (`keepAliveTimeout` of Fastify, 72 s). */
const REST_MS = 90_000

const heldBy = async (metricsPort: number): Promise<Held> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memory: value('process_resident_memory_bytes'),
    handles: value('nodejs_active_handles_total'),
    files: value('process_open_fds'),
  }
}

type Samples = readonly Held[]

const mean = (samples: Samples, of: keyof Held) =>
  samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length
const least = (samples: Samples, of: keyof Held) => Math.min(...samples.map(sample => sample[of]))

const words = (samples: Samples) =>
  `${(mean(samples, 'memory') / 1024 ** 2).toFixed(0)} MB, ${mean(samples, 'handles').toFixed(0)} handles, ${mean(samples, 'files').toFixed(0)} files`

type Part = { stretch: Stretch; samples: Samples }

/**
 * Hours at half load. Compares the last part with the first one after the warm-up, and the idle handles after the last part
 * with those before the first: under load, most handles are the callers' connections, however many there are.
 *
 * The warm-up is as long as a session's token lives (`identity/session-rules.ts`, ACCESS_LIFE), so that everything kept no
 * longer than that has been added and removed once. Memory was seen to rise for nine minutes, then to stay within a hundredth.
 */
export const soak: Scenario = {
  what: 'half load for a long time: memory and p99 of the last part compared with the first, idle handles with those before',
  options: { minutes: '240', warmup: '10', rate: '0', database: 'postgres', people: '40' },
  run: async ({ seed, count, word, later }, report) =>
    forEachDatabase(word('database'), async database => {
      const lastingMs = (count('minutes') - count('warmup')) * 60_000
      if (lastingMs <= 0)
        throw new CannotRunHere('--minutes must be more than --warmup, which is a part of them')
      const chance = chanceOf(seed)
      const metricsPort = await freePort()
      const server = await startServer({ ...database.settings, METRICS_PORT: String(metricsPort) })
      later(server.kill)
      const people = await registerPeople(server.url, count('people'))
      const ledger = createLedger(server.url, people)
      const arrival = mixed(ledger, chance)
      const rate = await rateOrHalf(count('rate'), arrival)
      report.did(`${database.name}: ${rate} requests a second for ${count('minutes')} minutes`)

      const samplesFor = async (milliseconds: number): Promise<Samples> => {
        const samples: Held[] = []
        for (const until = performance.now() + milliseconds; performance.now() < until; ) {
          await delay(Math.min(SAMPLE_MS, milliseconds))
          samples.push(await heldBy(metricsPort))
        }
        return samples
      }
      const failures: number[] = []
      const partOf = async (load: Load, name: string, milliseconds: number): Promise<Part> => {
        const samples = await samplesFor(milliseconds)
        const stretch = load.stretch()
        failures.push(failedOf(stretch))
        report.did(`${name}: ${words(samples)}; ${lineOf(stretch)}`)
        return { stretch, samples }
      }
      /** Runs the parts of a load, stops it, and samples what the idle server still uses afterwards. */
      const loaded = async (names: readonly string[], milliseconds: number) => {
        const signedIn = keepSignedIn(server.url, people)
        const load = openLoad(rate, arrival)
        const parts: Part[] = []
        for (const name of names) parts.push(await partOf(load, name, milliseconds))
        failures.push(failedOf(await load.stop()))
        await signedIn.stop()
        const rest = await samplesFor(REST_MS)
        report.did(`at rest: ${least(rest, 'handles')} handles, ${least(rest, 'files')} files at least`)
        return { parts, rest }
      }
      const warmed = await loaded(['warm-up'], count('warmup') * 60_000)
      const names = Array.from({ length: PARTS }, (_, part) => `part ${part + 1} of ${PARTS}`)
      const { parts, rest } = await loaded(names, lastingMs / PARTS)

      const [first, last] = [parts[0], parts.at(-1)]
      if (!first || !last) throw new Error('a soak has parts')
      const lastToFirst = 'last part to first'
      checkNoGrowth(report, `memory, ${lastToFirst}`, 1.05, [
        mean(first.samples, 'memory'),
        mean(last.samples, 'memory'),
      ])
      checkTailLatency(report, `p99, ${lastToFirst}`, 1.1, [first.stretch, last.stretch])
      for (const what of ['handles', 'files'] as const)
        checkNoGrowth(report, `${what} at rest, at the end to after the warm-up`, 1.02, [
          least(warmed.rest, what),
          least(rest, what),
        ])
      const failed = failures.reduce((sum, some) => sum + some, 0)
      for (const [reason, times] of ledger.silences()) report.did(`no answer, ${reason}: ${times}`)
      report.must('requests that failed', failed === 0, failed)
      await server.end()
      await checkWritesKept(report, ledger, database)
    }),
}
