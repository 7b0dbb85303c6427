import type { HttpOutcome } from '../http-call.ts'
import { tryParseJson } from '../json-in.ts'
import { LobError } from './lob-letters.ts'
import type { SendResult } from './port.ts'

/** What Lob's answers mean for a letter that was sent (lob-openapi 1.22.0, errors). */

const software = 'The print-and-mail service did not take this letter. Contact support.'
const printing = 'The print-and-mail service could not print this letter. Contact support.'

/** Refusals that concern the letter, worded for the user. All other 422 answers concern our request. */
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
export const lobErrorCode = (status: number, text: string): string => {
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
 * Only a clear refusal counts as one: a conflict may be with another attempt in progress, and after a timeout (408),
 * a failure (5xx), a redirect or anything new the letter may have been made.
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
  if (status === 413) return { answer: 'refused', code, words: refusals.file_size_exceeds_limit ?? software }
  if (status === 400 || status === 415 || status === 422) {
    const words = refusals[code.slice('lob_'.length)] ?? software
    return { answer: 'refused', code, words }
  }
  return { answer: 'unknown', code }
}
