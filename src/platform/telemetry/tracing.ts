import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { probePaths } from '../http/probes.ts'

/**
 * Traces of requests, jobs, statements and provider calls. Like the log it is an allow-list: only these fields can be
 * sent, and none of them contains user input, statement parameters, tokens or credit data. Automatic instrumentation
 * would put URLs and statements into them.
 */
export type SpanFields = {
  'http.request.method'?: string
  /** The route's template, never the requested path. */
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

/** An operation with a duration. End it once. */
export type Span = {
  /** Runs a function; spans started in it become children. */
  run: <T>(act: () => T) => T
  end: (fields?: SpanFields) => void
  /** Ends it as failed, with the code and kind of the error, never its message. */
  fail: (error: unknown, fields?: SpanFields) => void
}

/** `server`: an incoming request; `client`: an outgoing call; `consumer`: a queued job. */
type SpanKind = 'server' | 'client' | 'consumer'

export type Tracing = {
  /** Starts a trace: a request or an attempt of a job. */
  startRoot: (name: string, kind: SpanKind, fields: SpanFields) => Span
  /** Starts a child of the current span; null without one, as in the polling of the queue. */
  startChild: (name: string, kind: SpanKind, fields: SpanFields) => Span | null
}

/** Runs a function inside a span and ends the span; `fieldsOf` returns the fields for its result. */
export const runInSpan = <T>(
  span: Span,
  act: () => T,
  fieldsOf: (answer: unknown) => SpanFields = () => ({}),
): T => {
  try {
    const given = span.run(act)
    if (given instanceof Promise) {
      given.then(
        (answer: unknown) => span.end(fieldsOf(answer)),
        (error: unknown) => span.fail(error),
      )
    } else span.end(fieldsOf(given))
    return given
  } catch (error) {
    span.fail(error)
    throw error
  }
}

/** Traces every request by its route and status, except for probes, which would flood the traces. */
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
  // The body arrives through events of the connection, outside the context of the request.
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

/** SQL operations with a name; any other is `other`. */
const operations = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'savepoint', 'set']

/**
 * The operation and first table of a statement, read from its text with quoted strings removed, never from
 * its parameters.
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

/** Traces the queries of a pool or a client. */
const watch = (asked: object, tracing: Tracing) => {
  const query: unknown = Reflect.get(asked, 'query')
  if (typeof query !== 'function') return
  Reflect.set(asked, 'query', (...given: readonly unknown[]): unknown => {
    const ask = (): unknown => Reflect.apply(query, asked, given)
    // The pool calls its clients with a callback; that query is already traced.
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

/** Traces each statement of a request or job, including the wait for a connection. */
export const traceStatements = (pool: Pool, tracing: Tracing): void => {
  const watched = new WeakSet<object>()
  watch(pool, tracing)
  pool.on('acquire', client => {
    if (watched.has(client)) return
    watched.add(client)
    watch(client, tracing)
  })
}
