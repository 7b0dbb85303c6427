import { drizzle } from 'drizzle-orm/node-postgres'
import { NIL } from 'uuid'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { roundSteps } from '#features/desk/round-rules.ts'
import { countLetters, countStates, listCandidates, listRounds } from '#features/desk/server/rounds.ts'
import { countWork, listWork } from '#features/desk/server/work-queue.ts'
import { dueFilters, managerFilters, workKinds } from '#features/desk/work-kinds.ts'
import { users } from '#features/identity/server/tables.ts'
import { listDueMailJobs } from '#features/mailing/server/mail-job-repository.ts'
import { listMovedUsers } from '#features/mailing/server/mail-requests.ts'
import { listOperatorQueue, readMailStatus } from '#features/mailing/server/operator.ts'
import { endLostPulls, hasHeldPull, listDueUsers } from '#features/reports/server/pulls.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { readAuditRows } from '#features/staff/server/audit-log-reading.ts'
import { listClientInvitations } from '#features/staff/server/client-invitations.ts'
import { listClients } from '#features/staff/server/clients.ts'
import { closeEndedImpersonations } from '#features/staff/server/impersonation.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { chainEventsAfter } from '#platform/audit/hash-chain.ts'
import { newId } from '#platform/ids.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { daysBefore } from '#values/dates.ts'

/**
 * What must stay fast as the number of users grows. `npm run bench` measures it with a million; here a missing index is
 * found directly.
 */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

it('every foreign key has an index, so that deleting a row scans no table', async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(`
    select format('%s, %s', conrelid::regclass, conname) as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index
      where indrelid = conrelid and indpred is null
        and (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(conkey)] @> conkey)`)
  expect(rows.map(({ name }) => name)).toEqual([])
})

const NamedStatement = z.object({ name: z.string().optional(), text: z.string() })

/**
 * Tables that a scheduled task may scan: they are small, because their rows are a day or two old, failed attempts of the
 * last hour, for the operator, or erasures of the last weeks; or files, where unreferenced ones can only be found by a
 * scan.
 */
const mayBeRead = [
  'email_codes',
  'manager_guards',
  'known_devices',
  'phone_guards',
  'managers',
  'invitations',
  'mail_orphans',
  'mail_posts',
  'mail_gate',
  'stored_files',
  'erasures',
  'documents',
  'dispute_enclosures',
]

it('scheduled tasks and lists for staff find what is due by indexes', async () => {
  const { pool } = app.database
  const asked: { text: string; values: unknown[] }[] = []
  const db = drizzle(pool, { logger: { logQuery: (text, values) => asked.push({ text, values }) } })
  const now = app.now()
  for (const task of app.app.cleanupTasks) await task(db, now)
  for (const { dispose } of app.app.disposals) await dispose(db, { before: now, now, most: 100 })
  await endLostPulls(db, now)
  await listDueUsers(db, 'America/New_York', now, newId())
  await hasHeldPull(db)
  await closeEndedImpersonations(db, now)
  await listDueMailJobs(db, now, { most: 200, paused: false })
  await readMailStatus(db, now)
  await listOperatorQueue(db, now)
  await listMovedUsers(db, 200)
  const today = { now, timeZone: 'America/New_York' }
  const manager = { managerId: NIL, role: 'agent' } as const
  for (const managerFilter of managerFilters) {
    const filter = { managerFilter, manager, policy: { agentsServe: 'own' } } as const
    for (const due of dueFilters)
      for (const last of [null, { at: now, kind: 'pull', id: NIL } as const])
        await listWork(db, { kinds: workKinds, due, ...filter }, today, { last, limit: 26 })
    await countWork(db, { kinds: workKinds, ...filter }, today)
  }
  const place = { at: now, id: NIL }
  for (const step of roundSteps) await listCandidates(db, { step, visible: undefined, after: place, now })
  for (const managerId of [NIL, null]) await listRounds(db, { managerId, after: place, limit: 21 })
  await countStates(db, [NIL])
  await countLetters(db, NIL)
  const client = await pool.connect()
  const whole: string[] = []
  try {
    // The tables are empty here, and would be scanned otherwise.
    await client.query('set enable_seqscan = off')
    for (const { text, values } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      for (const { 'QUERY PLAN': line } of rows) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1]
        if (table !== undefined && !mayBeRead.includes(table)) whole.push(`${table}: ${text}`)
      }
    }
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
  expect(asked.length).toBeGreaterThan(20)
  expect(whole).toEqual([])
})

