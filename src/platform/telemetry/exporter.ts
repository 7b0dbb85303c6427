import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span as Sent,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { newId } from '../ids.ts'
import type { Log } from './log.ts'
import type { TelemetrySettings } from './settings.ts'
import type { Span, Tracing } from './tracing.ts'

/**
 * Sends traces by OTLP over HTTP. Only this file imports OpenTelemetry's packages, and only when an endpoint
 * is set. No global provider is registered, so that no library can send what we do not (drizzle-orm would
 * send statement parameters).
 */

/** Time limit of one export with its retries; spans not sent by then are dropped. */
const SEND_MS = 5_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** An error's own code, else its class; its message can contain data. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return /^[\w.-]{1,60}$/.test(code) ? code : 'failed'
}

const spanOf = (sent: Sent, context: Context, here: AsyncLocalStorage<Context>): Span => ({
  run: act => here.run(context, act),
  end: (fields = {}) => sent.setAttributes(fields).end(),
  fail: (error, fields = {}) => {
    sent.setAttributes(fields).setStatus({ code: SpanStatusCode.ERROR })
    if (error !== undefined) sent.setAttribute('error.type', typeOf(error))
    sent.end()
  },
})

type Sending<Things> = (things: Things, done: (result: { code: number; error?: Error }) => void) => void

/** Logs failed exports, which the exporter itself does not report. */
const logFailures =
  <Things>(log: Log, send: Sending<Things>): Sending<Things> =>
  (things, done) =>
    send(things, result => {
      if (result.error) log.warn('telemetry was not sent', { code: 'traces', error: result.error })
      done(result)
    })

export type Telemetry = {
  tracing: Tracing
  /** Flushes, for at most some seconds. */
  close: () => Promise<void>
}

export const telemetryTo = ({ traces, headers }: TelemetrySettings, version: string, log: Log): Telemetry => {
  const resource = resourceFromAttributes({
    'service.name': 'fairfile',
    'service.version': version,
    'service.instance.id': newId(),
  })
  const spans = new OTLPTraceExporter({ url: traces, headers, timeoutMillis: SEND_MS })
  spans.export = logFailures(log, spans.export.bind(spans))
  const provider = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: spans })],
  })
  const tracer = provider.getTracer('fairfile', version)
  const here = new AsyncLocalStorage<Context>()
  const begin = (parent: Context, ...[name, kind, attributes]: Parameters<Tracing['startRoot']>) => {
    const sent = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent)
    return spanOf(sent, trace.setSpan(parent, sent), here)
  }

  return {
    tracing: {
      startRoot: (...span) => begin(ROOT_CONTEXT, ...span),
      startChild: (...span) => {
        const parent = here.getStore()
        return parent ? begin(parent, ...span) : null
      },
    },
    close: async () => {
      await provider.shutdown().catch(() => undefined)
    },
  }
}
