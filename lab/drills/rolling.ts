import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { ledgerOf, mixed } from './acknowledged.ts'
import { openBalancer } from './balancer.ts'
import { postgresDatabase } from './databases.ts'
import type { Drill } from './drill.ts'
import { failedOf, lineOf, openLoad, rateOrHalf } from './load.ts'
import { keepSignedIn, registerPeople } from './people.ts'
import { type End, startServer } from './server.ts'
import { mustBeKept, mustBeShown, mustHaveEnded } from './verdicts.ts'

/** Rolling restarts of two servers behind a balancer that honours readiness (security-reliability R11). */
export const rolling: Drill = {
  what: 'rolling restarts of two servers behind a balancer: no request fails',
  options: { restarts: '20', rate: '0', people: '40', drain: '5' },
  run: async ({ seed, count, word, later }, report) => {
    const chance = chanceOf(seed)
    const database = await postgresDatabase()
    later(database.close)
    const settings = { ...database.settings, DRAIN_SECONDS: word('drain') }
    const servers = [await startServer(settings), await startServer(settings)]
    for (const server of servers) later(server.kill)
    const balancer = await openBalancer(servers.map(({ url }) => url))
    later(balancer.close)
    const people = await registerPeople(servers[0]?.url ?? '', count('people'))
    const ledger = ledgerOf(balancer.url, people)
    const arrival = mixed(ledger, chance)
    const rate = await rateOrHalf(count('rate'), arrival)
    const signedIn = keepSignedIn(balancer.url, people)
    report.did(`two servers at ${rate} requests a second`)
    const load = openLoad(rate, arrival)
    const ends: End[] = []
    for (let restart = 1; restart <= count('restarts'); restart += 1) {
      for (const server of servers) {
        ends.push(await server.end())
        await server.start()
        await balancer.untilReady(server.url)
        await delay(chance.between(200, 600))
      }
      if (restart % 5 === 0) report.did(`${restart} times both`)
    }
    const all = await load.stop()
    await signedIn.stop()
    report.figure('load', lineOf(all))
    report.figure('went to the other server after a refused connection', balancer.passedOn())
    const failed = failedOf(all)
    const kinds = [...balancer.broken()].map(([kind, times]) => `${times} × ${kind}`).join(', ')
    report.must('failed requests', failed === 0, kinds === '' ? failed : `${failed} (${kinds})`)
    mustHaveEnded(report, ends)
    await mustBeShown(report, ledger)
    await mustBeKept(report, ledger, database)
  },
}
