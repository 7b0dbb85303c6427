import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { chainEventsAfter } from '#platform/audit/hash-chain.ts'
import { openKeyring } from '#platform/boot.ts'
import { openPostgres } from '#platform/db/database.ts'
import { post } from '#test/support/people/new-user.ts'
import { reportDocument } from './bench/documents.ts'
import { ask } from './harness/ask.ts'
import { type LabDatabase, postgresDatabase } from './harness/databases.ts'
import { type Person, registerPeople, signIn } from './harness/people.ts'
import { type Server, startServer } from './harness/server.ts'
import {
  type Cost,
  difference,
  KEPT_MONTHS,
  type Measured,
  maxPeople,
  type Needs,
  needsOf,
  sum,
  times,
} from './scale-model.ts'
import { CannotRunHere, type Report, type Scenario } from './scenario.ts'

/** The load that one person causes at a server and PostgreSQL, and what millions of people need (docs/reference/scale.md). */

const STATISTICS = 'pg_stat_statements'

/** Tables whose rows are deleted within days, and tables of the sandbox. */
const transient = [
  'outbox_items',
  'sandbox_letters',
  'sandbox_letter_events',
  'session_tokens',
  'code_challenges',
  'remembered_answers',
  'rate_limits',
]

const Counted = z.object({
  statements: z.coerce.number(),
  wal: z.coerce.number(),
  reportBytes: z.coerce.number(),
  auditBytes: z.coerce.number(),
  otherBytes: z.coerce.number(),
  auditRows: z.coerce.number(),
  jobs: z.coerce.number(),
  letters: z.coerce.number(),
})

const counted = `select (select sum(calls) from ${STATISTICS} where query not like '%${STATISTICS}%') as statements,
    pg_current_wal_lsn() - '0/0' as wal,
    (select count(*) from audit_events) as "auditRows", (select count(*) from pgboss.job) as jobs,
    (select count(*) from mail_jobs) as letters,
    sum(size) filter (where relname = 'reports') as "reportBytes",
    sum(size) filter (where relname in ('audit_events', 'audit_links')) as "auditBytes",
    sum(size) filter (where relname not in ('reports', 'audit_events', 'audit_links', '${transient.join("', '")}')) as "otherBytes"
  from (select relname, pg_total_relation_size(oid) as size from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r') as sizes`

const TICKS = 100

/** Fields of `/proc/<pid>/stat` after the name: parent, processor time, and that of ended children. */
const readProcess = (pid: string) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS
    return { parent: fields[1], own: seconds(11), ended: seconds(13) }
  } catch {
    return null
  }
}

/** Processor time of a process and of every process it started. */
const processorTime = (pid: string): number => {
  const started = readdirSync('/proc').flatMap(name => {
    const found = /^\d+$/.test(name) ? readProcess(name) : null
    return found?.parent === pid ? [found.own + found.ended] : []
  })
  const root = readProcess(pid)
  return (root ? root.own + root.ended : 0) + started.reduce((total, one) => total + one, 0)
}

const postmasterOf = async (database: LabDatabase): Promise<string> => {
  const [row] = await database.rows('show data_directory')
  const folder = z.object({ data_directory: z.string() }).parse(row).data_directory
  return readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
}

const waiting = `select (select count(*) from pgboss.job where state <= 'active' and left(name, 2) <> '__' and start_after <= now())
  + (select count(*) from mail_jobs where phase in ('requested', 'ready', 'submitting', 'unknown')) as count`
const Waiting = z.object({ count: z.coerce.number() })

/** What people did, including what is not in the database. */
type Act = { name: string; monthly: number; texts: number; run: (person: Person) => Promise<void> }

/** A person's own report for one month: accounts at three bureaus. */
const documentOf = (person: Person, accounts: number): string => {
  const digits = person.phoneNumber.slice(-2)
  return reportDocument(accounts, '2026-11-14', 'truelink', {
    names: { firstName: 'Invented', middleName: null, lastName: `Person ${digits}` },
    birthDate: '1990-04-12',
    address: { street: '12 Oak Street', city: 'Springfield', state: 'IL', postal: '62701' },
    ssn: `5123456${digits}`,
  })
}

const read = async (server: Server, { token, address }: Person, where: string) => {
  const { status, body } = await ask(`${server.url}/api/v1${where}`, {
    token,
    address,
    headers: { 'accept-encoding': 'gzip' },
  })
  if (status !== 200) throw new Error(`${where} answered ${status}: ${body}`)
}

const Made = z.object({ id: z.string() })

