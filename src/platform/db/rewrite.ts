import type { Pool } from 'pg'
import { ConfigError } from '../config/config.ts'
import { withOwnSession } from './pooler.ts'

/**
 * Rewriting tables without their dead rows. PostgreSQL keeps a deleted row in its page, and a plain VACUUM frees the space
 * without overwriting it; VACUUM FULL rewrites the table and its indexes and removes the old files.
 */

/**
 * Tables whose dead rows could be read with the keyring: the users' wrapped keys, keyed indexes of phone numbers, SSNs,
 * email addresses and names, and what the root key encrypts. Everything else is encrypted with the user's own key.
 */
export const rewrittenTables = [
  'user_keys',
  'users',
  'ssn_claims',
  'later_ssn_claims',
  'user_words',
  'client_invitations',
  'email_codes',
  'code_challenges',
  'phone_guards',
  'rate_limits',
  'remembered_answers',
  'outbox_items',
] as const

/** A statement that waits for a table makes others wait behind it, and those time out after a second. */
const LOCK_TIMEOUT = '800ms'

/** Text columns that contain a keyed index. */
const indexedText = ['rate_limits.key', 'rate_limits.owner', 'remembered_answers.scope']

export type RewriteResult = { tables: number; seconds: number }

/** Whether older transactions still see the dead rows, which would then be copied into the new table. */
const heldBack = `select exists (select from pg_stat_activity where backend_xmin is not null
    and pid <> pg_backend_pid() and backend_type = 'client backend' and xact_start < now() - interval '1 minute')
  or exists (select from pg_prepared_xacts)
  or exists (select from pg_replication_slots where xmin is not null) as held`

/** Rewrites the tables one by one. Throws when a transaction still sees the dead rows or locks a table. */
export const rewriteTables = async (
  database: Parameters<typeof withOwnSession>[0],
): Promise<RewriteResult> => {
  const began = performance.now()
  const settings = `set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT}'`
  await withOwnSession(database, settings, async client => {
    const { rows } = await client.query<{ held: boolean }>(heldBack)
    if (rows[0]?.held !== false)
      throw new ConfigError(
        'an open transaction or a replication slot keeps the dead rows; end it, and run this again',
      )
    for (const table of rewrittenTables) await client.query(`vacuum (full) ${table}`)
  })
  return { tables: rewrittenTables.length, seconds: (performance.now() - began) / 1_000 }
}

/**
 * Keeps values of encrypted and indexed columns out of PostgreSQL's statistics, which would outlive their rows: ANALYZE copies
 * samples into `pg_statistic`. For the owner of the tables.
 */
export const keepOutOfStatistics = async (pool: Pick<Pool, 'query'>): Promise<void> => {
  const { rows } = await pool.query<{ statement: string }>(
    `select format('alter table public.%I alter column %I set statistics 0', relname, attname) as statement
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
        and attstattarget is distinct from 0
        and (atttypid = 'bytea'::regtype or relname || '.' || attname = any($1))`,
    [indexedText],
  )
  for (const { statement } of rows) await pool.query(statement)
}
