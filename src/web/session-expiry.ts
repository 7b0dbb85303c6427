import { LAST_SEEN_INTERVAL_MS, type SessionKind, sessionLimits } from '#features/identity/session-rules.ts'

/** When a session ends, in milliseconds of this computer's clock. */
export type SessionExpiry = {
  /** If nothing more is asked of the server; it may stand for up to `SEEN_EVERY` longer. */
  idleEndsAt: number
  /** Whatever is done. */
  endsAt: number
}

/** How long before its end a session says so. */
export const WARNING_MS = 2 * 60_000
/** Some seconds later than any end, so that asking then cannot bring a session back to life. */
const CHECK_MARGIN_MS = 5_000

type SessionTimes = { expiresAt: string; idleExpiresAt: string }

/**
 * By how much the server's clock is ahead of this one. What is told of the idle end says when the server answered,
 * except in a session's last minutes, when the end caps it.
 */
const serverClockOffset = (
  { expiresAt, idleExpiresAt }: SessionTimes,
  kind: SessionKind,
  answeredAt: number,
): number =>
  idleExpiresAt === expiresAt ? 0 : Date.parse(idleExpiresAt) - sessionLimits[kind].idle - answeredAt

/** A session's life from what the server told at `answeredAt`, when it was last heard of at `heardAt`. */
export const computeSessionExpiry = (
  told: SessionTimes,
  kind: SessionKind,
  answeredAt: number,
  heardAt: number,
): SessionExpiry => ({
  idleEndsAt: heardAt + sessionLimits[kind].idle - LAST_SEEN_INTERVAL_MS,
  endsAt: Date.parse(told.expiresAt) - serverClockOffset(told, kind, answeredAt),
})

/** What to say of a session that ends within `NOTICE_TIME`: when, and whether going on helps; else null. */
export const expiryWarning = (
  { idleEndsAt, endsAt }: SessionExpiry,
  now: number,
): { at: number; renewable: boolean } | null => {
  if (endsAt - now <= WARNING_MS) return { at: endsAt, renewable: false }
  return idleEndsAt - now <= WARNING_MS ? { at: idleEndsAt, renewable: true } : null
}

/** When to ask the server whether the session stands: only once it surely ended, since asking would renew it. */
export const nextCheckAt = ({ idleEndsAt, endsAt }: SessionExpiry): number =>
  Math.min(endsAt, idleEndsAt + LAST_SEEN_INTERVAL_MS) + CHECK_MARGIN_MS
