import type pg from 'pg'
import { ConfigError } from '../config/config.ts'

/**
 * A pooler between this process and PostgreSQL, like PgBouncer in transaction mode: each transaction may run in any session.
 * Session state (settings, session locks, prepared statements) would leak into other transactions
 * (docs/guides/operating.md, "A pooler").
 */

/** Whether there is one: a pooler numbers its own connections, so the client's number differs from its session's. */
export const isPooled = (client: pg.PoolClient, backendPid: number): boolean =>
  'processID' in client && client.processID !== backendPid

/** Sends every statement of a client without its name, so that it is parsed each time and leaves no session state. */
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

/** Timeouts that a pooler may drop when a connection starts; without them one statement could hold a session forever. */
export const neededTimeouts = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
] as const

/**
 * Runs `act` on a connection with separate settings, which also keeps session locks until it ends. Throws ConfigError behind
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
    // Closing the connection releases its locks and settings.
    client.release(true)
  }
}
