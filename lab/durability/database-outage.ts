import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { ask } from '../harness/ask.ts'
import { postgresDatabase } from '../harness/databases.ts'
import { createLedger, mixed } from '../harness/ledger.ts'
import { lineOf, openLoad, rateOrHalf } from '../harness/open-load.ts'
import { keepSignedIn, registerPeople } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import { checkWritesKept, checkWritesShown } from '../harness/verdicts.ts'
import type { Scenario } from '../scenario.ts'

/** The database was down from `from` until `until`; until this many milliseconds later, only these failures are expected. */
type Outage = { from: number; until: number }

const GRACE_MS = 5_000
const READY_MS = 10_000

/** Resolves with the time until the server was ready; null after the time limit. */
const readyAfter = async (url: string, patienceMs: number): Promise<number | null> => {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    if ((await ask(`${url}/readyz`)).status === 200) return performance.now() - began
    await delay(50)
  }
  return null
}

/** Restarts of PostgreSQL under load: in five, three fast and two immediate. */
export const databaseOutage: Scenario = {
  what: 'PostgreSQL restarts under load: the server stays up, loses no acknowledged write and recovers automatically',
  options: { restarts: '5', down: '2', apart: '15', rate: '0', people: '40' },
  run: async ({ seed, count, later }, report) => {
    const chance = chanceOf(seed)
    const database = await postgresDatabase()
    later(database.close)
    const server = await startServer(database.settings)
    later(server.kill)
    const people = await registerPeople(server.url, count('people'))
    const signedIn = keepSignedIn(server.url, people)
    const ledger = createLedger(server.url, people)
    const arrival = mixed(ledger, chance)
    const rate = await rateOrHalf(count('rate'), arrival)
    const bad: { at: number; status: number }[] = []
    const outages: Outage[] = []
    const readyTimes: (number | null)[] = []
    const load = openLoad(rate, async () => {
      const status = await arrival()
      if (status !== null && (status < 200 || status > 299)) bad.push({ at: Date.now(), status })
      return status
    })
    for (let restart = 0; restart < count('restarts'); restart += 1) {
      const mode = restart % 5 < 3 ? 'fast' : 'immediate'
      await delay(count('apart') * 1_000)
      const from = Date.now()
      await database.cluster.down(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await delay(count('down') * 1_000)
      await database.cluster.up()
      outages.push({ from, until: Date.now() })
      readyTimes.push(await readyAfter(server.url, 3 * READY_MS))
      report.did(`${mode} restart, away for ${((Date.now() - from) / 1_000).toFixed(1)} s`)
    }
    await delay(count('apart') * 1_000)
    report.figure('load', lineOf(await load.stop()))
    await signedIn.stop()
    const expected = ({ at }: { at: number }) =>
      outages.some(({ from, until }) => from <= at && at <= until + GRACE_MS)
    const last = bad.map(({ at }) => Math.min(...outages.map(({ until }) => Math.abs(at - until))))
    report.figure('refused or failed during outages', bad.filter(expected).length)
    report.figure(
      'longest time between a failure and a return',
      `${(Math.max(0, ...last) / 1_000).toFixed(1)} s`,
    )
    report.must('servers that exited on their own', !server.endedByItself(), Number(server.endedByItself()))
    const late = bad.filter(one => !expected(one))
    report.must(
      `failures more than ${GRACE_MS / 1_000} s after a return`,
      late.length === 0,
      late.length === 0 ? 0 : late.map(({ status }) => status).join(' '),
    )
    const unexpected = bad.filter(({ status }) => status !== 503)
    report.must(
      'failures other than 503',
      unexpected.length === 0,
      unexpected.map(one => one.status).join(' ') || 0,
    )
    if (unexpected.length > 0)
      report.did(server.printed().match(/.*"code":"internal".*/)?.[0] ?? 'the log has no entry about it')
    const slowest = Math.max(...readyTimes.map(time => time ?? Number.POSITIVE_INFINITY))
    report.must(
      `ready again within ${READY_MS / 1_000} s`,
      slowest <= READY_MS,
      `${(slowest / 1_000).toFixed(1)} s`,
    )
    await checkWritesShown(report, ledger)
    await server.end()
    await checkWritesKept(report, ledger, database)
  },
}