const actsOf = (server: Server, count: (name: string) => number): readonly Act[] => [
  { name: 'sign-in', monthly: count('sign-ins'), texts: 1, run: person => signIn(server.url, person) },
  {
    name: 'report file',
    monthly: count('reports'),
    texts: 0,
    run: async person => {
      const form = new FormData()
      form.set('file', new Blob([documentOf(person, count('accounts'))]), 'report')
      const answer = await fetch(`${server.url}/api/v1/credit/reports/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}` },
        body: form,
      })
      if (!answer.ok) throw new Error(`no import: ${await answer.text()}`)
    },
  },
  {
    name: 'visit',
    monthly: count('visits'),
    texts: 0,
    run: async person => {
      for (const where of ['/user/info', '/credit/analytics', '/alerts', '/credit/findings', '/dispute'])
        await read(server, person, where)
    },
  },
  {
    name: 'dispute with three letters',
    monthly: count('disputes-in-hundred') / 100,
    texts: 0,
    run: async ({ token, address }) => {
      const bureaus = ['TransUnion', 'Experian', 'Equifax']
      const asked = { action: 'place', bureaus, attested: true, repeat: true }
      const { id } = Made.parse(await post(server.url, '/dispute/freeze', asked, token, address))
      await post(server.url, `/dispute/${id}/send-physical`, {}, token, address)
    },
  },
]

const IDLE_SECONDS = 5

const round = (value: number) => Number(value.toPrecision(2)).toLocaleString('en-US')
const lineOf = (cost: Cost) =>
  `${round(cost.statements)} statements, ${round(cost.databaseCpu * 1_000)} + ${round(cost.serverCpu * 1_000)} ms of database and server, WAL ${round(cost.wal / 1_000)} kB, report ${round(cost.reportBytes / 1_000)}, audit ${round(cost.auditBytes / 1_000)}, other ${round(cost.otherBytes / 1_000)} kB, ${round(cost.auditRows)} audit rows, ${round(cost.jobs)} jobs`

/** How many audit log rows a second one chain can link. */
const chainRate = async ({ settings }: LabDatabase, rows: number): Promise<number> => {
  const { DATABASE_URL: url = '', DATA_DIR: folder = '' } = settings
  const { db, close } = await openPostgres(url, error => {
    throw error
  })
  try {
    const keyring = await openKeyring(db, path.join(folder, 'keyring.json'))
    const chain = async () => {
      let after: string | null = null
      for (let more = true; more; ) ({ last: after, more } = await chainEventsAfter(db, keyring, after))
    }
    await chain()
    await db.transaction(async tx => {
      for (let row = 0; row < rows; row += 1)
        await recordSystemAudit(tx, keyring, 'configuration_changed', { objectId: `row ${row}` }, new Date())
    })
    const began = performance.now()
    await chain()
    return (rows / (performance.now() - began)) * 1_000
  } finally {
    await close()
  }
}

/** Seconds for each code of the day that a code's request counts (`countToday` of `send-code.ts`), among so many. */
const codeCounting = async (database: LabDatabase, codes: number): Promise<number> => {
  await database.rows(`insert into code_challenges (id, phone_index, sent_at, tries)
    select gen_random_uuid(), sha256(number::text::bytea), now(), 0 from generate_series(1, ${codes}) as number`)
  await database.rows('vacuum analyze code_challenges')
  const counting = `select count(*) from (select sent_at from code_challenges where sent_at >= now() - interval '1 day' limit ${codes}) as today`
  await database.rows(counting)
  const began = performance.now()
  for (let again = 0; again < 5; again += 1) await database.rows(counting)
  return (performance.now() - began) / 1_000 / 5 / codes
}

/** Capacity of one unit of each kind: assumed for machines, published by providers, measured for the chain. */
const limitsWith = (chained: number): readonly [string, number, (needs: Needs) => number][] => [
  ['500 connections without a pooler', 500, needs => needs.connections],
  ['64 processors of one PostgreSQL', 64, needs => needs.databaseProcessors],
  ['100 MB of WAL a second to a replica', 100e6, needs => needs.walBytes],
  [`audit log: one chain, ${round(chained)} rows a second`, chained, needs => needs.auditRows],
  ['reports: 4 TB in addition to everything else', 4e12, needs => needs.reportBytes],
  ['audit log: 4 TB', 4e12, needs => needs.auditBytes],
  ['codes of a day, counted one after the other', 1, needs => needs.codesCounted],
  ['mail: 30 letters a second', 30, needs => needs.letters],
  ['texts: 3 a second from a toll-free number', 3, needs => needs.texts],
  ['texts: 150 a second, the most of one', 150, needs => needs.texts],
]

