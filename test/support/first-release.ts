import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { z } from 'zod'
import type { OpenDatabase } from '#platform/db/database.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')
const migrations = path.join(import.meta.dirname, '../../migrations')

const Journal = z.looseObject({ entries: z.array(z.unknown()) })

/** When the first release wrote its data, so that nothing has expired yet. */
export const leftAt = new Date('2026-11-22T00:15:00Z')

/**
 * Fills an empty database with the first release's schema and data of its two demo people, one of whom had signed in and
 * created a dispute. Its keyring is put into a folder, whose path is returned.
 */
export const leaveFirstRelease = async (
  { pool }: Pick<OpenDatabase, 'pool'>,
  folder: string,
): Promise<{ keyringFile: string }> => {
  const of = mkdtempSync(path.join(tmpdir(), 'fairfile-first-'))
  try {
    cpSync(migrations, of, { recursive: true })
    const file = path.join(of, 'meta', '_journal.json')
    const journal = Journal.parse(JSON.parse(readFileSync(file, 'utf8')))
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
    await migrate(drizzle(pool), { migrationsFolder: of })
  } finally {
    rmSync(of, { recursive: true })
  }
  const client = await pool.connect()
  try {
    // Rows are inserted table by table, in an order that would violate foreign keys.
    await client.query('set session_replication_role = replica')
    await client.query(readFileSync(path.join(fixtures, 'first-release.sql'), 'utf8'))
    await client.query('set session_replication_role = default')
  } finally {
    client.release()
  }
  const keyringFile = path.join(folder, 'keyring.json')
  cpSync(path.join(fixtures, 'first-release-keyring.json'), keyringFile)
  chmodSync(keyringFile, 0o600)
  return { keyringFile }
}
