import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { syncDatabaseClock } from '../clock.ts'
import { withDeadline } from '../concurrency.ts'
import { ConfigError } from '../config/config.ts'
import { errorCode } from '../error-code.ts'
import { isLockTimeout } from './database-failure.ts'
import { migrationsFolder } from './empty-database.ts'
import { FairPool } from './fair-pool.ts'
import { advisoryLocks } from './locks.ts'
import { PGliteStream } from './pglite-stream.ts'
import { dropStatementNames, isPooled, neededTimeouts, withOwnSession } from './pooler.ts'
import { keepOutOfStatistics } from './rewrite.ts'

/** The database or an open transaction on it: stores take either as their first argument. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export type OpenDatabase = {
  kind: 'embedded' | 'postgres'
  /**
   * Whether the schema may be changed here: not by a role that owns nothing (docs/guides/operating.md),
   * nor through a pooler.
   */
  canCreateTables: boolean
  /** Whether a pooler may assign any session to each transaction (`pooler.ts`). */
  pooled: boolean
  db: Database
  pool: FairPool
  /** The time shared by all its servers, in milliseconds since 1970: PostgreSQL's own; if embedded, this process's. */
  now: () => number
  /** Whether it responds within half a second. */
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}

/** PostgreSQL's major version inside this PGlite; its data folder works only with this version. */
const EMBEDDED_VERSION = '18'
/** PostgreSQL's default of 128 MB is memory that each start fills; the operating system caches the files too. */
const SHARED_BUFFERS = '32MB'
const OLDEST_SERVER = 150_000

const MAX_CONNECTIONS = 20
const MAX_CONNECTIONS_PER_ROUTE = 8

/** How long a probe waits for a response. */
const PROBE_TIMEOUT_MS = 500

const MIGRATION_TRIES = 30
const MIGRATION_PAUSE_MS = 1_000

/** Called for idle connections that broke; the pool replaces them automatically. */
type OnLost = (error: Error) => void

/** Without listeners on both a lost connection ends the process (node-postgres #1707). */
const logConnectionErrors = (pool: pg.Pool, onLost: OnLost) => {
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', onLost))
}

const around = (
  { kind, canCreateTables, pooled }: Pick<OpenDatabase, 'kind' | 'canCreateTables' | 'pooled'>,
  pool: FairPool,
  now: () => number,
  after: () => Promise<void>,
): OpenDatabase => {
  return {
    kind,
    canCreateTables,
    pooled,
    db: drizzle(pool),
    pool,
    now,
    isReachable: async () => {
      const reachable = pool.query('select 1').then(
        () => true,
        () => false,
      )
      return (await withDeadline(reachable, PROBE_TIMEOUT_MS)) ?? false
    },
    close: async () => {
      await pool.end()
      await after()
    },
  }
}

/** The embedded database in a folder, or in memory from a dump. One process at a time (`db/data-lock.ts`). */
export const openEmbedded = async (
  where: { folder: string } | { dump: Blob | null },
  onLost: OnLost,
): Promise<OpenDatabase> => {
  if ('folder' in where) {
    const versionFile = join(where.folder, 'PG_VERSION')
    const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : EMBEDDED_VERSION
    if (version !== EMBEDDED_VERSION) {
      throw new ConfigError(
        `DATA_DIR: the embedded database is of version ${version}, this release needs ${EMBEDDED_VERSION}; start the release that made it, or name another DATA_DIR`,
      )
    }
  }
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`]
  const lite = await PGlite.create(
    'folder' in where
      ? { dataDir: where.folder, startParams }
      : { startParams, ...(where.dump && { loadDataDir: where.dump }) },
  )
  const pool = new FairPool(
    {
      user: 'postgres',
      database: 'postgres',
      max: 1,
      // All clients share the single underlying session: a second one would see the first one's prepared statements.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      stream: () => new PGliteStream(lite),
    },
    // All requests wait for the single connection in order of arrival.
    Number.POSITIVE_INFINITY,
  )
  logConnectionErrors(pool, onLost)
  return around({ kind: 'embedded', canCreateTables: true, pooled: false }, pool, Date.now, () =>
    lite.close(),
  )
}

/** The time of a database's own clock. */
const readDatabaseTime = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  if (!rows[0]) throw new Error('the database did not tell the time')
  return rows[0].ms
}

type ServerFacts = { version: number; makesTables: boolean; pid: number; missing: string[] }

/** Properties of a new pool's server, and whether there is a pooler in front of it. */
const inspectServer = async (pool: pg.Pool): Promise<{ makesTables: boolean; pooled: boolean }> => {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::int as version, pg_backend_pid() as pid,
        has_schema_privilege('public', 'create') as "makesTables",
        array(select name from unnest($1::text[]) as name where current_setting(name) = '0') as missing`,
      [[...neededTimeouts]],
    )
    const [found] = rows
    if (!found || found.version < OLDEST_SERVER)
      throw new ConfigError('DATABASE_URL: PostgreSQL 15 or newer is needed')
    if (found.missing.length > 0)
      throw new ConfigError(
        `DATABASE_URL: a pooler drops ${found.missing.join(', ')}; set each for the role in PostgreSQL`,
      )
    const pooled = isPooled(client, found.pid)
    if (pooled) {
      dropStatementNames(client)
      pool.on('connect', dropStatementNames)
    }
    return { makesTables: found.makesTables, pooled }
  } finally {
    client.release()
  }
}

