import { eq } from 'drizzle-orm'
import { NIL } from 'uuid'
import { listClientCosts, sumMonth } from '#features/costs/server/cost-book.ts'
import { listCandidates } from '#features/desk/server/rounds.ts'
import { countWork, listWork } from '#features/desk/server/work-queue.ts'
import { workKinds } from '#features/desk/work-kinds.ts'
import { users } from '#features/identity/server/tables.ts'
import { listDeliveries } from '#features/integrations/server/targets.ts'
import { readAuditRows } from '#features/staff/server/audit-log-reading.ts'
import { listClients } from '#features/staff/server/clients.ts'
import { type Database, migrateDatabase, openPostgres } from '#platform/db/database.ts'
import { findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { rowsAt } from '../harness/databases.ts'
import { median, row, say } from './measure.ts'

/**
 * A page of each staff list among a million clients and, for comparison, among a thousand. The rows are generated in the
 * database without real ciphertexts: only the statements are measured.
 */

const SIZES = [1_000, 1_000_000] as const

/** Ids in the order of their numbers, as UUIDv7 ids are in the order of their times. */
const id = (kind: string, number = 'n') =>
  `('${kind}-0000-7000-8000-' || lpad(to_hex(${number}::bigint), 12, '0'))::uuid`
const idOf = (kind: string, number: number) =>
  `${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
const kinds = {
  user: '01900000',
  manager: '01910000',
  dispute: '01920000',
  letter: '01930000',
  event: '01940000',
  delivery: '01950000',
  audit: '01960000',
  task: '01970000',
  pull: '01980000',
  target: '01990000',
  cost: '019a0000',
  job: '019b0000',
  review: '019c0000',
  request: '019d0000',
  consent: '019e0000',
  item: '019f0000',
} as const

/** A tenth of the clients have the first word, a twentieth the second, one in a hundred the third. */
const words = { common: Buffer.from('common'), second: Buffer.from('second'), rare: Buffer.from('rare') }
/** As many clients per manager as allowed, and one in fifty without a manager. */
const SERVED = 500

/** One row in this many, chosen by a part of the number's hash, so that the kinds of work are distributed independently. */
const oneIn = (many: number, seed: number) => `abs(hashint8extended(n, ${seed})) % ${many} = 0`

const fill = (size: number): readonly string[] => {
  const user = id(kinds.user)
  const at = `timestamptz '2026-11-01' - (${size} - n) * interval '10 seconds'`
  const series = (many: number) => `generate_series(1, ${many}) as n`
  return [
    `insert into users (id, phone_index, profile, ssn, plan, enrolled, skipped_verification, email_index, last_seen_at, beginnings_indexed, responsible_manager_id, created_at)
      select ${user}, int8send(n), decode(repeat('ab', 300), 'hex'), decode(repeat('cd', 40), 'hex'), 'free', false, true, int8send(n), ${at}, true,
        case when ${oneIn(50, 1)} then null else ${id(kinds.manager, `(n / ${SERVED})`)} end, ${at} from ${series(size)}`,
    ...(
      [
        [words.common, 10, 3],
        [words.second, 20, 3],
        [words.rare, 100, 7],
      ] as const
    ).map(
      ([word, each, rest]) =>
        `insert into user_words (word, user_id) select '\\x${word.toString('hex')}', ${user} from ${series(size)} where n % ${each} = ${rest}`,
    ),
    `insert into user_words (word, user_id) select int8send(n % 5000 + w * 10000), ${user} from ${series(size)}, generate_series(1, 4) as w`,
    `insert into disputes (id, user_id, type, title, attested_at, mail_requested_at, created_at)
      select ${id(kinds.dispute)}, ${user}, 'account', 'x', case when ${oneIn(10, 2)} then null else ${at} end, case when ${oneIn(10, 2)} or ${oneIn(100, 3)} then null else ${at} end, ${at} from ${series(size / 2)}`,
    `insert into dispute_letters (id, dispute_id, bureau, content)
      select ${id(kinds.letter)}, ${id(kinds.dispute)}, 'Experian', 'x' from ${series(size / 2)}`,
    `insert into answers_due (letter_id, user_id, due_on, estimated)
      select ${id(kinds.letter)}, ${user}, date '2026-11-01' + (n % 60)::int, false from ${series(size / 2)} where ${oneIn(5, 4)}`,
    `insert into client_tasks (id, user_id, author_id, assignee_id, content, due_on, shared, created_at)
      select ${id(kinds.task)}, ${user}, ${id(kinds.manager, '1')}, ${id(kinds.manager, `(n / ${SERVED})`)}, 'x', date '2026-11-01' + (n % 60)::int, false, ${at} from ${series(size)} where ${oneIn(5, 5)}`,
    `insert into report_pulls (id, user_id, state, attempts, requested_at, ended_at)
      select ${id(kinds.pull)}, ${user}, 'failed', 1, ${at}, ${at} from ${series(size)} where ${oneIn(20, 6)}`,
    // Of the confirmed letters one in a hundred waits to be mailed, and one in fifty came back.
    `insert into consents (id, user_id, kind, given, version, at)
      select ${id(kinds.consent)}, ${user}, 'staffMailing', true, '2026-11-01', ${at} from ${series(size)} where ${oneIn(2, 7)}`,
    `insert into mail_jobs (id, letter_id, user_id, generation, certified, post, moved_at, requested_at, phase, since, due_at, key_generation, unclear, unclear_ends, looked_up, empty_look_ups, stumbles, whereabouts, undelivered_at)
      select ${id(kinds.job)}, ${id(kinds.letter)}, ${user}, 0, false, 'x', null, ${at}, 'submitted', ${at}, ${at}, 0, false, 0, false, 0, 0,
        case when ${oneIn(50, 8)} then 'returned' else 'delivered' end, case when ${oneIn(50, 8)} then ${at} end
      from ${series(size / 2)} where not (${oneIn(10, 2)}) and not (${oneIn(100, 3)})`,
    // A fifth of the items were answered as verified.
    `insert into dispute_items (id, dispute_id, bureaus, content)
      select ${id(kinds.item)}, ${id(kinds.dispute)}, '{Experian}', 'x' from ${series(size / 2)}`,
    `insert into dispute_outcomes (item_id, bureau, outcome, answered_on, noted_at)
      select ${id(kinds.item)}, 'Experian', 'verified', date '2026-10-01', ${at} from ${series(size / 2)} where ${oneIn(5, 11)}`,
    `insert into document_reviews (id, user_id, state, requested_at)
      select ${id(kinds.review)}, ${user}, 'waiting', ${at} from ${series(size)} where ${oneIn(50, 9)}`,
    `insert into tradeline_requests (id, user_id, content, content_mac, email_id, created_at)
      select ${id(kinds.request)}, ${user}, 'x', 'x', ${id(kinds.request)}, ${at} from ${series(size)} where ${oneIn(50, 10)}`,
    `insert into cost_entries (kind, reference, client_id, month, at, pages, amount)
      select 'letter', ${id(kinds.cost)}, ${user}, '2026-10', ${at}, 2, 9500 from ${series(size)}`,
    `insert into cost_totals (month, kind, shard, count, priced, amount) select '2026-10', 'letter', n, 1000, 1000, 9500000 from ${series(16)}`,
    `insert into webhook_targets (id, content, events, enabled, created_at) select ${id(kinds.target)}, 'x', '{}', true, now() from ${series(2)}`,
    `insert into outgoing_events (id, type, client_id, ids, at) select ${id(kinds.event)}, 'letter.delivered', ${user}, '{}', ${at} from ${series(size)}`,
    `insert into event_deliveries (id, event_id, target_id, state, attempts, due_at, created_at)
      select ${id(kinds.delivery)}, ${id(kinds.event)}, ${id(kinds.target, '1 + n % 2')}, 'delivered', '[]', ${at}, ${at} from ${series(size)}`,
    `insert into audit_events (id, at, act, outcome, actor, manager_id, user_id, address_prefix, request_id, kept_until)
      select ${id(kinds.audit)}, ${at}, case when n % 3 = 0 then 'client_opened' else 'report_read' end, 'done', 'manager',
        ${id(kinds.manager, `(n % (1 + ${size} / ${SERVED}))`)}, ${user}, '', ${id(kinds.audit)}, timestamptz '2033-11-01' from ${series(size)}`,
    'vacuum analyze',
  ]
}

const now = new Date('2026-11-15T15:00:00Z')
const today = { now, timeZone: 'America/New_York' }
const limit = 26

/** Each list with one page, by its name. */
const listsOf = (db: Database, size: number): Readonly<Record<string, () => Promise<unknown>>> => {
  const middle = idOf(kinds.user, size / 2)
  const lead = { managerId: idOf(kinds.manager, 1), role: 'lead' } as const
  const agent = { managerId: idOf(kinds.manager, 1), role: 'agent' } as const
  const newest = { managerId: idOf(kinds.manager, size / SERVED - 1), role: 'lead' } as const
  const clients =
    (found: readonly Buffer[], own: Partial<Parameters<typeof listClients>[2]> = {}) =>
    () =>
      listClients(
        db,
        { words: found, contact: undefined },
        {
          policies: { agentsServe: 'all' },
          manager: lead,
          assigned: undefined,
          before: undefined,
          limit,
          ...own,
        },
      )
  const limited = { policies: { agentsServe: 'own' }, manager: agent } as const
  const work =
    (filter: Partial<Parameters<typeof listWork>[1]>, last: Parameters<typeof listWork>[3]['last'] = null) =>
    () =>
      listWork(
        db,
        {
          kinds: workKinds,
          due: 'all',
          managerFilter: 'all',
          manager: lead,
          policy: { agentsServe: 'all' },
          ...filter,
        },
        today,
        { last, limit },
      )
  const audit = (filter: Parameters<typeof readAuditRows>[1]) => () =>
    readAuditRows(db, filter, { before: undefined, limit: 51, timeZone: today.timeZone })
  return {
    'clients, first page': clients([]),
    'clients, a page in the middle': clients([], { before: middle }),
    'clients of one manager': clients([], { assigned: 'mine' }),
    'clients without a manager, in the middle': clients([], { assigned: 'nobody', before: middle }),
    'clients that a limited agent sees': clients([], limited),
    'clients by a name of every tenth': clients([words.common]),
    'clients by two such names': clients([words.common, words.second]),
    'clients by a common and a rarer name': clients([words.common, words.rare]),
    'a limited agent’s, by a name of every tenth': clients([words.common], limited),
    'work queue, first page': work({}),
    'work queue, later page': work({}, { at: new Date('2026-11-20T00:00:00Z'), kind: 'task', id: NIL }),
    'work queue of one manager': work({ managerFilter: 'mine' }),
    'work queue of the manager with the newest clients': work({ managerFilter: 'mine', manager: newest }),
    'work queue of nobody’s': work({ managerFilter: 'unassigned' }),
    'work queue that a limited agent sees': work({ manager: agent, policy: { agentsServe: 'own' } }),
    'work counts': () =>
      countWork(
        db,
        { kinds: workKinds, managerFilter: 'all', manager: lead, policy: { agentsServe: 'all' } },
        today,
      ),
    'work counts of one manager': () =>
      countWork(
        db,
        { kinds: workKinds, managerFilter: 'mine', manager: lead, policy: { agentsServe: 'all' } },
        today,
      ),
    'round, clients whom an agent serves': () =>
      listCandidates(db, {
        step: 'how_verified',
        visible: eq(users.responsibleManagerId, newest.managerId),
        after: null,
        now,
      }),
    'round, all clients': () =>
      listCandidates(db, { step: 'how_verified', visible: undefined, after: null, now }),
    'costs, first page of clients': () => listClientCosts(db, { month: '2026-10', after: null, limit }),
    'costs, a page in the middle': () => listClientCosts(db, { month: '2026-10', after: middle, limit }),
    'costs, sums of a month': () => sumMonth(db, '2026-10'),
    'webhook log, first page': () =>
      listDeliveries(db, { targetId: idOf(kinds.target, 1), after: null, limit }),
    'webhook log, a page in the middle': () =>
      listDeliveries(db, {
        targetId: idOf(kinds.target, 1 + ((size / 2) % 2)),
        after: idOf(kinds.delivery, size / 2),
        limit,
      }),
    'audit log, all': audit({}),
    'audit log of a manager': audit({ managerId: lead.managerId }),
    'audit log of a client': audit({ clientId: middle }),
    'audit log of an event and days': audit({ event: 'client_opened', from: '2026-06-01', to: '2026-06-30' }),
  }
}

const throwOnLost = (error: Error) => {
  throw error
}

export const staffLists = async (): Promise<void> => {
  const programs = findPostgres()
  if (!programs) {
    say('Lists of staff: PostgreSQL 15 or newer is not installed here.')
    return
  }
  const cluster = await startPostgres(programs, {
    settings: ['max_wal_size=8GB', 'maintenance_work_mem=256MB', 'autovacuum=off'],
  })
  try {
    const times: Map<string, number>[] = []
    for (const size of SIZES) {
      const name = `lists_${size}`
      await rowsAt(cluster.url, `create database ${name}`)
      const url = new URL(cluster.url)
      url.pathname = `/${name}`
      const database = await openPostgres(url.href, throwOnLost)
      await migrateDatabase(database)
      for (const statement of fill(size)) await rowsAt(url.href, statement)
      const taken = new Map<string, number>()
      for (const [list, read] of Object.entries(listsOf(database.db, size)))
        taken.set(list, await median(read, 15))
      times.push(taken)
      await database.close()
    }
    const [few, many] = times
    say('A page of each list of staff, PostgreSQL, a million clients')
    for (const [list, took] of many ?? []) row(list, took, 'a thousand', few?.get(list) ?? Number.NaN)
  } finally {
    await cluster.stop()
  }
}
