import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import pg from 'pg'
import { CLOCK_OVERRIDE_SETTING } from 'pg-boss'
import { type OpenDatabase, openEmbedded, openPostgres } from '#platform/db/database.ts'

export type OwnDatabase = {
  database: OpenDatabase
  /** Where another process finds it; null for the embedded one, which is in memory. */
  url: string | null
  /** Closes and drops it. */
  drop: () => Promise<void>
}

/** An embedded database that stands on disk, where somebody looks at its files. */
const openOnDisk = async (folder: string, made: string | undefined, onLost: (error: Error) => void) => {
  mkdirSync(folder, { recursive: true })
  if (made !== undefined) execFileSync('tar', ['-xf', made, '-C', folder])
  return openEmbedded({ folder }, onLost)
}

/**
 * An empty database for one test file: embedded, or on the server of `TEST_DATABASE_URL`. The embedded one is in memory,
 * or in a `folder`.
 */
export const openOwnDatabase = async ({
  setTime = false,
  folder,
}: {
  setTime?: boolean
  folder?: string | undefined
} = {}): Promise<OwnDatabase> => {
  let dropping = false
  // A pool that was ended still has connections on their way out; dropping the database cuts them off.
  const failOnLost = (error: Error) => {
    if (!dropping) throw error
  }
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const made = process.env.TEST_EMPTY_DATABASE
    const database =
      folder === undefined
        ? await openEmbedded({ dump: made === undefined ? null : await openAsBlob(made) }, failOnLost)
        : await openOnDisk(folder, made, failOnLost)
    return { database, url: null, drop: database.close }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const asOwner = async (...statements: string[]) => {
    const client = new pg.Client(server)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await asOwner(`create database ${name}`)
  // Every session of it reads the queue's time from the test.
  if (setTime) await asOwner(`alter database ${name} set ${CLOCK_OVERRIDE_SETTING} = 'on'`)
  const own = new URL(server)
  own.pathname = `/${name}`
  const database = await openPostgres(own.href, failOnLost)
  return {
    database,
    url: own.href,
    drop: async () => {
      dropping = true
      await database.close()
      await asOwner(`drop database ${name} with (force)`)
    },
  }
}

/** How the queue of such a database learns of a time that a test sets: the embedded one has a single session. */
export const onEverySession =
  ({ kind, pool }: OpenDatabase) =>
  async (statements: string[]): Promise<void> => {
    if (kind === 'embedded') for (const statement of statements) await pool.query(statement)
  }