/** PostgreSQL 15 or newer at a URL. */
export const openPostgres = async (url: string, onLost: OnLost): Promise<OpenDatabase> => {
  const pool = new FairPool(
    {
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      lock_timeout: 1_000,
      idle_in_transaction_session_timeout: 10_000,
    },
    MAX_CONNECTIONS_PER_ROUTE,
  )
  // Add listeners first: a connection may be lost during the first query.
  logConnectionErrors(pool, onLost)
  try {
    const { makesTables, pooled } = await inspectServer(pool)
    const time = await syncDatabaseClock(() => readDatabaseTime(pool))
    const facts = { kind: 'postgres', canCreateTables: makesTables && !pooled, pooled } as const
    return around(facts, pool, time.now, async () => time.stop())
  } catch (error) {
    await pool.end()
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`DATABASE_URL: cannot connect (${errorCode(error) || 'refused'})`)
  }
}

/**
 * Serializes startup work of concurrently starting processes under an advisory lock. The embedded database
 * has one process anyway. The client holds the lock and may be used inside.
 */
export const withStartupLock = async (
  database: Pick<OpenDatabase, 'kind' | 'pool' | 'pooled'>,
  lock: number,
  act: (client: pg.Pool | pg.PoolClient) => Promise<void>,
): Promise<void> => {
  if (database.kind === 'embedded') return act(database.pool)
  await withOwnSession(database, 'set statement_timeout = 0; set lock_timeout = 0', async client => {
    await client.query('select pg_advisory_lock($1)', [lock])
    await act(client)
  })
}

/**
 * Applies missing migrations, each in a separate transaction: the locks of one are released before the next begins, and
 * those before a failed one stay applied. The journal is that of drizzle's own migrator.
 */
const applyMigrations = async (client: pg.Pool | pg.PoolClient): Promise<void> => {
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(rows[0]?.last ?? 0)
  const missing = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last)
  for (const { sql: statements, hash, folderMillis } of missing)
    await drizzle(client).transaction(async tx => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      )
    })
}

const runMigrations = (database: Pick<OpenDatabase, 'kind' | 'pool' | 'pooled'>): Promise<void> =>
  withStartupLock(database, advisoryLocks.migration, async client => {
    if (database.kind === 'postgres') await client.query("set lock_timeout = '500ms'")
    for (let tries = 1; ; tries += 1) {
      try {
        await applyMigrations(client)
        if (database.kind === 'postgres') await keepOutOfStatistics(client)
        return
      } catch (error) {
        if (!isLockTimeout(error)) throw error
        if (tries === MIGRATION_TRIES)
          throw new ConfigError('DATABASE_URL: a table is held by somebody else, and could not be changed')
      }
      await delay(MIGRATION_PAUSE_MS)
    }
  })

/** Checks that the last migration of this release was applied. */
const requireMigrated = async ({ pool }: Pick<OpenDatabase, 'pool'>): Promise<void> => {
  const due = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const { rows } = await pool
    .query<{ made: string }>(
      'select created_at as made from drizzle.__drizzle_migrations order by 1 desc limit 1',
    )
    .catch(() => ({ rows: [] }))
  if (Number(rows[0]?.made ?? 0) < due)
    throw new ConfigError(
      'DATABASE_URL: the schema is behind this release, and a role that owns nothing or a pooler may not change it; run npm run db:migrate as its owner first',
    )
}

/**
 * Migrates the schema; concurrently starting processes take turns. It waits for a table for at most half a
 * second, because other statements queue behind it and time out after one second; then it releases
 * everything and retries. Throws ConfigError when a table stays locked, and when the schema is outdated but
 * may not be changed here.
 */
export const migrateDatabase = (
  database: Pick<OpenDatabase, 'kind' | 'pool' | 'pooled' | 'canCreateTables'>,
): Promise<void> => (database.canCreateTables ? runMigrations(database) : requireMigrated(database))
