import type pg from 'pg'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { createOutbox } from '#sandbox/server/outbox.ts'
import { addIdentities, type Sealing } from './identities.ts'

/**
 * A crowd beside one real person, whose rows they get copies of: of every kind as many as so many people bring along. What
 * is sealed in a copy has its real size, and opens for nobody.
 */

/** Which people of the crowd have something, of their numbers, and since when: in the last month, or in two years. */
type Share = { every: number; when: 'lately' | 'ago' }

/** Reports of one in a hundred, disputes of one in two hundred, and what all have. */
const all: Share = { every: 1, when: 'lately' }
const reported: Share = { every: 100, when: 'lately' }
const disputing: Share = { every: 200, when: 'ago' }
const writing: Share = { every: 500, when: 'ago' }

type Copied = Share & {
  table: string
  /** Of the rows of the real person, `t`. `$1` is her id. */
  which: string
  /** What is another in each copy, for the person `p`; all else, and how far apart its instants lie, is the same. */
  own: Record<string, string>
  /** How many copies each person gets. */
  times?: number
}

const id = (column: string) => `md5(p.id::text || t.${column}::text)::uuid`
const name = (column: string) => `md5(p.id::text || t.${column})`
const hash = (column: string) => `sha256((p.id::text || c)::bytea || t.${column})`
const fresh = 'gen_random_uuid()'
const hers = 't.user_id = $1'
const herDisputes = 't.dispute_id in (select id from disputes where user_id = $1)'
const herSession = `(select id from sessions where user_id = $1 and kind = 'user' order by created_at limit 1)`
const newest = (table: string, order: string, count: number) =>
  `t.id in (select id from ${table} where user_id = $1 order by ${order} desc limit ${count})`

const copies: readonly Copied[] = [
  { ...all, table: 'consents', which: `${hers} and t.kind <> 'email'`, own: { id: fresh, user_id: 'p.id' } },
  {
    ...all,
    table: 'sessions',
    which: `t.id = ${herSession}`,
    own: { id: id('id'), user_id: 'p.id' },
  },
  {
    ...all,
    table: 'session_tokens',
    which: `t.session_id = ${herSession} and p.lately < interval '2 days'`,
    own: { hash: hash('hash'), session_id: id('session_id') },
    times: 3,
  },
  {
    ...all,
    table: 'audit_events',
    which: `t.id in (select id from audit_events where user_id = $1 and opening_id is null order by at limit 3)`,
    own: { id: fresh, user_id: 'p.id', request_id: fresh },
  },
  {
    ...reported,
    table: 'audit_events',
    which: `t.id in (select id from audit_events where user_id = $1 and opening_id is null order by at limit 5)`,
    own: { id: fresh, user_id: 'p.id', request_id: fresh },
    times: 8,
  },
  {
    ...reported,
    table: 'reports',
    which: newest('reports', 'received_at', 3),
    own: { id: id('id'), user_id: 'p.id' },
  },
  {
    ...reported,
    table: 'report_pulls',
    which: newest('report_pulls', 'requested_at', 7),
    own: { id: fresh, user_id: 'p.id' },
  },
  {
    ...reported,
    table: 'alerts',
    which: `${hers} and t.report_id in (select id from reports where user_id = $1 order by received_at desc limit 3)`,
    own: { id: fresh, user_id: 'p.id', report_id: id('report_id') },
  },
  {
    ...reported,
    table: 'emails',
    which: hers,
    own: { id: fresh, user_id: 'p.id', state: `'sent'` },
    times: 3,
  },
  {
    ...disputing,
    table: 'stored_files',
    which: 't.key in (select file_key from documents where user_id = $1)',
    own: { key: name('key') },
  },
  {
    ...disputing,
    table: 'documents',
    which: hers,
    own: { id: id('id'), user_id: 'p.id', name_mac: hash('name_mac'), file_key: name('file_key') },
  },
  {
    ...disputing,
    table: 'disputes',
    which: hers,
    own: { id: id('id'), user_id: 'p.id', report_id: id('report_id') },
  },
  {
    ...disputing,
    table: 'dispute_items',
    which: herDisputes,
    own: { id: id('id'), dispute_id: id('dispute_id') },
  },
  {
    ...disputing,
    table: 'dispute_letters',
    which: herDisputes,
    own: { id: id('id'), dispute_id: id('dispute_id') },
  },
  {
    ...disputing,
    table: 'mail_jobs',
    which: hers,
    own: {
      id: id('id'),
      letter_id: id('letter_id'),
      user_id: 'p.id',
      provider_id: name('provider_id'),
      admitted_on: `to_char(t.requested_at - p.ago, 'YYYY-MM-DD')`,
      // The copy of a letter's bytes goes a month after it went out.
      pdf: `case when p.ago < interval '30 days' then t.pdf end`,
      whereabouts: `case when p.ago < interval '6 days' then t.whereabouts else 'delivered' end`,
      ask_at: `case when p.ago < interval '6 days' then now() + interval '1 day' end`,
    },
  },
  {
    ...disputing,
    table: 'mail_events',
    which: 't.provider_id in (select provider_id from mail_jobs where user_id = $1)',
    own: {
      id: name('id'),
      provider_id: name('provider_id'),
      mail_job_id: `(md5(p.id::text || t.mail_job_id)::uuid)::text`,
    },
  },
  { ...writing, table: 'tradeline_requests', which: hers, own: { id: fresh, user_id: 'p.id' }, times: 2 },
  {
    every: 50,
    when: 'ago',
    table: 'openings',
    which: hers,
    own: {
      id: id('id'),
      user_id: 'p.id',
      // One manager in four is the one who is asked about.
      manager_id: `case when p.n % 200 = 0 then t.manager_id else md5((p.n % 200)::text)::uuid end`,
      manager_session_id: fresh,
      ended_at: `t.started_at - p.ago + interval '9 minutes'`,
      noticed_at: `t.started_at - p.ago + interval '12 minutes'`,
    },
  },
  {
    every: 50,
    when: 'lately',
    table: 'sessions',
    which: `t.opening_id in (select id from openings where user_id = $1)`,
    own: {
      id: fresh,
      user_id: 'p.id',
      opening_id: id('opening_id'),
      manager_id: `case when p.n % 200 = 0 then t.manager_id else md5((p.n % 200)::text)::uuid end`,
      manager_session_id: fresh,
      ended_at: `t.created_at - p.lately + interval '9 minutes'`,
      end_reason: `'ended'`,
    },
  },
]

