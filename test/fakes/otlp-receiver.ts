import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'

/** A collector on loopback that receives OTLP as JSON (opentelemetry-proto, `ExportTraceServiceRequest`) and stores it. */

const Value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([])
const Span = z.object({
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  traceId: z.string(),
  name: z.string(),
  kind: z.number(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }).optional(),
})
const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const toRecord = (attributes: z.output<typeof Attributes>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

type ReceivedSpan = Omit<z.output<typeof Span>, 'attributes'> & {
  attributes: Record<string, string | number | undefined>
}

export type OtlpReceiver = {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  /** Every body as received, with its path and authentication header. */
  received: { path: string; key: string; text: string }[]
  spans: () => ReceivedSpan[]
  close: () => Promise<void>
}

/** Opens it; `status` is the response to every call. */
export const openOtlpReceiver = async (status = 200): Promise<OtlpReceiver> => {
  const received: OtlpReceiver['received'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = String(request.headers['x-collector-key'] ?? '')
      received.push({ path: request.url ?? '', key, text: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const bodies = (path: string) =>
    received.filter(one => one.path === path).map(({ text }): unknown => JSON.parse(text))
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    spans: () =>
      bodies('/v1/traces')
        .flatMap(body => Traces.parse(body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(span => ({ ...span, attributes: toRecord(span.attributes) })),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
