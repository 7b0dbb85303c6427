import { ProviderFailure } from '#providers/failure.ts'
import { runInSpan, type Span, type SpanFields, type Tracing } from './tracing.ts'

/** The outcome a port names itself (`providers/<port>/port.ts`). */
const outcomeOf = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null) return 'done'
  const outcome = 'answer' in answer ? answer.answer : 'kind' in answer ? answer.kind : 'done'
  return typeof outcome === 'string' && /^[a-zA-Z_]{1,30}$/.test(outcome) ? outcome : 'done'
}

/** A refusal that concerns one recipient says nothing about the provider, so no alert counts it as a failure. */
const failureOutcome = (error: unknown): string =>
  error instanceof ProviderFailure && error.reason !== 'provider' ? 'refused' : 'failed'

/** Counts calls by outcome; `expected` registers outcomes that may occur. */
export type CallMetrics = {
  expected: (provider: string, operation: string) => void
  ended: (provider: string, operation: string, outcome: string) => void
}

/** Wraps a provider and counts and traces each call: name, operation, outcome. */
export type Instrument = <Port extends object>(provider: string, port: Port) => Port

/** Instruments providers; without counters they are left as they are. */
export const createInstrument = (calls: CallMetrics | null, tracing: Tracing | null): Instrument => {
  if (calls === null) return (_provider, port) => port
  const spanOf = (provider: string, operation: string): Span => {
    const fields: SpanFields = { 'fairfile.provider': provider, 'fairfile.operation': operation }
    const traced = tracing?.startChild(`${provider} ${operation}`, 'client', fields)
    return {
      run: act => (traced ? traced.run(act) : act()),
      end: (more = {}) => {
        calls.ended(provider, operation, more['fairfile.outcome'] ?? 'done')
        traced?.end(more)
      },
      fail: error => {
        calls.ended(provider, operation, failureOutcome(error))
        traced?.fail(error)
      },
    }
  }
  return (provider, port) => {
    for (const [key, held] of Object.entries(port)) {
      if (typeof held === 'function') calls.expected(provider, key)
    }
    return new Proxy(port, {
      get: (target, key): unknown => {
        const held: unknown = Reflect.get(target, key)
        if (typeof held !== 'function' || typeof key !== 'string') return held
        return (...given: readonly unknown[]): unknown =>
          runInSpan(
            spanOf(provider, key),
            (): unknown => Reflect.apply(held, target, given),
            answer => ({ 'fairfile.outcome': outcomeOf(answer) }),
          )
      },
    })
  }
}