/** What a copy cannot bring: rows of people who only signed in. */
const made: readonly string[] = [
  `insert into phone_guards (phone_index, recent_fails, consecutive_fails, locks)
    select phone_index, case when n % 500 = 1 then jsonb_build_array((extract(epoch from now() - lately) * 1000)::bigint) else '[]' end,
      0, 0 from crowd where n >= $1 and n < $2`,
  `insert into known_browsers (user_id, browser, wrong_codes, signed_in_at)
    select id, sha256(id::text::bytea), 0, now() - lately from crowd where n % 10 < 7 and n >= $1 and n < $2`,
  `insert into code_challenges (id, phone_index, code_mac, sent_at, tries, consumed_at)
    select gen_random_uuid(), phone_index, sha256(phone_index), now() - lately, 1, now() - lately
    from crowd where lately < interval '2 days' and n >= $1 and n < $2`,
  `insert into email_codes (id, user_id, purpose, email_index, code_mac, sent_at, tries)
    select gen_random_uuid(), id, 'email', phone_index, sha256(phone_index), now() - lately, 1
    from crowd where lately < interval '2 days' and n % 20 = 0 and n >= $1 and n < $2`,
  `insert into rate_limits (key, points, expire)
    select 'sensitive:person:3600:' || id, 1, (extract(epoch from now() + lately / 30) * 1000)::bigint
    from crowd where n % 20 = 0 and n >= $1 and n < $2`,
  `insert into remembered_answers (scope, key, request, created_at)
    select 'register|' || id, sha256(phone_index), sha256(phone_index), now() - lately / 30
    from crowd where n % 100 = 0 and n >= $1 and n < $2`,
]

const columnsOf = async (client: pg.PoolClient, table: string) => {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  )
  return rows
}

const copy = async (
  client: pg.PoolClient,
  { table, which, own, every, when, times = 1 }: Copied,
  personId: string,
  from: number,
  to: number,
) => {
  const columns = await columnsOf(client, table)
  const values = columns.map(({ name: column, type }) => {
    const kept = type.startsWith('timestamp') ? `t.${column} - p.${when}` : `t.${column}`
    return own[column] ?? kept
  })
  await client.query(
    `insert into ${table} (${columns.map(column => column.name).join(', ')})
      select ${values.join(', ')}
      from crowd p cross join ${table} t cross join generate_series(1, ${times}) as c
      where p.n >= $2 and p.n < $3 and p.n % ${every} = 0 and ${which} and ($1::uuid is not null)`,
    [personId, from, to],
  )
}

/** What the sandbox sent to one in twenty: these are opened again, so each is sealed. */
const fillOutbox = async (db: Database, { keyring, now }: Sealing, count: number) => {
  const put = createOutbox(db, keyring.system, () => new Date(now.getTime() - 3_600_000))
  for (let n = 0; n < count; n += 1)
    await put.put({
      channel: 'sms',
      to: `+1415${newId().slice(-7)}`,
      subject: '',
      body: 'Fairfile code: 000000.',
    })
}

/** Lets the crowd grow from a number of people to another. */
export const growCrowd = async (
  { pool, db }: { pool: pg.Pool; db: Database },
  sealing: Sealing,
  personId: string,
  from: number,
  to: number,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = 0; set synchronous_commit = off;
      set session_replication_role = replica; set work_mem = '256MB';
      create table if not exists crowd (n int primary key, id uuid not null, phone_index bytea not null,
        lately interval not null, ago interval not null)`)
    await addIdentities(client, sealing, from, to)
    await client.query('analyze crowd')
    for (const one of copies) await copy(client, one, personId, from, to)
    for (const statement of made) await client.query(statement, [from, to])
    await fillOutbox(db, sealing, Math.floor((to - from) / 200))
    await client.query('vacuum analyze')
  } finally {
    // Its settings go with the connection.
    client.release(true)
  }
}
