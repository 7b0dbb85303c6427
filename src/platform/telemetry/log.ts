import { pino } from 'pino'

/**
 * The log is an allow-list: only the fields named here can be written, and none of them contains user input,
 * tokens or credit data.
 */
type LogFields = {
  requestId?: string
  method?: string
  /** The route's template, never the requested path. */
  route?: string
  status?: number
  ms?: number
  code?: string
  job?: string
  error?: unknown
}

export type Log = Record<'info' | 'warn' | 'error', (event: string, fields?: LogFields) => void>

/**
 * Logs the kind, codes and stack of an error. Messages are left out because they can contain data, as SQL
 * parameters do.
 */
const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { kind: typeof error }
  const frames = (error.stack ?? '').split('\n').filter(line => line.startsWith('    at '))
  return {
    kind: error.name,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string'
      ? { constraint: error.constraint }
      : {}),
    at: frames.slice(0, 12).map(line => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** A log of JSON lines to a stream; `silent` writes nothing. */
export const createLog = (level: string, stream: { write: (line: string) => void }): Log => {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
  const write =
    (severity: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      const { requestId, method, route, status, ms, code, job, error } = fields
      const kept = { requestId, method, route, status, ms, code, job }
      logger[severity](error === undefined ? kept : { ...kept, error: describeError(error) }, event)
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
