import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { openBalancer } from '../harness/balancer.ts'
import { postgresDatabase } from '../harness/databases.ts'
import { createLedger, mixed } from '../harness/ledger.ts'
import { failedOf, lineOf, openLoad, rateOrHalf } from '../harness/open-load.ts'
import { keepSignedIn, registerPeople } from '../harness/people.ts'
import { type End, startServer } from '../harness/server.ts'
import { checkGracefulExit, checkWritesKept, checkWritesShown } from '../harness/verdicts.ts'
import type { Scenario } from '../scenario.ts'

/** Rolling restarts of two servers behind a load balancer that checks readiness. */
export const rollingRestart: Scenario = {
  what: 'rolling restarts of two servers behind a load balancer: no request fails',
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
    const ledger = createLedger(balancer.url, people)
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
    report.figure('retried on the other server after a refused connection', balancer.passedOn())
    const failed = failedOf(all)
    const kinds = [...balancer.broken()].map(([kind, times]) => `${times} × ${kind}`).join(', ')
    report.must('failed requests', failed === 0, kinds === '' ? failed : `${failed} (${kinds})`)
    checkGracefulExit(report, ends)
    await checkWritesShown(report, ledger)
    await checkWritesKept(report, ledger, database)
  },
}