it('chaining audit rows reads only the links of the rows in its batch', async () => {
  const { pool } = app.database
  const asked: { text: string; values: unknown[] }[] = []
  const db = drizzle(pool, { logger: { logQuery: (text, values) => asked.push({ text, values }) } })
  const before = newId()
  await recordSystemAudit(app.database.db, app.keyring, 'tradelines_synced', {}, app.now())
  await chainEventsAfter(db, { auditMac: () => Buffer.of(1) }, before)
  const scan = asked.find(({ text }) => text.includes('audit_links'))
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${scan?.text}`, scan?.values)
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/audit_links[^]*event_id > [^]*event_id <= /)
})

it('each list of clients, invitations, work and the audit log is read in the order of an index', async () => {
  const { pool } = app.database
  const asked: { text: string; values: unknown[] }[] = []
  const db = drizzle(pool, { logger: { logQuery: (text, values) => asked.push({ text, values }) } })
  const agent = { managerId: NIL, role: 'agent' } as const
  const clientsOf = (assigned: 'mine' | 'nobody' | undefined) =>
    listClients(
      db,
      { words: [], contact: undefined },
      { policies: { agentsServe: 'all' }, manager: agent, assigned, before: NIL, limit: 26 },
    )
  const namedClients = () =>
    listClients(
      db,
      { words: [Buffer.from('mar'), Buffer.from('smi')], contact: undefined },
      { policies: { agentsServe: 'all' }, manager: agent, assigned: undefined, before: NIL, limit: 26 },
    )
  const today = { now: app.now(), timeZone: 'America/New_York' }
  const lettersToMail = {
    kinds: ['mailing'],
    due: 'all',
    managerFilter: 'all',
    manager: agent,
    policy: { agentsServe: 'all' },
  } as const
  const audited = (filter: Parameters<typeof readAuditRows>[1]) =>
    readAuditRows(db, filter, { before: undefined, limit: 51, timeZone: 'America/New_York' })
  const lists = {
    users_pkey: () => clientsOf(undefined),
    users_of_manager: () => clientsOf('mine'),
    users_unassigned: () => clientsOf('nobody'),
    user_words_word_user_id_pk: () => namedClients(),
    client_invitations_waiting: () => listClientInvitations(db, { invitedById: null, before: NIL }),
    client_invitations_manager: () => listClientInvitations(db, { invitedById: NIL, before: NIL }),
    disputes_unmailed: () => listWork(db, lettersToMail, today, { last: null, limit: 26 }),
    audit_events_at: () => audited({ from: '2026-11-22', to: '2026-11-23' }),
    audit_events_manager: () => audited({ managerId: NIL, to: '2026-11-23' }),
    audit_events_key: () => audited({ keyId: NIL, from: '2026-11-22' }),
    audit_events_act: () => audited({ event: 'signed_in' }),
    audit_events_user: () => audited({ clientId: NIL, from: '2026-11-22' }),
  }
  for (const list of Object.values(lists)) await list()
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    await client.query('set enable_bitmapscan = off')
    for (const [n, index] of Object.keys(lists).entries()) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${asked[n]?.text}`,
        asked[n]?.values,
      )
      expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain(` ${index} on `)
    }
  } finally {
    await client.query('reset enable_seqscan')
    await client.query('reset enable_bitmapscan')
    client.release()
  }
})

it('due users are read in batches, each once', async () => {
  const { db } = app.database
  const now = app.now()
  const pulled = (daysAgo: number) => {
    const at = daysBefore(now, daysAgo)
    return { state: 'received', attempts: 1, requestedAt: at, endedAt: at } as const
  }
  const people = {
    'pulled two months ago': { due: true, pulls: [pulled(61)] },
    'pulled last week and before': { due: false, pulls: [pulled(61), pulled(7)] },
    'never pulled': { due: true, pulls: [] },
    'did not agree': { due: false, pulls: [], enrolled: false },
    'pulled in last spring': { due: true, pulls: [pulled(400), pulled(200)] },
    'is leaving': { due: false, pulls: [], deletionAskedAt: now },
    'is being pulled': {
      due: false,
      pulls: [{ state: 'asked', attempts: 0, requestedAt: now, endedAt: null } as const],
    },
    'never pulled either': { due: true, pulls: [] },
  }
  const ids = new Map<string, string>()
  for (const [name, { due: _, pulls, ...more }] of Object.entries(people)) {
    const id = newId()
    ids.set(id, name)
    const bytes = Buffer.from(name)
    const sealed = { phoneIndex: bytes, profile: bytes, ssn: bytes, emailIndex: bytes }
    const times = { lastSeenAt: now, createdAt: now }
    await db.insert(users).values({
      id,
      ...sealed,
      plan: 'free',
      enrolled: true,
      skippedVerification: false,
      identitySource: 'staff',
      ...times,
      ...more,
    })
    for (const pull of pulls) await db.insert(reportPulls).values({ id: newId(), userId: id, ...pull })
  }
  const pages: string[][] = []
  for (let after: string | null = NIL; after !== null; ) {
    const page: Awaited<ReturnType<typeof listDueUsers>> = await listDueUsers(
      db,
      'America/New_York',
      now,
      after,
      2,
    )
    pages.push(page.due.map(id => ids.get(id) ?? 'nobody'))
    after = page.next
  }
  expect(pages.flat()).toEqual(Object.entries(people).flatMap(([name, { due }]) => (due ? [name] : [])))
  expect(pages.length).toBeGreaterThan(2)
})

/** The prepared statements of a request; null is one that is planned each time. */
const statementsOf = async (path: string, accessToken: string): Promise<(string | null)[]> => {
  const asked = vi.spyOn(app.database.pool, 'query')
  try {
    const answer = await app.app.http.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(answer.statusCode).toBe(200)
    return asked.mock.calls
      .map(([statement]: unknown[]) => NamedStatement.parse(statement))
      .filter(({ text }) => !text.includes('pgboss'))
      .map(({ name }) => name ?? null)
  } finally {
    asked.mockRestore()
  }
}

it('the reads of every visit take few statements, all of them prepared', async () => {
  const { accessToken } = await app.register()
  await statementsOf('/user/info', accessToken)
  expect(await statementsOf('/user/info', accessToken)).toEqual(['session_by_token'])
  expect(await statementsOf('/credit/analytics', accessToken)).toEqual([
    'session_by_token',
    'newest_by_person',
    'dispute_items_by_user',
    'audit_events_together',
  ])
})
