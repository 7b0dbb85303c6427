import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ProviderFailure } from '#providers/failure.ts'
import {
  type FetchBytes,
  type HttpCall,
  type HttpOutcome,
  httpCall,
  tryParseJson,
} from '#providers/http-call.ts'
import { LobError } from './lob-letters.ts'
import type { LetterRequest, PostalAddress, SendResult } from './port.ts'

/** What Lob's responses mean for a sent letter (lob-openapi 1.22.0, errors). */

const software = 'The print-and-mail service did not take this letter. Contact support.'
const printing = 'The print-and-mail service could not print this letter. Contact support.'

/** Refusals that concern the letter, worded for the user. All other 422 responses concern our request. */
const refusals: Readonly<Record<string, string>> = {
  address_length_exceeds_limit: 'An address of this letter is too long for an envelope. Contact support.',
  failed_deliverability_strictness:
    "The postal service does not deliver to this letter's address. Contact support.",
  foreign_return_address:
    'Letters are mailed only with a return address in the United States. Download the PDF and mail it yourself.',
  file_pages_below_min: printing,
  file_pages_exceed_max: 'This letter has more pages than can be mailed. Enclose fewer documents.',
  file_size_exceeds_limit: 'This letter is too large to be mailed. Enclose fewer documents.',
  inconsistent_page_dimensions: printing,
  invalid_file: printing,
  invalid_file_dimensions: printing,
  invalid_image_dpi: printing,
  pdf_encrypted: printing,
  unembedded_fonts: printing,
}

/** Lob's error code with the prefix `lob_`, or the status if there is none. */
const lobErrorCode = (status: number, text: string): string => {
  const code = LobError.safeParse(tryParseJson(text)).data?.error.code?.toLowerCase()
  return `lob_${code ?? status}`
}

const SECOND = 1_000
const LONGEST_WAIT = 5 * 60 * SECOND

/**
 * How long to wait. Lob's prose names `X-Rate-Limit-Reset`, its schema `ratelimit-reset`: seconds since 1970, in
 * windows of five seconds. A missing or absurd value means one window.
 */
const waitOf = (headers: Pick<Headers, 'get'>, systemNow: number): number => {
  const reset = headers.get('ratelimit-reset') ?? headers.get('x-rate-limit-reset')
  const after = headers.get('retry-after')
  const wait = reset === null ? Number(after ?? Number.NaN) * SECOND : Number(reset) * SECOND - systemNow
  return wait > 0 && wait <= LONGEST_WAIT ? wait : 5 * SECOND
}

type Trouble = Exclude<SendResult, { answer: 'accepted' }>

/**
 * Only a clear refusal counts as one: a conflict may be with another attempt in progress, and after a timeout (408), a
 * failure (5xx), a redirect or anything unknown the letter may have been created.
 */
export const failedSendResult = (
  outcome: HttpOutcome,
  { now, systemNow }: { now: Date; systemNow: number },
): Trouble => {
  if (outcome.kind === 'unsent') return { answer: 'not_sent', code: 'lob_unreachable' }
  if (outcome.kind === 'lost') return { answer: 'unknown', code: 'lob_lost' }
  const { status, text, headers } = outcome
  const code = lobErrorCode(status, text)
  if (status === 429) return { answer: 'busy', retryAt: new Date(now.getTime() + waitOf(headers, systemNow)) }
  // 404 and 405: the base URL is wrong.
  if ([401, 402, 403, 404, 405].includes(status)) return { answer: 'hold', code }
  if (code === 'lob_conflict') return { answer: 'unknown', code }
  if (status === 413)
    return { answer: 'refused', code, message: refusals.file_size_exceeds_limit ?? software }
  if (status === 400 || status === 415 || status === 422) {
    const message = refusals[code.slice('lob_'.length)] ?? software
    return { answer: 'refused', code, message }
  }
  return { answer: 'unknown', code }
}

/** For sending a letter, and for every other call. */
export type LobTimeouts = { sendTimeoutMs?: number; timeoutMs?: number }

