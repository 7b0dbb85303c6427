/**
 * Lifetimes of sessions and the rotation of refresh tokens (NIST SP 800-63B-4 section 2.2.3: at most 24 hours, at most
 * one idle). Durations are milliseconds.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const ACCESS_TOKEN_LIFE_MS = 10 * MINUTE
/** A pair whose response was lost, or that a second tab requested, is returned again within this time. */
export const ROTATION_GRACE_MS = 10 * SECOND
/** `last seen` is written at most this often. */
export const LAST_SEEN_INTERVAL_MS = MINUTE

/** A user's own, a manager's, and a manager's impersonation of a client, to assist or only to read. */
export const sessionKinds = ['user', 'manager', 'assist', 'read'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** What proved who signed in: one or two factors. */
export const signInProofs = [
  'code',
  'code+totp',
  'code+recovery',
  'code+email',
  'password',
  'password+totp',
  'password+recovery',
] as const
export type SignInProof = (typeof signInProofs)[number]

/** Why a session ended early. */
export const endReasons = [
  'signed_out',
  'ended',
  'reuse',
  'too_many',
  'replaced',
  'disabled',
  'phone_changed',
  'totp_changed',
  'deletion',
  'restored',
] as const
export type EndReason = (typeof endReasons)[number]

/** The idle time and maximum age of each kind of session, and how many one owner may have. */
export const sessionLimits: Readonly<
  Record<SessionKind, { idle: number; absolute: number; atMost: number }>
> = {
  user: { idle: HOUR, absolute: 24 * HOUR, atMost: 10 },
  manager: { idle: 15 * MINUTE, absolute: 10 * HOUR, atMost: 2 },
  assist: { idle: 15 * MINUTE, absolute: HOUR, atMost: 1 },
  read: { idle: 15 * MINUTE, absolute: 15 * MINUTE, atMost: 1 },
}

/** What determines how long a stored session lasts. */
export type SessionLife = { kind: SessionKind; lastSeenAt: Date; expiresAt: Date; endedAt: Date | null }

/** When a session ends, or ended, if it is not used again. */
export const sessionEnd = ({ kind, lastSeenAt, expiresAt, endedAt }: SessionLife): Date =>
  new Date(
    Math.min(
      (endedAt ?? expiresAt).getTime(),
      expiresAt.getTime(),
      lastSeenAt.getTime() + sessionLimits[kind].idle,
    ),
  )

/** Whether a session is not ended, not idle for too long, and not too old. */
export const isSessionActive = (session: SessionLife, now: Date): boolean =>
  session.endedAt === null && now < sessionEnd(session)

type Rotation = 'advance' | 'repeat' | 'reuse'

/**
 * The result for a refresh token that verifies as the `presented` generation of an active session: the next pair, the
 * same pair again (its response was lost, or two tabs requested it), or the end of the session, since only a copy can
 * still be of an older generation.
 */
export const rotate = (current: number, presented: number, rotatedAt: number, now: number): Rotation => {
  if (presented === current) return 'advance'
  return presented === current - 1 && now - rotatedAt <= ROTATION_GRACE_MS ? 'repeat' : 'reuse'
}
