import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * Work that only one server does at a time, with the numbers of the advisory locks (PostgreSQL, section 13.3.5).
 * Never change a number: servers of two releases may share a database.
 */
export const advisoryLocks = {
  migration: 7_230_114,
  roster: 7_230_115,
  keyExchange: 7_230_116,
  seeding: 7_230_117,
  auditChain: 7_230_118,
  inventory: 7_230_119,
  codesOfTheDay: 7_230_120,
  disposal: 7_230_121,
  pullLimit: 7_230_130,
  letterLimit: 7_230_131,
} as const

/** Holds an advisory lock until the transaction ends, and waits while another transaction holds it. */
export const acquireTransactionLock = async (tx: Database, lock: number | bigint): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lock}::bigint)`)
}
