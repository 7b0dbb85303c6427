import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { forEachDatabase } from '../harness/databases.ts'
import { createLedger } from '../harness/ledger.ts'
import { lineOf, openLoad } from '../harness/open-load.ts'
import { registerPeople, renew } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import { checkWritesKept, checkWritesShown } from '../harness/verdicts.ts'
import type { Scenario } from '../scenario.ts'

/** `kill -9` of the server under writes. */
export const writes: Scenario = {
  what: 'kill -9 of the server under writes: what was acknowledged is there',
  options: { kills: '50', rate: '100', database: 'both', people: '40' },
  run: async ({ seed, count, word, later }, report) =>
    forEachDatabase(word('database'), async database => {
      const chance = chanceOf(seed)
      report.did(`${database.name}: ${count('kills')} kills under ${count('rate')} writes a second`)
      const server = await startServer(database.settings)
      later(server.kill)
      const people = await registerPeople(server.url, count('people'))
      const ledger = createLedger(server.url, people)
      const load = openLoad(count('rate'), ledger.write)
      let slowestStart = 0
      for (let kill = 1; kill <= count('kills'); kill += 1) {
        const before = ledger.count()
        await delay(chance.between(500, 3_000))
        await server.kill()
        const acknowledged = ledger.count() - before
        slowestStart = Math.max(slowestStart, await server.start())
        await renew(server.url, people)
        if (kill % 10 === 0) report.did(`${kill} kills; ${acknowledged} acknowledged before the last one`)
      }
      await delay(1_000)
      report.figure('load', lineOf(await load.stop()))
      report.figure('slowest start after a kill', `${(slowestStart / 1_000).toFixed(1)} s`)
      await checkWritesShown(report, ledger)
      await server.end()
      await checkWritesKept(report, ledger, database)
    }),
}
