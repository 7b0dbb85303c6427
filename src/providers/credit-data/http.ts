import { z } from 'zod'
import { bureaus } from '#values/bureau.ts'
import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, type HttpOutcome, httpCall, tryParseJson } from '../http-call.ts'
import { isConfidential } from '../public-address.ts'
import {
  type CreditData,
  type CreditDataRequest,
  type DocumentFamily,
  noFileMessage,
  type PullResult,
} from './port.ts'

/**
 * Fetches reports from an operator's bridge to a data provider. docs/guides/credit-data.md describes the protocol.
 */

/** `family`: the kind of document to request and accept; null accepts any. */
export type CreditDataBridge = {
  url: URL
  token: string
  family: DocumentFamily | null
  timeoutMs?: number
  call?: FetchBytes
}

/** Bureaus are slow. A bridge that needs longer answers 202. */
const TIMEOUT_MS = 45_000
const MAX_BYTES = 10 * 1024 * 1024

const mediaTypes: Readonly<Record<DocumentFamily, string>> = {
  xml: 'application/xml',
  json: 'application/json',
  text: 'text/plain',
}

const families: readonly (readonly [family: DocumentFamily, beginning: RegExp])[] = [
  ['xml', /^<(?!!doctype html|html)/i],
  ['json', /^[[{(]|^\/\*|^[\w$.]{1,80}\s{0,9}\(/],
  ['text', /^TU4[RE]/],
]

/** The format a body looks like; null when it is no document, such as a gateway's error page. */
const familyOf = (body: Uint8Array): DocumentFamily | null => {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 400))
  const text = start.replaceAll('\0', '').replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '')
  return families.find(([, beginning]) => beginning.test(text))?.[0] ?? null
}

const failure = (words: string, retryable: boolean, code: string): ProviderFailure =>
  new ProviderFailure('credit-data', words, retryable, { code: `credit_data_${code}` })

const later = "We couldn't reach the credit bureaus."
const refused = 'The credit bureaus refused the request. Contact support.'

const NoFile = z.object({ code: z.literal('no_file') })

const saysNoFile = (text: string): boolean => NoFile.safeParse(tryParseJson(text)).success

/** A bare 404 may be a wrong address, so "no file" needs the bridge to say so. */
const answerOf = (
  { status, body, text }: Extract<HttpOutcome, { kind: 'answer' }>,
  family: DocumentFamily | null,
): PullResult => {
  if (status === 202) return { kind: 'processing' }
  // The token was refused, not the person: RFC 9110 sections 15.5.2 and 15.5.4.
  if (status === 401 || status === 403) return { kind: 'refused' }
  if (status === 404 && saysNoFile(text)) return { kind: 'noFile', message: noFileMessage }
  if (status === 429) throw failure('The credit bureaus are too busy to answer.', true, '429')
  if (status === 408 || status >= 500) throw failure(later, true, String(status))
  if (status !== 200) throw failure(refused, false, String(status))
  if (body === 'broken') throw failure(later, true, 'broken_off')
  if (body === 'too long') throw failure('The report is too large to be read.', false, 'too_long')
  const found = familyOf(body)
  if (found === null || (family !== null && found !== family))
    throw failure('The credit bureaus sent no report.', true, 'no_document')
  return { kind: 'document', bytes: body }
}

const bodyOf = ({ userId, profile, ssn, now }: CreditDataRequest): string => {
  const { firstName, middleName, lastName, birthDate, address } = profile
  const { street, city, state, postal } = address
  return JSON.stringify({
    requestedAt: now.toISOString(),
    userId,
    bureaus,
    person: {
      firstName,
      middleName,
      lastName,
      birthDate,
      ssn,
      address: { street, city, state, postal },
    },
  })
}

/** Requires https, or http on this machine; throws for any other address. */
export const httpCreditData = ({
  url,
  token,
  family,
  timeoutMs = TIMEOUT_MS,
  call = httpCall,
}: CreditDataBridge): CreditData => {
  if (!isConfidential(url)) throw new Error('credit data is asked for over https only')
  const accept = family === null ? Object.values(mediaTypes).join(', ') : mediaTypes[family]
  return {
    sandbox: false,
    order: null,
    steps: null,
    pull: async request => {
      const outcome = await call({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
        body: bodyOf(request),
        timeoutMs,
        maxBytes: MAX_BYTES,
      })
      if (outcome.kind !== 'answer') throw failure(later, true, outcome.kind)
      return answerOf(outcome, family)
    },
  }
}
