import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#platform/db/database.ts'
import { type Cluster, findPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { CannotRunHere } from '../scenario.ts'

/** The two databases of the product, each with its own data folder, removed after the scenario. */

export type Rows = readonly Readonly<Record<string, unknown>>[]

export type LabDatabase = {
  name: string
  /** The folder that is the servers' `DATA_DIR`. */
  dataDir: string
  /** The environment variables that a server needs to use it. */
  settings: Record<string, string>
  /** Its content, read without the product. No server may be using the embedded database. */
  rows: (statement: string) => Promise<Rows>
  close: () => Promise<void>
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'fairfile-lab-'))

const settingsIn = (dataDir: string) => ({
  DATA_DIR: dataDir,
  // A cache of compiled code, for servers that are restarted often.
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'fairfile-scenarios-compiled'),
})

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

const throwOnLost = (error: Error) => {
  throw error
}

/** The embedded database in a new folder, or in `dataDir`, which its creator removes. */
export const embeddedDatabase = (dataDir?: string): LabDatabase => {
  const folder = dataDir ?? newFolder()
  return {
    name: 'embedded database',
    dataDir: folder,
    settings: settingsIn(folder),
    rows: async statement => {
      const opened = await openEmbedded({ folder: path.join(folder, 'pg') }, throwOnLost)
      try {
        return (await opened.pool.query<Record<string, unknown>>(statement)).rows
      } finally {
        await opened.close()
      }
    },
    close: async () => {
      if (dataDir === undefined) remove(folder)
    },
  }
}

/** The content of the PostgreSQL database at an address. */
export const rowsAt = async (url: string, statement: string): Promise<Rows> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A new PostgreSQL cluster, in the folder `within` if given. */
export const postgresDatabase = async (
  options: { within?: string; settings?: readonly string[] } = {},
): Promise<LabDatabase & { cluster: Cluster }> => {
  const programs = findPostgres()
  if (!programs) throw new CannotRunHere('PostgreSQL 15 or newer is not installed here')
  const cluster = await startPostgres(programs, options)
  const folder = newFolder()
  return {
    name: 'PostgreSQL',
    dataDir: folder,
    settings: { ...settingsIn(folder), DATABASE_URL: cluster.url },
    cluster,
    rows: statement => rowsAt(cluster.url, statement),
    close: async () => {
      await cluster.stop()
      remove(folder)
    },
  }
}

/** The databases that `--database` names: `embedded`, `postgres` or `both`. `settings` are PostgreSQL settings. */
export const forEachDatabase = async (
  name: string,
  act: (database: LabDatabase) => Promise<void>,
  settings: readonly string[] = [],
): Promise<void> => {
  const makers = [
    ...(name === 'postgres' ? [] : [async () => embeddedDatabase()]),
    ...(name === 'embedded' ? [] : [() => postgresDatabase({ settings })]),
  ]
  for (const make of makers) {
    const database = await make()
    try {
      await act(database)
    } finally {
      await database.close()
    }
  }
}
