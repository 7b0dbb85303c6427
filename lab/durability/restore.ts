import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-lob-letters.ts'
import { judgeLedger, Ledger, MailJobList } from '#test/support/mailing/chaos-verdict.ts'
import { disputesToMail, type Mailing, signInAgain, smallMailing } from '#test/support/mailing/mail-chaos.ts'
import { runServer } from '#test/support/run-server.ts'
import { ask } from '../harness/ask.ts'
import { forEachDatabase, type LabDatabase, rowsAt } from '../harness/databases.ts'
import { createLedger } from '../harness/ledger.ts'
import { registerPeople, signIn } from '../harness/people.ts'
import { type Server, startServer } from '../harness/server.ts'
import type { Options, Report, Scenario } from '../scenario.ts'
import { countsIn, digestAuditLog, orphansIn, refusesAuditChanges } from './restored-rows.ts'

const root = path.join(import.meta.dirname, '../..')

const run = (program: string, parameters: readonly string[]) => {
  const { PATH = '' } = process.env
  const ended = spawnSync(program, parameters, { cwd: root, env: { PATH }, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${program} failed: ${ended.stderr || ended.error?.message}`)
}

/** How a backup is made and restored: `pg_dump` and `pg_restore`, as docs/guides/operating.md describes. */
type Copying = {
  backUp: () => void
  /** All servers must be stopped; returns the servers' settings and a reader of the copy. */
  restore: () => { settings: Record<string, string>; rows: LabDatabase['rows'] }
  remove: () => void
}

const byDump = ({ settings, dataDir }: LabDatabase): Copying => {
  const copy = `${dataDir}.dump`
  const url = new URL(settings.DATABASE_URL ?? '')
  const other = Object.assign(new URL(url), { pathname: '/restored' }).href
  return {
    backUp: () => run('pg_dump', ['--format=custom', `--file=${copy}`, url.href]),
    restore: () => {
      run('createdb', [
        '--maintenance-db',
        url.href,
        '--host',
        url.hostname,
        '--port',
        url.port,
        '--username',
        url.username,
        'restored',
      ])
      run('pg_restore', ['--exit-on-error', `--dbname=${other}`, copy])
      return { settings: { ...settings, DATABASE_URL: other }, rows: statement => rowsAt(other, statement) }
    },
    remove: () => rmSync(copy, { force: true }),
  }
}

/** Reports of this many megabytes, for a person who never signs in: incompressible bytes, like encrypted ones. */
const fill = async ({ rows }: LabDatabase, megabytes: number): Promise<void> => {
  const person = 'f1110000-0000-7000-8000-000000000000'
  await rows(`insert into users select filled.* from (select u from users u limit 1) as one,
    lateral jsonb_populate_record(one.u, jsonb_build_object('id', '${person}', 'phone_index', '\\x00', 'enrolled', false)) as filled`)
  // One statement for each, so that the server's own pauses are short.
  for (let report = 0; report < megabytes; report += 1)
    await rows(`insert into reports (id, user_id, origin, received_at, content, summary, document)
      select gen_random_uuid(), '${person}', 'import', now(), bytes, '', ''
      from (select string_agg(sha256((${report} || '.' || number)::bytea), '') as bytes from generate_series(1, 31250) as number) as made`)
}

const Size = z.object({ size: z.coerce.number() })

const insist = async (server: Server, { path: where, init }: Mailing): Promise<void> => {
  for (;;) {
    const answer = await fetch(`${server.url}${where}`, init).catch(() => null)
    if (answer?.ok) return
    if (answer && answer.status < 500 && answer.status !== 409)
      throw new Error(`${where} answered ${answer.status}: ${await answer.text()}`)
    await delay(100)
  }
}

const jobsOf = async ({ url }: Server) =>
  MailJobList.parse(JSON.parse((await ask(`${url}/chaos/jobs`)).body)).rows

const CLOSED = ['submitted', 'rejected', 'needs_operator']
const PATIENCE_MS = 600_000

/** Waits until this many letters are recorded and none is in progress. */
const closed = async (server: Server, letters: number) => {
  const until = Date.now() + PATIENCE_MS
  let rows = await jobsOf(server)
  while ((rows.length < letters || rows.some(({ phase }) => !CLOSED.includes(phase))) && Date.now() < until) {
    await delay(500)
    rows = await jobsOf(server)
  }
  return rows
}

const Shown = z.object({ lastName: z.string() })
const Gate = z.object({ reason: z.string().nullable(), epoch: z.number() })
const gateRow = 'select hold_reason as reason, restore_epoch as epoch from mail_gate'

const drillOn = async (database: LabDatabase, { seed, count, later }: Options, report: Report) => {
  const [sends, disputes, faster] = [count('sends'), count('disputes'), count('faster')]
  const rest = { SEED: String(seed), FASTER: String(faster) }
  const mailProvider = await runServer(rest, ['test/fakes/fake-lob-process.ts'])
  later(() => mailProvider.end('SIGTERM'))
  const ledgerNow = async () => Ledger.parse(await (await fetch(`${mailProvider.url}/ledger`)).json())
  const mailing = {
    ...rest,
    NODE_ENV: 'test',
    LOB_API_KEY: fakeLobKey,
    LOB_WEBHOOK_SECRET: fakeLobSecret,
    LOB_BASE_URL: (await ledgerNow()).url,
    MAIL_DAILY_CAP: '999999,999999',
  }
  const program = 'test/support/mailing/mail-server.ts'
  const original = await startServer({ ...database.settings, ...mailing }, program)
  later(original.kill)
  const copying = byDump(database)
  later(copying.remove)
  let server = original
  const people = await registerPeople(server.url, 10)
  const written = createLedger(server.url, people)
  for (let writes = 0; writes < 40; writes += 1) await written.write()
  const letters = await disputesToMail(server.url, disputes)
  const before = Array.from({ length: Math.ceil(sends / 5) }, smallMailing)
  for (const letter of before) await insist(server, letter)
  await closed(server, before.length)
  const megabytes = count('megabytes')
  if (megabytes > 0) await fill(database, megabytes)
  const { size } = Size.parse((await database.rows('select pg_database_size(current_database()) as size'))[0])
  const [counts, auditLog] = [await countsIn(database.rows), await digestAuditLog(database.rows)]
  const backUpBegan = performance.now()
  copying.backUp()
  report.did(
    `${database.name}: ${(size / 1e9).toFixed(2)} GB backed up in ${((performance.now() - backUpBegan) / 1_000).toFixed(1)} s, after ${before.length} letters and ${written.count()} writes`,
  )

  const others = Array.from({ length: sends - letters.length }, smallMailing)
  const since = [...letters, ...others]
  for (const letter of since) await insist(server, letter)
  for (let writes = 0; writes < 40; writes += 1) await written.write()
  await server.kill()
  const began = performance.now()
  const { settings, rows } = copying.restore()
  const took = (performance.now() - began) / 1_000
  report.did(`restored in ${took.toFixed(1)} s, after ${since.length} more requests to mail`)
  // With a small database, startup and shutdown dominate.
  if (megabytes > 0)
    report.must(
      'restored at a rate of 10 GB in half an hour or faster',
      size / took >= 10e9 / 1_800,
      `${(size / 1e6 / took).toFixed(1)} MB a second`,
    )
  const now = await countsIn(rows)
  const other = [...counts]
    .filter(([name, then]) => now.get(name) !== then)
    .map(([name, then]) => `${name} ${then} to ${now.get(name)}`)
  report.must(
    'tables with a different number of rows',
    other.length === 0 && now.size === counts.size,
    other.join(', ') || `0 of ${counts.size}`,
  )
  report.must(
    'the audit log is the same, row by row',
    (await digestAuditLog(rows)) === auditLog,
    `${now.get('audit_events')} rows`,
  )
  report.must('the audit log refuses changes', await refusesAuditChanges(rows), 'tried')
  const { keys, orphans } = await orphansIn(rows)
  report.must(
    'rows whose foreign key points to a missing row',
    orphans === 0 && keys > 0,
    `${orphans}, ${keys} keys`,
  )

  server = await startServer({ ...settings, ...mailing }, program)
  later(server.kill)
  let [kept, unread] = [0, 0]
  for (const [index, person] of people.entries()) {
    const { status: old } = await ask(`${server.url}/api/v1/user/info`, { token: person.token })
    if (old !== 401) kept += 1
    await signIn(server.url, person)
    const { token } = person
    const { status, body } = await ask(`${server.url}/api/v1/user/info`, { token })
    const name = `Person ${String(index).padStart(2, '0')}`
    if (status !== 200 || Shown.parse(JSON.parse(body)).lastName !== name) unread += 1
  }
  report.must('people who stayed signed in', kept === 0, `${kept} of ${people.length}`)
  report.must(
    'people whose encrypted details cannot be decrypted',
    unread === 0,
    `${unread} of ${people.length}`,
  )
  const all = [...before, ...(await signInAgain(server.url, letters)), ...others]
  for (const letter of all) await insist(server, letter)
  const expected = new Map(all.flatMap(letter => [...letter.letters]))
  const jobs = await closed(server, expected.size)
  const ledger = await ledgerNow()
  await server.kill()
  const verdict = judgeLedger({ ledger, rows: jobs, acknowledged: [...expected.keys()], expected, faster })
  const { lost, twice, changed, strange, wrongJobs, otherBytes } = verdict
  report.must(
    'letters lost after every user pressed Send again',
    lost.length === 0,
    `${lost.length} of ${expected.size}`,
  )
  report.must('letters mailed twice', twice.length === 0, twice.length)
  report.must(
    'letters changed, not requested, or recorded wrongly',
    changed.length + strange.length + wrongJobs.length + otherBytes === 0,
    `${changed.length}, ${strange.length}, ${wrongJobs.length}`,
  )
  const gate = Gate.parse((await rows(gateRow))[0])
  report.must(
    'mailing was on hold for the restore, and the hold ended',
    gate.epoch === 1 && gate.reason === null,
    `${gate.epoch} hold, now ${gate.reason ?? 'none'}`,
  )
}

/** A backup, more letters, a restore, and every user presses Send again. */
export const restore: Scenario = {
  what: 'back up, mail more letters, restore, every user presses Send again: rows, keys, audit log and letters are correct',
  options: { sends: '1000', disputes: '20', faster: '20', megabytes: '0' },
  run: async (given, report) => forEachDatabase('postgres', database => drillOn(database, given, report)),
}
