import type { Pool } from 'pg'
import { runInSpan, type Tracing } from './span.ts'

/** Operations of SQL that are told by name; any other is `other`. */
const operations = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'savepoint', 'set']

/**
 * Of a statement its operation and the first table that it names, both from its text and never from its parameters. What
 * stands between quotes in the text is left out before it is looked at.
 */
export const describeStatement = (text: string): { operation: string; table: string | null } => {
  const bare = text.replaceAll(/'(?:[^']|'')*'/g, "''").toLowerCase()
  const [first = ''] = /[a-z]+/.exec(bare) ?? []
  const named = /\b(?:from|into|update)\s+(?:only\s+)?((?:"?[a-z_][a-z0-9_]*"?\.)?"?[a-z_][a-z0-9_]*"?)/.exec(
    bare,
  )
  return {
    operation: operations.includes(first) ? first : 'other',
    table: named?.[1]?.replaceAll('"', '') ?? null,
  }
}

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement
  const named = typeof statement === 'object' && statement !== null && 'text' in statement
  return named && typeof statement.text === 'string' ? statement.text : ''
}

/** Has a pool or one of its connections tell of what it is asked. */
const watch = (asked: object, tracing: Tracing) => {
  const query: unknown = Reflect.get(asked, 'query')
  if (typeof query !== 'function') return
  Reflect.set(asked, 'query', (...given: readonly unknown[]): unknown => {
    const ask = (): unknown => Reflect.apply(query, asked, given)
    // The pool asks its connections with a callback, and what was asked of the pool is told already.
    if (typeof given.at(-1) === 'function') return ask()
    const { operation, table } = describeStatement(textOf(given[0]))
    const name = table === null ? operation : `${operation} ${table}`
    const span = tracing.startChild(name, 'client', {
      'db.operation.name': operation,
      ...(table === null ? {} : { 'db.collection.name': table }),
    })
    return span ? runInSpan(span, ask) : ask()
  })
}

/** Tells of each statement that a request or a job has the database do, the wait for a connection included. */
export const traceStatements = (pool: Pool, tracing: Tracing): void => {
  const watched = new WeakSet<object>()
  watch(pool, tracing)
  pool.on('acquire', client => {
    if (watched.has(client)) return
    watched.add(client)
    watch(client, tracing)
  })
}
