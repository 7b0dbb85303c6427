import { bureaus } from '#values/bureau.ts'
import { ProviderFailure } from '../failure.ts'
import { type FetchBytes, type HttpOutcome, httpCall, tryParseJson } from '../http-call.ts'
import { isConfidential } from '../public-address.ts'
import { BridgeNeeds, BridgeNoFile, BridgeParts, BridgePassed, BridgeStepFailed } from './bridge-contract.ts'
import {
  type CreditData,
  type CreditDataRequest,
  type DocumentFamily,
  type IdentityStep,
  noFileMessage,
  type PullResult,
  type StepAnswer,
  type StepResult,
} from './port.ts'

/**
 * Fetches reports from an operator's bridge to a data provider. docs/guides/credit-data.md describes the protocol.
 */

/**
 * `family`: the kind of document to request and accept; null accepts any. `identityStep`: the bridge can require its own
 * step from the user.
 */
export type CreditDataBridge = {
  url: URL
  token: string
  family: DocumentFamily | null
  identityStep?: boolean
  timeoutMs?: number
  call?: FetchBytes
}

/** Bureaus are slow. A bridge that needs longer answers 202. */
export const TIMEOUT_MS = 45_000
const MAX_BYTES = 10 * 1024 * 1024

export const mediaTypes: Readonly<Record<DocumentFamily, string>> = {
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
export const familyOf = (body: Uint8Array): DocumentFamily | null => {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 400))
  const text = start.replaceAll('\0', '').replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, '')
  return families.find(([, beginning]) => beginning.test(text))?.[0] ?? null
}

const failure = (words: string, retryable: boolean, code: string): ProviderFailure =>
  new ProviderFailure('credit-data', words, retryable, { code: `credit_data_${code}` })

const later = "We couldn't reach the credit bureaus."
const refused = 'The credit bureaus refused the request. Contact support.'

type Answer = Extract<HttpOutcome, { kind: 'answer' }>

/** The step that a response requires; null when it requires none. */
const stepOf = ({ text }: Answer): IdentityStep | null => {
  const needs = BridgeNeeds.safeParse(tryParseJson(text))
  if (!needs.success) return null
  const { ref, expiresAt, question } = needs.data.needs
  return { ref, expiresAt: new Date(expiresAt), question }
}

/** Handles responses common to all requests; throws ProviderFailure for invalid ones. */
const readCommon = ({ status, body }: Answer): { kind: 'refused' } | null => {
  // The token was refused, not the person: RFC 9110 sections 15.5.2 and 15.5.4.
  if (status === 401 || status === 403) return { kind: 'refused' }
  if (status === 429) throw failure('The credit bureaus are too busy to answer.', true, '429')
  if (status === 408 || status >= 500) throw failure(later, true, String(status))
  if (body === 'too long') throw failure('The report is too large to be read.', false, 'too_long')
  if (body === 'broken') throw failure(later, true, 'broken_off')
  return null
}

/** One JSON object with only `parts`; any other document is left to the readers. */
const partsOf = (text: string): PullResult | null => {
  if (!/^\s*\{\s*"parts"/.test(text)) return null
  const read = BridgeParts.safeParse(tryParseJson(text))
  if (!read.success) throw failure('The credit bureaus sent no report.', true, 'no_parts')
  const parts = read.data.parts.map(({ bureau, document, keep }) => ({
    bureau,
    bytes: new TextEncoder().encode(document),
    keep: keep ?? ('document' as const),
  }))
  return { kind: 'parts', parts }
}

/** A bare 404 may be a wrong URL, so "no file" must be stated by the bridge. */
const readPull = (answer: Answer, family: DocumentFamily | null, asksSteps: boolean): PullResult => {
  const common = readCommon(answer)
  if (common) return common
  const { status, body, text } = answer
  if (status === 202) return { kind: 'processing' }
  if (status === 404 && BridgeNoFile.safeParse(tryParseJson(text)).success)
    return { kind: 'noFile', message: noFileMessage }
  if (status === 409) {
    const step = stepOf(answer)
    if (step === null) throw failure(refused, false, '409')
    if (!asksSteps) throw failure(refused, false, 'step_not_set')
    return { kind: 'needs', step }
  }
  if (status !== 200 || typeof body === 'string') throw failure(refused, false, String(status))
  const parts = partsOf(text)
  if (parts) return parts
  const found = familyOf(body)
  if (found === null || (family !== null && found !== family))
    throw failure('The credit bureaus sent no report.', true, 'no_document')
  return { kind: 'document', bytes: body }
}

const readStep = (answer: Answer): StepResult => {
  const common = readCommon(answer)
  if (common) return common
  const { status, text } = answer
  const body = tryParseJson(text)
  if (status === 200 && BridgePassed.safeParse(body).success) return { kind: 'confirmed' }
  const step = status === 409 ? stepOf(answer) : null
  if (step) return { kind: 'needs', step }
  const failed = BridgeStepFailed.safeParse(body)
  if (status === 422 && failed.success) return { kind: 'failed', message: failed.data.message }
  throw failure(refused, false, status === 200 ? 'no_step' : String(status))
}

const bodyOf = (
  { userId, profile, ssn, passedStep, now }: CreditDataRequest,
  step: { ref?: string; answer?: StepAnswer } | null,
): string => {
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
    ...(passedStep === null ? {} : { passedStep }),
    ...(step === null ? {} : { step }),
  })
}

/** Requires https, or http on this machine; throws for any other address. */
export const httpCreditData = ({
  url,
  token,
  family,
  identityStep = false,
  timeoutMs = TIMEOUT_MS,
  call = httpCall,
}: CreditDataBridge): CreditData => {
  if (!isConfidential(url)) throw new Error('credit data is asked for over https only')
  const accept = family === null ? Object.values(mediaTypes).join(', ') : mediaTypes[family]
  const ask = async (body: string): Promise<Answer> => {
    const outcome = await call({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
      body,
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
    if (outcome.kind !== 'answer') throw failure(later, true, outcome.kind)
    return outcome
  }
  return {
    sandbox: false,
    order: null,
    pull: async request => readPull(await ask(bodyOf(request, null)), family, identityStep),
    steps: identityStep
      ? {
          begin: async request => readStep(await ask(bodyOf(request, {}))),
          answer: async (request, ref, answer) => readStep(await ask(bodyOf(request, { ref, answer }))),
        }
      : null,
  }
}
