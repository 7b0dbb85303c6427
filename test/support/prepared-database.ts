import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { migrateDatabase, type OpenDatabase, openEmbedded, openPostgres } from '#platform/db/database.ts'
import { copyEmptyDatabase } from '#platform/db/empty-database.ts'
import { migrateQueue } from '#platform/jobs/jobs.ts'
import { createDatabase } from './own-database.ts'

/** Enough for any test; PostgreSQL's default of 128 MB is zeroed at every start, which takes half of its time. */
const SHARED_BUFFERS = '16MB'

const migrate = async (database: OpenDatabase) => {
  await migrateDatabase(database)
  await migrateQueue(database)
}

const throwOnLost = (error: Error) => {
  throw error
}

/**
 * Prepares one database with the newest schema for all server tests; each gets a copy of a PostgreSQL template, or of an
 * archive of the embedded database's folder. The tests read which from their environment.
 */
export const setup = async ({ name: project }: TestProject): Promise<() => Promise<void>> => {
  const { TEST_DATABASE_URL: server } = process.env
  if (project === 'server-postgres' && server) {
    const { name, url, drop } = await createDatabase(server)
    const database = await openPostgres(url, throwOnLost)
    await migrate(database)
    // Only a database without connections can be copied.
    await database.close()
    process.env.TEST_PREPARED_TEMPLATE = name
    return drop
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'fairfile-prepared-'))
  const data = path.join(folder, 'pg')
  const archive = path.join(folder, 'pg.tar')
  copyEmptyDatabase(data)
  const database = await openEmbedded({ folder: data }, throwOnLost)
  await migrate(database)
  await database.pool.query(`alter system set shared_buffers = '${SHARED_BUFFERS}'`)
  await database.close()
  await promisify(execFile)('tar', ['-cf', archive, '-C', data, '.'])
  await rm(data, { recursive: true })
  process.env.TEST_PREPARED_ARCHIVE = archive
  return () => rm(folder, { recursive: true })
}
