import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { probePaths } from '../http/probes.ts'

/**
 * What goes on inside the server, told piece by piece, where somebody listens (docs/decisions/0027-telemetry.md). Like the
 * log it is an allow-list: what is not named here cannot be told, and nothing named here holds what a person typed, a
 * parameter of a statement, a token or a credit fact (security-reliability requirement 65).
 */
export type SpanFields = {
  'http.request.method'?: string
  /** The route's template, never the path as asked. */
  'http.route'?: string
  'http.response.status_code'?: number
  'fairfile.request_id'?: string
  'db.operation.name'?: string
  'db.collection.name'?: string
  'fairfile.provider'?: string
  'fairfile.operation'?: string
  'fairfile.outcome'?: string
  'fairfile.job'?: string
}

/** Something that takes time. Ended once. */
export type Span = {
  /** Runs an act of which everything that is told belongs to this span. */
  run: <T>(act: () => T) => T
  end: (fields?: SpanFields) => void
  /** Ends it as failed; of an error its code and kind are told, never its words. */
  fail: (error: unknown, fields?: SpanFields) => void
}

/** `server`: somebody asked us; `client`: we ask somebody; `consumer`: work that waited. */
export type SpanKind = 'server' | 'client' | 'consumer'

export type Tracing = {
  /** Begins what belongs to nothing else: a request, a try of a job. */
  startRoot: (name: string, kind: SpanKind, fields: SpanFields) => Span
  /** Begins a part of what goes on here; null where nothing does, as in the queue's own looking. */
  startChild: (name: string, kind: SpanKind, fields: SpanFields) => Span | null
}

/** Does an act inside a span and ends the span with it; `toldOf` says what is told of its answer. */
export const runInSpan = <T>(
  span: Span,
  act: () => T,
  toldOf: (answer: unknown) => SpanFields = () => ({}),
): T => {
  try {
    const given = span.run(act)
    if (given instanceof Promise) {
      given.then(
        (answer: unknown) => span.end(toldOf(answer)),
        (error: unknown) => span.fail(error),
      )
    } else span.end(toldOf(given))
    return given
  } catch (error) {
    span.fail(error)
    throw error
  }
}

/** Tells of every request by its route and status; of probes nothing, which would bury the rest. */
export const traceRequests = (http: FastifyInstance, tracing: Tracing): void => {
  const spans = new WeakMap<FastifyRequest, Span>()
  http.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (probePaths.includes(route)) return done()
    const span = tracing.startRoot(`${request.method} ${route}`, 'server', {
      'http.request.method': request.method,
      'http.route': route,
      'fairfile.request_id': request.id,
    })
    spans.set(request, span)
    return span.run(done)
  })
  // A body arrives by the connection's own events, which belong to no request.
  http.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    return span ? span.run(done) : done()
  })
  http.addHook('onResponse', async (request, reply) => {
    const fields = { 'http.response.status_code': reply.statusCode }
    const span = spans.get(request)
    if (reply.statusCode >= 500) span?.fail(undefined, fields)
    else span?.end(fields)
  })
}

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
