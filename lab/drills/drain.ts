import { setTimeout as delay } from 'node:timers/promises'
import { chanceOf } from '#test/support/chance.ts'
import { ledgerOf, mixed } from './acknowledged.ts'
import { ask } from './ask.ts'
import { databasesNamed } from './databases.ts'
import type { Drill, Given } from './drill.ts'
import { lineOf, openLoad } from './load.ts'
import { registerPeople, renew } from './people.ts'
import { type End, startServer } from './server.ts'
import { mustBeKept, mustHaveEnded } from './verdicts.ts'

/** How long work that was put off may take once a server runs again. */
const WORK_OFF_MS = 15_000

const unsentEmails = `select count(*)::int as left from emails where state <> 'sent'`

/** The exit code of a server that was told to end again while it ended. */
const endedTwice = async (settings: Record<string, string>, later: Given['later']) => {
  const server = await startServer({ ...settings, DRAIN_SECONDS: '7' })
  later(server.kill)
  process.kill(server.pid(), 'SIGTERM')
  // Two signals at once would be one: the first must have been heard.
  while ((await ask(`${server.url}/readyz`)).status === 200) await delay(20)
  return (await server.end()).code
}

/** SIGTERM under load (security-reliability R13); before each one somebody asks for an e-mail, which is a job. */
export const drain: Drill = {
  what: 'SIGTERM under load: exit code 0 within 30 s, nothing acknowledged and no job lost',
  options: { times: '100', rate: '60', database: 'postgres', people: '40' },
  run: async ({ seed, count, word, later }, report) =>
    databasesNamed(word('database'), async database => {
      const chance = chanceOf(seed)
      report.did(`${database.name}: SIGTERM ${count('times')} times at ${count('rate')} requests a second`)
      const server = await startServer(database.settings)
      later(server.kill)
      const people = await registerPeople(server.url, count('people'))
      const ledger = ledgerOf(server.url, people)
      const load = openLoad(count('rate'), mixed(ledger, chance))
      const ends: End[] = []
      let jobs = 0
      for (let time = 0; time < count('times'); time += 1) {
        await delay(chance.between(300, 1_500))
        const token = people[time % people.length]?.token ?? ''
        const asked = await ask(`${server.url}/api/v1/user/email/code`, { method: 'POST', token })
        if (asked.status === 200) jobs += 1
        ends.push(await server.end())
        await server.start()
        await renew(server.url, people)
        if (time % 10 === 9) report.did(`${time + 1} times`)
      }
      await delay(WORK_OFF_MS)
      report.figure('load', lineOf(await load.stop()))
      await server.end()
      const second = await endedTwice(database.settings, later)
      mustHaveEnded(report, ends)
      report.must('exit code after a second signal is 1', second === 1, String(second))
      await mustBeKept(report, ledger, database)
      const left = Number((await database.rows(unsentEmails))[0]?.left)
      report.must('e-mails that were asked for and not sent', left === 0, `${left} of ${jobs}`)
    }),
}