export type LobAccount = LobTimeouts & {
  apiKey: string
  baseUrl: URL
  call?: FetchBytes
}

const TIMEOUT_MS = 15_000
/** A hundred letters with thumbnail URLs. */
const MAX_BYTES = 4 * 1024 * 1024

/** A URL below the base URL, which may have a path. */
export const lobUrl = (base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL => {
  const url = new URL(`${base.href.replace(/\/$/, '')}/v1${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Makes one call and never retries. */
export const callLob = (
  { apiKey, timeoutMs = TIMEOUT_MS, call = httpCall }: LobAccount,
  request: Pick<HttpCall, 'method' | 'url' | 'body'> & { headers?: Readonly<Record<string, string>> },
): Promise<HttpOutcome> =>
  call({
    ...request,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      accept: 'application/json',
      ...request.headers,
    },
    timeoutMs,
    maxBytes: MAX_BYTES,
  })

/** The failure of a call without a clear response. `outcomeUnknown` only matters for a call that changes something. */
export const lobFailure = (outcome: HttpOutcome, outcomeUnknown = false): ProviderFailure => {
  const words = 'The print-and-mail service could not be reached.'
  const code = outcome.kind === 'answer' ? lobErrorCode(outcome.status, outcome.text) : `lob_${outcome.kind}`
  const wasSent = outcome.kind !== 'unsent'
  return new ProviderFailure('letters', words, true, { code, outcomeUnknown: outcomeUnknown && wasSent })
}

/** Parses a 200 response. Throws ProviderFailure for anything else. */
export const parseLobReply = <T>(outcome: HttpOutcome, shape: z.ZodType<T>): T => {
  if (outcome.kind !== 'answer' || outcome.status !== 200) throw lobFailure(outcome)
  const read = shape.safeParse(tryParseJson(outcome.text))
  if (!read.success) throw lobFailure(outcome)
  return read.data
}

const addressFields = (side: 'to' | 'from', address: PostalAddress): (readonly [string, string])[] => {
  const { name, line1, line2, city, state, zip } = address
  return [
    [`${side}[name]`, name],
    [`${side}[address_line1]`, line1],
    ...(line2 === null ? [] : [[`${side}[address_line2]`, line2] as const]),
    [`${side}[address_city]`, city],
    [`${side}[address_state]`, state],
    [`${side}[address_zip]`, zip],
    [`${side}[address_country]`, 'US'],
  ]
}

/**
 * Single-sided black and white, first class, with Lob's address page before ours, so that one PDF works for window
 * envelopes and Lob alike (lob-openapi 1.22.0, letters). For certified mail Lob adds a first sheet with address and barcode
 * without charge; `insert_blank_page` would add a second, charged one. `use_type` has no default, and `double_sided`
 * defaults to true. Metadata contains ids and no personal data.
 */
const fieldsOf = ({
  to,
  from,
  mailJobId,
  generation,
  env,
  certified,
  returnReceipt,
}: LetterRequest): (readonly [string, string])[] => [
  ...addressFields('to', to),
  ...addressFields('from', from),
  ['use_type', 'operational'],
  ['color', 'false'],
  ['double_sided', 'false'],
  ['mail_type', 'usps_first_class'],
  certified
    ? ['extra_service', returnReceipt ? 'certified_return_receipt' : 'certified']
    : ['address_placement', 'insert_blank_page'],
  ['metadata[mail_job_id]', mailJobId],
  ['metadata[generation]', String(generation)],
  ['metadata[env]', env],
]

/**
 * A form whose boundary is a hash of its content: the same letter has the same bytes on every attempt, as required by the
 * idempotency key, and the content cannot contain the boundary.
 */
export const encodeLetterForm = (request: LetterRequest): { body: Buffer<ArrayBuffer>; type: string } => {
  const fields = fieldsOf(request)
  const hash = createHash('sha256').update(JSON.stringify(fields)).update(request.pdf).digest('hex')
  const boundary = `fairfile-${hash}`
  const body = Buffer.concat([
    ...fields.map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="letter.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    request.pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}
