import { z } from 'zod'
import { type FetchBytes, httpCall } from '../http-call.ts'
import { tryParseJson } from '../json-in.ts'
import type { TwilioFailure } from './twilio-translate.ts'

/** The account that calls, and how long one call may take. */
export type TwilioAccount = {
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
export const postToTwilio = async <T>(
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
export const twilioUrl = (base: URL, path: string): URL => new URL(`${base.href.replace(/\/$/, '')}${path}`)
