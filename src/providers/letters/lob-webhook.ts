import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { tryParseJson } from '#providers/http-call.ts'
import {
  eventFromTrackingName,
  eventFromWebhookType,
  Instant,
  LobLetterId,
  parseTrackingEvents,
  readLetterMetadata,
} from './lob-letters.ts'
import type { LetterWebhook, ParseLetterWebhook } from './port.ts'

/** Maximum age of a webhook. */
const TOLERANCE_MS = 5 * 60_000

/** Hex HMAC-SHA256 of the timestamp, a dot, and the raw body. */
const signatureOf = (secret: string, timestamp: string, raw: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest()

/** Milliseconds since 1970, from a timestamp that may be in seconds. */
const instantOf = (timestamp: string): number | null => {
  if (!/^\d{9,14}$/.test(timestamp)) return null
  const value = Number(timestamp)
  return value < 100_000_000_000 ? value * 1_000 : value
}

const proven = (
  secrets: readonly string[],
  raw: Uint8Array,
  { signature, timestamp }: { signature: string | null; timestamp: string | null },
  now: Date,
): boolean => {
  if (signature === null || timestamp === null || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const at = instantOf(timestamp)
  if (at === null || Math.abs(now.getTime() - at) > TOLERANCE_MS) return false
  const given = Buffer.from(signature, 'hex')
  // Try every secret, so that timing does not reveal which one matched.
  return secrets.map(secret => timingSafeEqual(given, signatureOf(secret, timestamp, raw))).includes(true)
}

const Body = z.object({
  id: z.string().regex(/^[\w-]{1,120}$/),
  event_type: z.object({ id: z.string().max(120) }),
  date_created: Instant,
  reference_id: z.string().max(120).nullish(),
  body: z
    .object({
      id: z.string().max(120).nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
      tracking_events: z.array(z.unknown()).nullish(),
    })
    .nullish(),
})

const letterIdOf = ({ reference_id, body }: z.output<typeof Body>): string | null =>
  [body?.id, reference_id].find(id => LobLetterId.safeParse(id).success) ?? null

const noticeOf = (notice: z.output<typeof Body>): LetterWebhook => {
  const event = eventFromWebhookType(notice.event_type.id)
  // Lob may report an event hours late; the letter's tracking events contain the time it happened.
  const times = parseTrackingEvents(notice.body?.tracking_events)
    .filter(({ name }) => event !== 'other' && eventFromTrackingName(name) === event)
    .map(({ time }) => time.getTime())
  const at = times.length === 0 ? notice.date_created : new Date(Math.max(...times))
  return {
    id: notice.id,
    event,
    at,
    providerId: letterIdOf(notice),
    mailJobId: readLetterMetadata(notice.body?.metadata).mailJobId,
  }
}

/**
 * Reads the headers `Lob-Signature` and `Lob-Signature-Timestamp`. Nothing is parsed before the signature is verified, and
 * without a secret no signature is valid. During a rotation of the secret, both are valid.
 */
export const lobWebhookParser =
  (secrets: readonly string[]): ParseLetterWebhook =>
  (raw, headers, now) => {
    if (secrets.length === 0) return 'not_set_up'
    if (!proven(secrets, raw, headers, now)) return 'not_proven'
    const parsed = Body.safeParse(tryParseJson(Buffer.from(raw).toString('utf8')))
    return parsed.success ? noticeOf(parsed.data) : 'unreadable'
  }
