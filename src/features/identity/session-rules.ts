/** The lives of a consumer's session and the rotation of its refresh token (security-reliability D1.5, D1.6). */

const SECOND = 1_000
const MINUTE = 60 * SECOND

export const ACCESS_LIFE = 10 * MINUTE
export const IDLE_LIFE = 60 * MINUTE
export const ABSOLUTE_LIFE = 24 * 60 * MINUTE
/** A pair whose answer was lost, or that a second tab asked for, is given again within this time. */
export const GRACE = 10 * SECOND
/** `last seen` is written at most this often. */
export const SEEN_EVERY = MINUTE
export const SESSIONS_A_PERSON = 10

/** A session's life as stored; instants in milliseconds. */
export type SessionLife = { lastSeenAt: number; expiresAt: number; ended: boolean }

/** Whether the session still stands: not ended, not idle for an hour, not older than a day. */
export const isAlive = (session: SessionLife, now: number): boolean =>
  !session.ended && now < session.expiresAt && now - session.lastSeenAt < IDLE_LIFE

export type Rotation = 'advance' | 'repeat' | 'reuse'

/**
 * What a refresh token gets that verifies as the `presented` generation of a living session: the next pair, the
 * same pair again (its answer was lost, or two tabs asked at once), or the end of the session, since only a
 * copy can still hold an older one.
 */
export const rotationOf = (current: number, presented: number, rotatedAt: number, now: number): Rotation => {
  if (presented === current) return 'advance'
  return presented === current - 1 && now - rotatedAt <= GRACE ? 'repeat' : 'reuse'
}