const printCosts = (report: Report, costs: Measured, chained: number) => {
  for (const millions of [1, 10, 100]) {
    const needs = needsOf(millions * 1e6, costs)
    report.figure(
      `${millions} million people, at the peak`,
      `${round(needs.statements)} statements a second, ${round(needs.databaseProcessors)} processors of PostgreSQL, ${needs.serverProcesses} server processes, ${round(needs.connections)} connections, WAL ${round(needs.walBytes / 1e6)} MB, ${round(needs.auditRows)} audit rows, ${round(needs.jobs)} jobs, ${round(needs.letters)} letters and ${round(needs.texts)} texts a second; after ${KEPT_MONTHS} months reports ${round(needs.reportBytes / 1e12)}, audit log ${round(needs.auditBytes / 1e12)}, other ${round(needs.otherBytes / 1e12)} TB`,
    )
  }
  const gives = limitsWith(chained).map(([what, limit, need]) => ({
    what,
    people: maxPeople(limit, people => need(needsOf(people, costs))),
  }))
  for (const { what, people } of gives.toSorted((a, b) => a.people - b.people))
    report.figure(`up to ${round(people / 1e6)} million people`, what)
}

export const scale: Scenario = {
  what: 'the load one person causes in a month, what 1, 10 and 100 million people need, and which limit is reached first',
  options: {
    people: '60',
    accounts: '20',
    visits: '8',
    'sign-ins': '2',
    reports: '1',
    'disputes-in-hundred': '10',
    chained: '6000',
    codes: '200000',
  },
  run: async ({ count, later }, report) => {
    const database = await postgresDatabase({
      settings: [`shared_preload_libraries=${STATISTICS}`, 'fsync=on', 'autovacuum=off'],
    })
    later(database.close)
    await database.rows(`create extension ${STATISTICS}`).catch(() => {
      throw new CannotRunHere(`the extension ${STATISTICS} is not installed`)
    })
    const server = await startServer(database.settings)
    later(server.kill)
    const postmaster = await postmasterOf(database)
    const look = async (): Promise<Cost> => ({
      ...Counted.parse((await database.rows(counted))[0]),
      databaseCpu: processorTime(postmaster),
      serverCpu: processorTime(String(server.pid())),
      texts: 0,
    })
    const quiet = async () => {
      while (Waiting.parse((await database.rows(waiting))[0]).count > 0) await delay(200)
    }
    /** What an idle server does per second. */
    const idling = async (): Promise<Cost> => {
      await quiet()
      await database.rows('checkpoint')
      const before = await look()
      await delay(IDLE_SECONDS * 1_000)
      return times(difference(await look(), before), 1 / IDLE_SECONDS)
    }
    report.figure('a server without people, a second', lineOf(await idling()))
    /** The cost of some work per person, without the server's idle work. */
    const costing = async (many: number, texts: number, work: () => Promise<void>): Promise<Cost> => {
      const idle = await idling()
      const [from, began] = [await look(), performance.now()]
      await work()
      await quiet()
      const spent = difference(await look(), from)
      const own = difference(spent, times(idle, (performance.now() - began) / 1_000))
      return { ...times(own, 1 / many), texts }
    }
    let people: Person[] = []
    const once = await costing(count('people'), 1, async () => {
      people = await registerPeople(server.url, count('people'))
    })
    report.figure('an account', lineOf(once))
    const halves = [people.slice(0, people.length / 2), people.slice(people.length / 2)]
    const month: Cost[] = []
    for (const { name, monthly, texts, run } of actsOf(server, count)) {
      const costs: Cost[] = []
      for (const half of halves)
        costs.push(
          await costing(half.length, texts, async () => {
            for (const person of half) await run(person)
          }),
        )
      const [early = once, late = once] = costs
      const cost = times(sum([early, late]), 0.5)
      month.push(times({ ...cost, texts }, monthly))
      report.figure(`${name}, ${monthly} a month`, lineOf(cost))
      const growth = late.statements / early.statements
      report.must(
        `${name}: costs the second half as many statements as the first`,
        growth < 1.1,
        growth.toFixed(2),
      )
    }
    await server.end()
    const chained = await chainRate(database, count('chained'))
    const all = { once, month: sum(month), codeCounted: await codeCounting(database, count('codes')) }
    report.figure('a person a month', lineOf(all.month))
    printCosts(report, all, chained)
  },
}
