import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isEqualSecret } from '#platform/crypto/macs.ts'
import { type FailureReason, ProviderFailure } from '../failure.ts'
import { type FetchBytes, httpCall, tryParseJson } from '../http-call.ts'
import {
  type CodeService,
  optedOutMessage,
  type ReadIncomingText,
  type ReadTextDelivery,
  type Sms,
  unconfirmedMessage,
} from './port.ts'

/**
 * Our messages for Twilio's refusals (twilio.com/docs/api/errors, each code by its number; shapes of twilio-oai 2.6.7).
 * After a refusal surely nothing was sent. Without a response, or with 408 or 5xx, it may have been.
 */

/** How a call to Twilio failed. */
type TwilioFailure =
  | { kind: 'refused'; status: number; code: number | null }
  | { kind: 'unsent' }
  | { kind: 'lost' }

type Meaning = { words: string; retryable: boolean; reason: FailureReason; retryAfterSeconds?: number }

const provider = (words: string, retryable: boolean): Meaning => ({ words, retryable, reason: 'provider' })
const recipient = (words: string, retryable = false): Meaning => ({ words, retryable, reason: 'recipient' })

const landline = recipient('This looks like a landline, which cannot receive texts. Use a mobile number.')
const notTextable = recipient('This number cannot be texted. Check it, or use another mobile number.')
const notServed = recipient('We cannot text numbers in this region. Use another mobile number.')
const ours = provider('We cannot send texts at the moment. Contact support.', false)
const busy = provider('Many texts are going out right now. Try again in a minute.', true)
/** Verify refuses a sixth text or check of one number within the 10 minutes of its verification. */
const tooMany: Meaning = {
  words: 'Too many codes were asked for with this number. Try again in 10 minutes.',
  retryable: true,
  reason: 'quota',
  retryAfterSeconds: 600,
}

const meanings: Readonly<Record<number, Meaning>> = {
  20003: ours,
  20404: ours,
  20429: busy,
  21211: notTextable,
  21408: notServed,
  21610: recipient(optedOutMessage),
  21614: notTextable,
  21635: landline,
  30001: busy,
  30002: ours,
  30003: recipient('The phone is switched off or out of reach. Try again when it has a signal.', true),
  30004: recipient('Texts to this number are blocked. Use another number, or ask its carrier.'),
  30005: recipient('The carrier does not know this number. Check it.'),
  30006: landline,
  // The carrier filtered the message for its content or sender, which the operator must resolve.
  30007: provider('The carrier blocked the text. Contact support.', false),
  // 30032: a toll-free number that is not verified; 30034: a number that is not registered for A2P 10DLC.
  30032: ours,
  30034: ours,
  30036: busy,
  60200: notTextable,
  60202: tooMany,
  60203: tooMany,
  60205: landline,
  60207: busy,
  60238: recipient('Texts to this number are blocked. Use another number, or contact support.'),
  60410: recipient(
    'Texts to numbers like this one are blocked for now. Use another number, or try again tomorrow.',
    true,
  ),
  60605: notServed,
}

const ofStatus = (status: number): Meaning => {
  if (status === 401 || status === 403) return ours
  if (status === 429) return busy
  return provider('The text could not be sent. Check the number, or contact support.', false)
}

/** Whether the outcome is unknown after a response with this status. */
const leavesOpen = (status: number) => status === 408 || status >= 500

const lost = (code?: string) =>
  new ProviderFailure('sms', unconfirmedMessage, true, { outcomeUnknown: true, ...(code ? { code } : {}) })

/** Why a text or a code was not sent, as far as Twilio reports it. */
export const toSendFailure = (trouble: TwilioFailure): ProviderFailure => {
  if (trouble.kind === 'lost') return lost()
  if (trouble.kind === 'unsent')
    return new ProviderFailure('sms', 'Our text message service did not answer. Try again in a minute.', true)
  const code = `twilio_${trouble.code ?? trouble.status}`
  if (leavesOpen(trouble.status)) return lost(code)
  const { words, retryable, ...why } = meanings[trouble.code ?? 0] ?? ofStatus(trouble.status)
  return new ProviderFailure('sms', words, retryable, { code, ...why })
}

