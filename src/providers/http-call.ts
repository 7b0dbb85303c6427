import type { LookupFunction } from 'node:net'
import type { Response } from 'undici'
import { publicLookup } from './public-address.ts'

/**
 * One HTTP call to a provider: no redirects, limits of time and size, and no host name may resolve to a private address.
 */

export type HttpCall = {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | Buffer<ArrayBuffer>
  /** For the whole call, from the connection to the last byte. */
  timeoutMs: number
  /** Of the response body; a longer one is not read to its end. */
  maxBytes: number
}

/**
 * `unsent`: the call cannot have been received. `lost`: it may have been, and the response is unknown. `body` is the
 * response body, or why it is incomplete; `text` is the same in UTF-8, '' if incomplete.
 */
export type HttpOutcome =
  | {
      kind: 'answer'
      status: number
      headers: Pick<Headers, 'get'>
      body: Uint8Array | 'broken' | 'too long'
      text: string
    }
  | { kind: 'unsent' }
  | { kind: 'lost' }

/** Connection errors before a request is sent. */
const unsentErrorCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ERR_PRIVATE_ADDRESS|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

const bodyOf = async (answer: Response, maxBytes: number): Promise<Buffer | 'too long'> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: ReadableStream<Uint8Array> | null = answer.body
  if (body === null) return Buffer.alloc(0)
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) return 'too long'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Makes one call, never twice. A response with an incomplete body has the text ''. */
export type FetchBytes = (call: HttpCall) => Promise<HttpOutcome>

/** Calls that resolve host names with `lookup`. The client is loaded with the first call: a sandbox makes none. */
export const createHttpCall = (lookup: LookupFunction): FetchBytes => {
  const load = async () => {
    const { Agent, fetch } = await import('undici')
    return { dispatcher: new Agent({ connect: { lookup } }), fetch }
  }
  let client: ReturnType<typeof load> | undefined
  return async ({ method, url, headers, body, timeoutMs, maxBytes }) => {
    client ??= load()
    const { dispatcher, fetch } = await client
    const init = {
      method,
      headers,
      dispatcher,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    } as const
    try {
      const answer = await fetch(url, init)
      const bytes = await bodyOf(answer, maxBytes).catch(() => 'broken' as const)
      const text = typeof bytes === 'string' ? '' : bytes.toString('utf8')
      return { kind: 'answer', status: answer.status, headers: answer.headers, body: bytes, text }
    } catch (error) {
      return { kind: unsentErrorCodes.test(causeOf(error)) ? 'unsent' : 'lost' }
    }
  }
}

/** Calls only to public addresses and to this machine. */
export const httpCall: FetchBytes = createHttpCall(publicLookup([]))

/** Parses JSON; undefined when the text is invalid. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
