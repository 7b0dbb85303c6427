import { z } from 'zod'
import { ConfidentialUrl } from '../config/provider-settings.ts'

/** OTLP over HTTP, with the variables that OpenTelemetry defines. Traces are sent when the first one is set. */

/** `name=value,name=value`, values percent-encoded (OpenTelemetry protocol exporter, "Specifying headers"). */
const Headers = z.string().transform((text, context) => {
  const pairs = text.split(',').map(pair => /^([\w-]+)\s*=\s*([\x21-\x7e]*)$/.exec(pair.trim()))
  const headers: Record<string, string> = {}
  for (const pair of pairs) {
    try {
      headers[pair?.[1] ?? ''] = decodeURIComponent(pair?.[2] ?? '')
    } catch {
      context.addIssue('must have its values percent-encoded')
    }
  }
  if (pairs.some(pair => pair === null)) context.addIssue('must be name=value, with a comma between several')
  return headers
})

export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: ConfidentialUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: Headers.optional(),
}

type Given = z.output<z.ZodObject<typeof telemetryVariables>>

/** Where traces go, and the headers that authenticate us. */
export type TelemetrySettings = { traces: string; headers: Record<string, string> }

/** The settings, or null when no endpoint is given. `/v1/traces` is added to its path. */
export const parseTelemetrySettings = (given: Given): TelemetrySettings | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = given
  if (endpoint === undefined) return null
  const base = new URL(endpoint)
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return { traces: new URL('v1/traces', base).href, headers }
}
