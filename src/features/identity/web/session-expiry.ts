import { LAST_SEEN_INTERVAL_MS, type SessionKind, sessionLimits } from '../session-rules.ts'

/** Times by this computer's clock. */
export type SessionExpiry = {
  /** Without further requests. The server may keep it up to `LAST_SEEN_INTERVAL_MS` longer. */
  idleEndsAt: number
  /** In any case. */
  endsAt: number
}

const WARNING_MS = 2 * 60_000
/** Checking this long after the end cannot renew a session that is still valid. */
const CHECK_MARGIN_MS = 5_000

type SessionTimes = { expiresAt: string; idleExpiresAt: string }

/** The idle end reveals the server's time, except in a session's last minutes, when the absolute end caps it. */
const serverClockOffset = (
  { expiresAt, idleExpiresAt }: SessionTimes,
  kind: SessionKind,
  answeredAt: number,
): number =>
  idleExpiresAt === expiresAt ? 0 : Date.parse(idleExpiresAt) - sessionLimits[kind].idle - answeredAt

/** Computed from the session times that the server sent at `answeredAt` and its last response at `lastResponseAt`. */
export const computeSessionExpiry = (
  times: SessionTimes,
  kind: SessionKind,
  answeredAt: number,
  lastResponseAt: number,
): SessionExpiry => ({
  idleEndsAt: lastResponseAt + sessionLimits[kind].idle - LAST_SEEN_INTERVAL_MS,
  endsAt: Date.parse(times.expiresAt) - serverClockOffset(times, kind, answeredAt),
})

/** For a session that ends within `WARNING_MS`: when, and whether a request renews it; otherwise null. */
export const expiryWarning = (
  { idleEndsAt, endsAt }: SessionExpiry,
  now: number,
): { at: number; renewable: boolean } | null => {
  if (endsAt - now <= WARNING_MS) return { at: endsAt, renewable: false }
  return idleEndsAt - now <= WARNING_MS ? { at: idleEndsAt, renewable: true } : null
}

/** When to check whether the session has ended: only when it must have, since a call would renew it. */
export const nextCheckAt = ({ idleEndsAt, endsAt }: SessionExpiry): number =>
  Math.min(endsAt, idleEndsAt + LAST_SEEN_INTERVAL_MS) + CHECK_MARGIN_MS
