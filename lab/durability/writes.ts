import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { bareEnvironment } from '#test/support/run-server.ts'
import { forEachDatabase } from '../harness/databases.ts'
import { createLedger } from '../harness/ledger.ts'
import { lineOf, openLoad } from '../harness/open-load.ts'
import { registerPeople, renew } from '../harness/people.ts'
import { startServer } from '../harness/server.ts'
import { checkWritesKept, checkWritesShown } from '../harness/verdicts.ts'
import type { Report, Scenario } from '../scenario.ts'

const COMMAND = path.join(import.meta.dirname, '../../src/app/commands/support.ts')

/** Verifies the audit log with the operator's command; no server may be running. */
const checkAuditLog = (report: Report, settings: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'audit'], {
    env: { ...bareEnvironment(), ...settings, LOG_LEVEL: 'error' },
    encoding: 'utf8',
  })
  report.must('the audit log is unchanged', status === 0, `${stdout}${stderr}`.trim())
}

/** `kill -9` of the server during writes, each at most `apart` milliseconds after the previous start. */
export const writes: Scenario = {
  what: 'the server is killed (kill -9) during writes: every acknowledged write is stored',
  options: { kills: '50', rate: '100', apart: '3000', database: 'both', people: '40' },
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
        await delay(chance.between(500, count('apart')))
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
      checkAuditLog(report, database.settings)
    }),
}
