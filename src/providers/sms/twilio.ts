import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type FetchBytes, httpCall } from '../http-call.ts'
import { tryParseJson } from '../json-in.ts'
import type { CodeService, ReadIncomingText, Sms } from './port.ts'
import { type TwilioFailure, toCheckFailure, toSendFailure } from './twilio-failures.ts'

/** The account that calls, and how long one call may take. */
type TwilioAccount = {
  accountSid: string
  authToken: string
  timeoutMs?: number
  call?: FetchBytes
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

const Refused = z.object({ code: z.number().int() })

/**
 * Posts one form to Twilio, once, and gives its answer in the shape asked for. A good status with anything else in the
 * body counts as lost: it may have been done.
 */
const postToTwilio = async <T>(
  { accountSid, authToken, timeoutMs = TIMEOUT_MS, call = httpCall }: TwilioAccount,
  url: URL,
  form: Readonly<Record<string, string>>,
  shape: z.ZodType<T>,
): Promise<{ kind: 'done'; answer: T } | TwilioFailure> => {
  const outcome = await call({
    method: 'POST',
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
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

/** An address of Twilio's API below the base, which may have a path of its own. */
const twilioUrl = (base: URL, path: string): URL => new URL(`${base.href.replace(/\/$/, '')}${path}`)

/** Seconds after which a text that still waits is not delivered any more: a code is over by then. */
const VALID_SECONDS = '300'

const Message = z.object({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/i),
  status: z.string(),
  error_code: z.number().int().nullish(),
})

const notGoingOut = ['failed', 'undelivered', 'canceled']

/** Texts by Twilio's Messages resource. It has no way to say "once", so nothing is ever sent again by itself. */
export const twilioMessages = (account: TwilioAccount & { from: string; baseUrl: URL }): Sms => {
  const url = twilioUrl(account.baseUrl, `/2010-04-01/Accounts/${account.accountSid}/Messages.json`)
  return {
    sandbox: false,
    send: async ({ to, body }) => {
      const form = { To: to, From: account.from, Body: body, ValidityPeriod: VALID_SECONDS }
      const outcome = await postToTwilio(account, url, form, Message)
      if (outcome.kind !== 'done') throw toSendFailure(outcome)
      const { status, error_code: code } = outcome.answer
      if (notGoingOut.includes(status))
        throw toSendFailure({ kind: 'refused', status: 400, code: code ?? null })
    },
  }
}

const Verification = z.object({ sid: z.string().regex(/^VE[0-9a-f]{32}$/i), status: z.literal('pending') })

/** Of the two fields that tell, `status` is the one that Twilio documents as the outcome; `valid` is not read. */
const VerificationCheck = z.object({
  status: z.enum(['pending', 'approved', 'canceled', 'max_attempts_reached', 'deleted', 'failed', 'expired']),
})

/** Codes by Twilio Verify: made, texted and checked there. */
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
 * What Twilio signs: the address it calls, then every field's name and value in the order of the names, with HMAC-SHA1
 * and the account's auth token (twilio.com/docs/usage/webhooks/webhooks-security). The protocol fixes the SHA-1.
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

const same = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Reads Twilio's calls to `url`, the public address of our webhook. `OptOutType` is there when Twilio replied itself. */
export const twilioTexts =
  ({ authToken, url }: { authToken: string; url: string }): ReadIncomingText =>
  (fields, signature) => {
    if (signature === null || !same(signature, twilioSignature(authToken, url, fields))) return null
    return { from: fields.From ?? '', body: fields.Body ?? '', answered: fields.OptOutType !== undefined }
  }
