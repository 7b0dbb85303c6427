import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#testing/chance.ts'
import { freePort } from '#testing/run-server.ts'
import { ledgerOf, mixed } from './acknowledged.ts'
import { databasesNamed } from './databases.ts'
import type { Drill } from './drill.ts'
import { failedOf, lineOf, openLoad, rateOrHalf, type Stretch } from './load.ts'
import { keepSignedIn, registerPeople } from './people.ts'
import { startServer } from './server.ts'
import { mustBeKept } from './verdicts.ts'

/** What a process holds, as its own metrics tell: bytes of memory, open handles, files and sockets. */
type Held = { memory: number; handles: number; files: number }

const SAMPLE_MS = 5_000
/** After the warm-up, which is one of its own. */
const PARTS = 6

const heldBy = async (metricsPort: number): Promise<Held> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    memory: value('process_resident_memory_bytes'),
    handles: value('nodejs_active_handles_total'),
    files: value('process_open_fds'),
  }
}

const mean = (samples: readonly Held[], of: keyof Held) =>
  samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length

type Part = { stretch: Stretch; samples: readonly Held[] }

/** Hours at half load (security-reliability R24): the last part beside the first after a warm-up. */
export const soak: Drill = {
  what: 'half load for a long time: memory, handles and p99 of the last part beside the first',
  options: { minutes: '240', rate: '0', database: 'postgres', people: '40' },
  run: async ({ seed, count, word, later }, report) =>
    databasesNamed(word('database'), async database => {
      const chance = chanceOf(seed)
      const metricsPort = await freePort()
      const server = await startServer({ ...database.settings, METRICS_PORT: String(metricsPort) })
      later(server.kill)
      const people = await registerPeople(server.url, count('people'))
      const ledger = ledgerOf(server.url, people)
      const arrival = mixed(ledger, chance)
      const rate = await rateOrHalf(count('rate'), arrival)
      const signedIn = keepSignedIn(server.url, people)
      const partMs = (count('minutes') * 60_000) / (PARTS + 1)
      report.did(`${database.name}: ${rate} requests a second for ${count('minutes')} minutes`)
      const load = openLoad(rate, arrival)
      const partOf = async (): Promise<Part> => {
        const samples: Held[] = []
        for (const until = performance.now() + partMs; performance.now() < until; ) {
          await delay(Math.min(SAMPLE_MS, partMs))
          samples.push(await heldBy(metricsPort))
        }
        return { stretch: load.stretch(), samples }
      }
      const parts: Part[] = []
      for (let part = 0; part <= PARTS; part += 1) {
        const one = await partOf()
        const { samples, stretch } = one
        const held = `${(mean(samples, 'memory') / 1024 ** 2).toFixed(0)} MB, ${mean(samples, 'handles').toFixed(0)} handles, ${mean(samples, 'files').toFixed(0)} files`
        report.did(`${part === 0 ? 'warm-up' : `part ${part} of ${PARTS}`}: ${held}; ${lineOf(stretch)}`)
        parts.push(one)
      }
      await load.stop()
      await signedIn.stop()
      const [first, last] = [parts[1], parts.at(-1)]
      if (!first || !last) throw new Error('a soak has two parts at least')
      const within = (what: string, most: number, before: number, after: number) =>
        report.must(
          `${what}, last part to first, at most ${most}`,
          after / before <= most,
          (after / before).toFixed(3),
        )
      within('memory', 1.05, mean(first.samples, 'memory'), mean(last.samples, 'memory'))
      within('handles', 1.02, mean(first.samples, 'handles'), mean(last.samples, 'handles'))
      within('open files', 1.02, mean(first.samples, 'files'), mean(last.samples, 'files'))
      within('p99', 1.1, first.stretch.p99, last.stretch.p99)
      const failed = parts.reduce((sum, { stretch }) => sum + failedOf(stretch), 0)
      report.must('requests that failed', failed === 0, failed)
      await server.end()
      await mustBeKept(report, ledger, database)
    }),
}
