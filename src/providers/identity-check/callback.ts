import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { tryParseJson } from '#providers/http-call.ts'

/** What a partner found out about a user; `evidenceId` is the partner's id of the check. */
type IdentityCallback = { user: string; verified: boolean; evidenceId: string }

/** Reads a partner's call. An unauthenticated call is not parsed. */
export type ReadIdentityCallback = (
  raw: Uint8Array,
  headers: { signature: string | null; timestamp: string | null },
  now: Date,
) => IdentityCallback | 'not_set_up' | 'not_proven' | 'unreadable'

/** How far the clocks of the two sides may differ, and how long a copied call can be replayed. */
const TOLERANCE_MS = 5 * 60_000

const Body = z.strictObject({
  user: z.uuid(),
  verified: z.boolean(),
  evidenceId: z.string().regex(/^[\w.:-]{1,100}$/),
})

/** Hex HMAC-SHA256 of the timestamp, a dot, and the raw body (docs/guides/identity.md). */
export const identityCallbackSignature = (secret: string, timestamp: string, raw: Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex')

/** Reads calls signed with one of the secrets; there are two during a rotation. */
export const identityCallbackReader =
  (secrets: readonly string[]): ReadIdentityCallback =>
  (raw, { signature, timestamp }, now) => {
    if (secrets.length === 0) return 'not_set_up'
    if (signature === null || timestamp === null) return 'not_proven'
    if (!/^[0-9a-f]{64}$/i.test(signature) || !/^\d{10}$/.test(timestamp)) return 'not_proven'
    if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > TOLERANCE_MS) return 'not_proven'
    const given = Buffer.from(signature, 'hex')
    // Try every secret, so that timing does not reveal which one matched.
    const proven = secrets.map(secret =>
      timingSafeEqual(given, Buffer.from(identityCallbackSignature(secret, timestamp, raw), 'hex')),
    )
    if (!proven.includes(true)) return 'not_proven'
    const body = Body.safeParse(tryParseJson(Buffer.from(raw).toString('utf8')))
    return body.success ? body.data : 'unreadable'
  }
