import type { z } from 'zod'
import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, type HttpCall, type HttpOutcome, httpCall } from '../http-call.ts'
import { tryParseJson } from '../json-in.ts'
import { lobErrorCode } from './lob-answers.ts'

export type LobAccount = {
  apiKey: string
  baseUrl: URL
  /** For sending a letter, and for every other call. */
  sendTimeoutMs?: number
  timeoutMs?: number
  call?: FetchBytes
}

const TIMEOUT_MS = 15_000
/** A hundred letters with thumbnail URLs. */
const MAX_BYTES = 4 * 1024 * 1024

/** A URL below the base URL, which may have a path of its own. */
export const lobUrl = (base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL => {
  const url = new URL(`${base.href.replace(/\/$/, '')}/v1${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Makes one call and never retries. */
export const callLob = (
  { apiKey, timeoutMs = TIMEOUT_MS, call = httpCall }: LobAccount,
  asked: Pick<HttpCall, 'method' | 'url' | 'body'> & { headers?: Readonly<Record<string, string>> },
): Promise<HttpOutcome> =>
  call({
    ...asked,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      accept: 'application/json',
      ...asked.headers,
    },
    timeoutMs,
    maxBytes: MAX_BYTES,
  })

/** The failure of a call without a clear answer. `perhapsDone` only matters for a call that changes something. */
export const lobFailure = (outcome: HttpOutcome, perhapsDone = false): ProviderFailure => {
  const words = 'The print-and-mail service could not be reached.'
  const code = outcome.kind === 'answer' ? lobErrorCode(outcome.status, outcome.text) : `lob_${outcome.kind}`
  const heard = outcome.kind !== 'unsent'
  return new ProviderFailure('letters', words, true, { code, perhapsDone: perhapsDone && heard })
}

/** Parses a 200 answer. Throws ProviderFailure for anything else. */
export const parseLobReply = <T>(outcome: HttpOutcome, shape: z.ZodType<T>): T => {
  if (outcome.kind !== 'answer' || outcome.status !== 200) throw lobFailure(outcome)
  const read = shape.safeParse(tryParseJson(outcome.text))
  if (!read.success) throw lobFailure(outcome)
  return read.data
}
