import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { ConfigError } from './config.ts'
import { PGliteStream } from './pglite-stream.ts'

/** The database or an open transaction on it: stores take either as their first argument. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export type OpenDatabase = {
  kind: 'embedded' | 'postgres'
  db: Database
  pool: pg.Pool
  /** Whether it answers within half a second. */
  answers: () => Promise<boolean>
  close: () => Promise<void>
}

/** PostgreSQL's major version inside this PGlite; its data folder is of this version and no other. */
const EMBEDDED_VERSION = '18'
const OLDEST_SERVER = 150_000

const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** Any constant will do; it is this product's, so that several processes migrate one after the other. */
const MIGRATION_LOCK = 7_230_114

/** Told of connections that broke while nobody waited on them; the pool replaces them by itself. */
type OnLost = (error: Error) => void

const around = (
  kind: OpenDatabase['kind'],
  pool: pg.Pool,
  onLost: OnLost,
  after: () => Promise<void>,
): OpenDatabase => {
  // Without listeners on both a lost connection ends the process (node-postgres #1707).
  pool.on('error', onLost)
  pool.on('connect', client => client.on('error', onLost))
  return {
    kind,
    db: drizzle(pool),
    pool,
    answers: async () => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<false>(resolve => {
        timer = setTimeout(() => resolve(false), 500)
      })
      const asked = pool.query('select 1').then(
        () => true,
        () => false,
      )
      const answered = await Promise.race([asked, late])
      clearTimeout(timer)
      return answered
    },
    close: async () => {
      await pool.end()
      await after()
    },
  }
}

/** The embedded database in a folder, or in memory from a dump. One process at a time (`server/data-lock.ts`). */
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
  const lite =
    'folder' in where
      ? await PGlite.create(where.folder)
      : await PGlite.create(where.dump ? { loadDataDir: where.dump } : {})
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    // Every client shares the one session underneath: a second one would meet the first one's prepared statements.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    stream: () => new PGliteStream(lite),
  })
  return around('embedded', pool, onLost, () => lite.close())
}

/** PostgreSQL 15 or newer at a URL. */
export const openPostgres = async (url: string, onLost: OnLost): Promise<OpenDatabase> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 1_000,
    idle_in_transaction_session_timeout: 10_000,
  })
  const opened = around('postgres', pool, onLost, async () => {})
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    )
    if (Number(rows[0]?.version) < OLDEST_SERVER)
      throw new ConfigError('DATABASE_URL: PostgreSQL 15 or newer is needed')
  } catch (error) {
    await opened.close()
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      `DATABASE_URL: cannot connect (${error instanceof Error && 'code' in error ? String(error.code) : 'refused'})`,
    )
  }
  return opened
}

/** Brings the schema up to date; several processes starting at once do it one after the other. */
export const migrateUp = async ({ kind, pool }: Pick<OpenDatabase, 'kind' | 'pool'>): Promise<void> => {
  if (kind === 'embedded') return migrate(drizzle(pool), { migrationsFolder })
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    // Closing the connection gives up the lock and the session's settings.
    client.release(true)
  }
}
