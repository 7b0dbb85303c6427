import type { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { type Db, fromDrizzle } from 'pg-boss'
import type { Database } from './database.ts'

type Rows = { rows: Record<string, unknown>[] }

/**
 * The queue's way into our own pool. Inside an enqueue every statement of it, also the look at what it knows of the
 * queue, goes into the caller's transaction: the embedded database has one connection, and a statement beside the
 * transaction would wait for it for ever. A script that fails leaves its transaction open, so it is rolled back.
 */
export const createQueueDb = (pool: Pool, held: AsyncLocalStorage<Database>): Db => ({
  executeSql: async (text, values) => {
    const transaction = held.getStore()
    if (transaction) return fromDrizzle(transaction, sql).executeSql(text, values)
    const client = await pool.connect()
    try {
      // A script of several statements answers with a list of results.
      const results: Rows | Rows[] = await client.query<Record<string, unknown>>(text, values)
      client.release()
      return { rows: [results].flat().flatMap(({ rows }) => rows) }
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  },
})
