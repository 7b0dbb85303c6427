import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '#platform/error-code.ts'
import { ask } from './ask.ts'
import { type DrillDatabase, postgresDatabase, type Rows } from './databases.ts'
import type { Drill } from './drill.ts'
import { registerPeople } from './people.ts'
import { startServer } from './server.ts'

/** A server that works no more, though it answers, is ended and started again within so long (security-reliability R14). */
const MOST_MS = 90_000
const WORK_OFF_MS = 60_000

const idsIn = (rows: Rows) => rows.map(({ pid }) => Number(pid))
const sessions = `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
const everything = `select pid from pg_stat_activity where pid <> pg_backend_pid()
  union select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int`
const unsentEmails = `select count(*)::int as left from emails where state <> 'sent'`

/** A session of the database may end by itself meanwhile. */
const signal = (ids: Iterable<number>, name: 'SIGSTOP' | 'SIGCONT') => {
  for (const id of ids) {
    try {
      process.kill(id, name)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}

/** Resolves with how long it took until something was so; null after that patience. */
const until = async (isSo: () => boolean | Promise<boolean>, patienceMs: number): Promise<number | null> => {
  const began = performance.now()
  while (performance.now() - began < patienceMs) {
    if (await isSo()) return performance.now() - began
    await delay(200)
  }
  return null
}

/** Stops all that asks the database, again and again, until the loops wait for answers that do not come; gives whom. */
const stopSessions = async (database: DrillDatabase): Promise<Set<number>> => {
  const stopped = new Set<number>()
  for (let time = 0; time < 10; time += 1) {
    for (const id of idsIn(await database.rows(sessions))) stopped.add(id)
    signal(stopped, 'SIGSTOP')
    await delay(300)
  }
  return stopped
}

/** Connections that fall silent, as behind a firewall that forgot them: work stands still, while all else goes on. */
export const stall: Drill = {
  what: 'the loops of a server wait for what never comes: it ends itself and works again; what only pauses ends nothing',
  options: { pause: '100' },
  run: async ({ count, later }, report) => {
    const database = await postgresDatabase()
    later(database.close)
    const { cluster } = database
    const server = await startServer(database.settings)
    later(server.kill)
    const [person] = await registerPeople(server.url, 1)
    const pause = count('pause') * 1_000
    const goesOn = async (what: string, begin: () => unknown, end: () => unknown) => {
      await begin()
      await delay(pause)
      await end()
      const ready = await until(async () => (await ask(`${server.url}/readyz`)).status === 200, 30_000)
      // A watch that counted the pause would end the server at its next looks.
      await delay(15_000)
      const held = ready !== null && !server.endedByItself()
      report.must(`${what} for ${pause / 1_000} s ends nothing`, held, held ? 'went on' : 'ended')
    }
    await goesOn(
      'a server that is stopped',
      () => signal([server.pid()], 'SIGSTOP'),
      () => signal([server.pid()], 'SIGCONT'),
    )
    await goesOn(
      'a database that is away',
      () => cluster.down('SIGINT'),
      () => cluster.up(),
    )
    const processes = idsIn(await database.rows(everything))
    await goesOn(
      'a database that says nothing',
      () => signal(processes, 'SIGSTOP'),
      () => signal(processes, 'SIGCONT'),
    )

    const stopped = await stopSessions(database)
    later(() => signal(stopped, 'SIGCONT'))
    const began = performance.now()
    const { status } = await ask(`${server.url}/api/v1/user/email/code`, {
      method: 'POST',
      token: person?.token ?? '',
    })
    report.must('meanwhile it answers, and takes work', status === 200, String(status))
    const ended = await until(() => server.endedByItself(), 2 * MOST_MS)
    report.must(
      'it says why it ends',
      server.printed().includes('work stands still'),
      server.printed().trim().split('\n').at(-1) ?? '',
    )
    const { code } = await server.end()
    report.must('exit code', code === 1, String(code))
    await server.start()
    const took = performance.now() - began
    report.must(
      `ready again within ${MOST_MS / 1_000} s of the stall`,
      ended !== null && took <= MOST_MS,
      `${(took / 1_000).toFixed(0)} s`,
    )
    const left = async () => Number((await database.rows(unsentEmails))[0]?.left)
    const worked = await until(async () => (await left()) === 0, WORK_OFF_MS)
    report.must(
      'work that was taken meanwhile is done',
      worked !== null,
      `${((worked ?? WORK_OFF_MS) / 1_000).toFixed(0)} s`,
    )
    await server.end()
  },
}
