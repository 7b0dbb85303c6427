import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { CLOCK_OVERRIDE_SETTING } from 'pg-boss'
import { type OpenDatabase, openEmbedded, openPostgres } from '#platform/db/database.ts'

export type OwnDatabase = {
  database: OpenDatabase
  /** The URL for other processes; null for the embedded one, which is in memory. */
  url: string | null
  /** Whether it was copied with the newest schema. */
  isMigrated: boolean
  /** Closes and drops it. */
  drop: () => Promise<void>
}

/**
 * The PostgreSQL server of this run or the `asked` one, if any, and the prepared database to copy
 * (`prepared-database.ts`).
 */
const given = (asked?: string) => {
  if (asked !== undefined) return { server: asked, prepared: undefined }
  const { TEST_DATABASE_URL: server, TEST_PREPARED_TEMPLATE, TEST_PREPARED_ARCHIVE } = process.env
  return { server, prepared: server ? TEST_PREPARED_TEMPLATE : TEST_PREPARED_ARCHIVE }
}

/**
 * Creates a separate database on a PostgreSQL server, optionally as a copy of `template`, whose sessions read the queue's time
 * from the test if it is to be `setTime`.
 */
export const createDatabase = async (server: string, template?: string, setTime = false) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const asOwner = async (...statements: string[]) => {
    const client = new pg.Client(server)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  // Copying files takes two thirds of the time of copying through the write-ahead log, PostgreSQL's default.
  const copy = template === undefined ? '' : ` template ${template} strategy file_copy`
  const settings = setTime ? [`alter database ${name} set ${CLOCK_OVERRIDE_SETTING} = 'on'`] : []
  await asOwner(`create database ${name}${copy}`, ...settings)
  return {
    name,
    url: url.href,
    drop: () => asOwner(`drop database ${name} with (force)`),
  }
}

let archive: Blob | undefined
/** Read once for all test files of a worker. */
const readArchive = (file: string) => {
  archive ??= new Blob([readFileSync(file)])
  return archive
}

/** Unpacks the prepared embedded database into a folder, for tests that look at its files or start processes on it. */
const unpack = (prepared: string | undefined, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  if (prepared !== undefined) execFileSync('tar', ['-xf', prepared, '-C', folder])
}

/**
 * A database for one test file: embedded, or on the server of `TEST_DATABASE_URL` or a given one. It has the newest schema,
 * or is `empty`. The embedded one is in memory, or in a `folder`.
 */
export const openOwnDatabase = async ({
  setTime = false,
  empty = false,
  folder,
  server: asked,
}: {
  setTime?: boolean
  empty?: boolean
  folder?: string | undefined
  server?: string | undefined
} = {}): Promise<OwnDatabase> => {
  let dropping = false
  // An ended pool still has closing connections; dropping the database terminates them.
  const failOnLost = (error: Error) => {
    if (!dropping) throw error
  }
  const { server, prepared: newest } = given(asked)
  const prepared = empty ? undefined : newest
  if (!server) {
    if (folder !== undefined) unpack(newest, folder)
    const database = await openEmbedded(
      folder === undefined ? { dump: newest === undefined ? null : readArchive(newest) } : { folder },
      failOnLost,
    )
    // PGlite takes seconds to create an empty one.
    if (empty && newest !== undefined)
      await database.pool.query('drop schema public, drizzle, pgboss cascade; create schema public')
    return { database, url: null, isMigrated: prepared !== undefined, drop: database.close }
  }
  const { url, drop } = await createDatabase(server, prepared, setTime)
  const database = await openPostgres(url, failOnLost)
  return {
    database,
    url,
    isMigrated: prepared !== undefined,
    drop: async () => {
      dropping = true
      await database.close()
      await drop()
    },
  }
}

/** How a test sets the queue's time of such a database: the embedded one has a single session. */
export const onEverySession =
  ({ kind, pool }: OpenDatabase) =>
  async (statements: string[]): Promise<void> => {
    if (kind === 'embedded') for (const statement of statements) await pool.query(statement)
  }

/** Settings for separate processes, with a prepared database and a data folder. */
export const createServerData = async (): Promise<{
  settings: Record<string, string>
  remove: () => Promise<void>
}> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairfile-data-'))
  const { server, prepared } = given()
  const own = server ? await createDatabase(server, prepared) : null
  if (own === null) unpack(prepared, join(dataDir, 'pg'))
  return {
    settings: { DATA_DIR: dataDir, ...(own && { DATABASE_URL: own.url }) },
    remove: async () => {
      await own?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
