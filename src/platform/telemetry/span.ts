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
