import type pg from 'pg'
import { ConfigError } from '../config/config.ts'

/**
 * A pooler between this process and PostgreSQL, like PgBouncer in transaction mode: each transaction gets any session. What
 * belongs to a session (settings, session locks, prepared statements) would meet other transactions
 * (docs/guides/operating.md, "A pooler").
 */

/** Whether one is there: it numbers its own connections, so that the client has another number than its session. */
export const isPooled = (client: pg.PoolClient, backendPid: number): boolean =>
  'processID' in client && client.processID !== backendPid

/** Sends every statement of a client without its name: it is parsed each time, and no session has to know it. */
export const dropStatementNames = (client: pg.PoolClient): void => {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') return
  Reflect.set(client, 'query', (statement: unknown, ...rest: readonly unknown[]): unknown => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    const unnamed = isNamed ? { ...statement, name: undefined } : statement
    const answer: unknown = Reflect.apply(query, client, [unnamed, ...rest])
    return answer
  })
}

/** Timeouts that a pooler may drop from the start of a connection; without them one statement holds a session for ever. */
export const neededTimeouts = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const

/**
 * Runs `act` on a connection with settings of its own, which also keeps session locks until it ends. Throws ConfigError behind
 * a pooler.
 */
export const withOwnSession = async <Result>(
  { pool, pooled }: { pool: Pick<pg.Pool, 'connect'>; pooled: boolean },
  settings: string,
  act: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  if (pooled)
    throw new ConfigError(
      'DATABASE_URL: goes through a pooler, and this needs a session of its own; use the address of PostgreSQL itself',
    )
  const client = await pool.connect()
  try {
    await client.query(settings)
    return await act(client)
  } finally {
    // Closing the connection gives up its locks and settings.
    client.release(true)
  }
}