/** Why a text that Twilio accepted did not arrive, by Twilio's error number. */
export const explainUndelivered = (code: number): ProviderFailure =>
  toSendFailure({ kind: 'refused', status: 400, code })

/** Refusals to check a code because it has ended: expired or approved before, or too many attempts. */
const codeIsOver: readonly (number | null)[] = [20404, 60202]

/** The meaning of a refused check: false for a wrong code, else why it could not be checked. */
export const toCheckFailure = (trouble: TwilioFailure): false | ProviderFailure => {
  if (trouble.kind === 'refused' && codeIsOver.includes(trouble.code)) return false
  const words = 'We could not check your code just now. Try it again in a minute.'
  const more = trouble.kind === 'refused' ? { code: `twilio_${trouble.code ?? trouble.status}` } : {}
  return new ProviderFailure('sms', words, true, more)
}

/** The calling account, and how long one call may take. With an API key the auth token only verifies signatures. */
export type TwilioAccount = {
  accountSid: string
  authToken: string
  apiKey?: { sid: string; secret: string } | null
  timeoutMs?: number
  call?: FetchBytes
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

const Refused = z.object({ code: z.number().int() })

export const twilioAuthorization = ({
  accountSid,
  authToken,
  apiKey,
}: Pick<TwilioAccount, 'accountSid' | 'authToken' | 'apiKey'>): string => {
  const { sid, secret } = apiKey ?? { sid: accountSid, secret: authToken }
  return `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`
}

/**
 * Posts one form to Twilio, once, and returns its response parsed with the given schema. A success status with any other
 * body counts as lost: it may have been done.
 */
const postToTwilio = async <T>(
  { timeoutMs = TIMEOUT_MS, call = httpCall, ...account }: TwilioAccount,
  url: URL,
  form: Readonly<Record<string, string>>,
  shape: z.ZodType<T>,
): Promise<{ kind: 'done'; answer: T } | TwilioFailure> => {
  const outcome = await call({
    method: 'POST',
    url,
    headers: {
      authorization: twilioAuthorization(account),
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams(form).toString(),
    timeoutMs,
    maxBytes: MAX_BYTES,
  })
  if (outcome.kind !== 'answer') return outcome
  const { status, text } = outcome
  if (status < 200 || status > 299) {
    const refused = Refused.safeParse(tryParseJson(text))
    return { kind: 'refused', status, code: refused.success ? refused.data.code : null }
  }
  const parsed = shape.safeParse(tryParseJson(text))
  return parsed.success ? { kind: 'done', answer: parsed.data } : { kind: 'lost' }
}

/** A URL of Twilio's API below the base URL, which may have a path. */
export const twilioUrl = (base: URL, path: string): URL => new URL(`${base.href.replace(/\/$/, '')}${path}`)

/** Seconds after which a text that is still queued is no longer delivered: a code has expired by then. */
const VALID_SECONDS = '300'

const Message = z.object({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/i),
  status: z.string(),
  error_code: z.number().int().nullish(),
})

const notGoingOut = ['failed', 'undelivered', 'canceled']

/** The sender: a number or short code, or a messaging service that picks one. */
export type TwilioSender = { from: string } | { messagingServiceSid: string }

/** Where Twilio reports on the delivery of the text with a reference. */
const deliveryUrl = (statusUrl: string, reference: string | null): string =>
  reference === null ? statusUrl : `${statusUrl}?of=${reference}`

/**
 * Texts through Twilio's Messages resource. It has no idempotency, so nothing is ever resent automatically. Twilio accepts
 * a text before it knows whether it can be delivered, and reports that to `statusUrl` (null if Twilio cannot reach us):
 * twilio.com/docs/messaging/guides/track-outbound-message-status.
 */
export const twilioMessages = (
  account: TwilioAccount & { sender: TwilioSender; baseUrl: URL; statusUrl: string | null },
): Sms => {
  const { sender, statusUrl } = account
  const url = twilioUrl(account.baseUrl, `/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
  const from: Record<string, string> =
    'from' in sender ? { From: sender.from } : { MessagingServiceSid: sender.messagingServiceSid }
  return {
    sandbox: false,
    send: async ({ to, body, reference = null }) => {
      const form = {
        To: to,
        ...from,
        Body: body,
        ValidityPeriod: VALID_SECONDS,
        ...(statusUrl === null ? {} : { StatusCallback: deliveryUrl(statusUrl, reference) }),
      }
      const outcome = await postToTwilio(account, url, form, Message)
      if (outcome.kind !== 'done') throw toSendFailure(outcome)
      const { status, error_code: code } = outcome.answer
      if (notGoingOut.includes(status))
        throw toSendFailure({ kind: 'refused', status: 400, code: code ?? null })
    },
  }
}

const Verification = z.object({ sid: z.string().regex(/^VE[0-9a-f]{32}$/i), status: z.literal('pending') })

/** Of the two result fields, Twilio documents `status` as the outcome; `valid` is not read. */
const VerificationCheck = z.object({
  status: z.enum(['pending', 'approved', 'canceled', 'max_attempts_reached', 'deleted', 'failed', 'expired']),
})

/** Codes through Twilio Verify: created, texted and checked there. */
export const twilioVerify = (account: TwilioAccount & { serviceSid: string; baseUrl: URL }): CodeService => {
  const service = `/v2/Services/${account.serviceSid}`
  const sending = twilioUrl(account.baseUrl, `${service}/Verifications`)
  const checking = twilioUrl(account.baseUrl, `${service}/VerificationCheck`)
  return {
    send: async phone => {
      const outcome = await postToTwilio(account, sending, { To: phone, Channel: 'sms' }, Verification)
      if (outcome.kind !== 'done') throw toSendFailure(outcome)
    },
    check: async (phone, code) => {
      const outcome = await postToTwilio(account, checking, { To: phone, Code: code }, VerificationCheck)
      if (outcome.kind === 'done') return outcome.answer.status === 'approved'
      const failure = toCheckFailure(outcome)
      if (failure) throw failure
      return false
    },
  }
}

/**
 * What Twilio signs: the URL it calls, then every field's name and value in the order of the names, with HMAC-SHA1 and
 * the account's auth token (twilio.com/docs/usage/webhooks/webhooks-security). The protocol requires SHA-1.
 */
export const twilioSignature = (
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string => {
  const named = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + named.map(([name, value]) => name + value).join(''))
    .digest('base64')
}

/** Reads Twilio's calls to `url`, the public URL of our webhook. `OptOutType` is present when Twilio has already replied. */
export const twilioTexts =
  ({ authToken, url }: { authToken: string; url: string }): ReadIncomingText =>
  (fields, signature) => {
    if (signature === null || !isEqualSecret(signature, twilioSignature(authToken, url, fields))) return null
    return { from: fields.From ?? '', body: fields.Body ?? '', answered: fields.OptOutType !== undefined }
  }

/** Twilio's "Unknown error", for a report without a number. */
const UNKNOWN_ERROR = 30008

/** Reads Twilio's delivery reports, called at `url`. Every other status is an intermediate one. */
export const twilioDeliveries =
  ({ authToken, url }: { authToken: string; url: string }): ReadTextDelivery =>
  (reference, fields, signature) => {
    const signed = deliveryUrl(url, reference)
    if (signature === null || !isEqualSecret(signature, twilioSignature(authToken, signed, fields)))
      return { kind: 'not_proven' }
    const { MessageStatus: status = '', ErrorCode: error = '' } = fields
    if (status === 'delivered') return { kind: 'done' }
    if (!notGoingOut.includes(status)) return { kind: 'pending' }
    const code = /^\d{5}$/.test(error) ? Number(error) : UNKNOWN_ERROR
    return { kind: explainUndelivered(code).reason === 'provider' ? 'failed' : 'refused', code }
  }
