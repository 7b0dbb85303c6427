import { lives, SEEN_EVERY, type SessionKind } from '#features/identity/session-rules.ts'

/** When a session ends, in milliseconds of this computer's clock. */
export type SessionLife = {
  /** If nothing more is asked of the server; it may stand for up to `SEEN_EVERY` longer. */
  idleEndsAt: number
  /** Whatever is done. */
  endsAt: number
}

/** How long before its end a session says so. */
export const NOTICE_TIME = 2 * 60_000
/** Some seconds later than any end, so that asking then cannot bring a session back to life. */
const MARGIN = 5_000

type Told = { expiresAt: string; idleExpiresAt: string }

/**
 * By how much the server's clock is ahead of this one. What is told of the idle end says when the server answered,
 * except in a session's last minutes, when the end caps it.
 */
const aheadBy = ({ expiresAt, idleExpiresAt }: Told, kind: SessionKind, answeredAt: number): number =>
  idleExpiresAt === expiresAt ? 0 : Date.parse(idleExpiresAt) - lives[kind].idle - answeredAt

/** A session's life from what the server told at `answeredAt`, when it was last heard of at `heardAt`. */
export const lifeOf = (told: Told, kind: SessionKind, answeredAt: number, heardAt: number): SessionLife => ({
  idleEndsAt: heardAt + lives[kind].idle - SEEN_EVERY,
  endsAt: Date.parse(told.expiresAt) - aheadBy(told, kind, answeredAt),
})

/** What to say of a session that ends within `NOTICE_TIME`: when, and whether going on helps; else null. */
export const noticeOf = (
  { idleEndsAt, endsAt }: SessionLife,
  now: number,
): { at: number; renewable: boolean } | null => {
  if (endsAt - now <= NOTICE_TIME) return { at: endsAt, renewable: false }
  return idleEndsAt - now <= NOTICE_TIME ? { at: idleEndsAt, renewable: true } : null
}

/** When to ask the server whether the session stands: only once it surely ended, since asking would renew it. */
export const askAgainAt = ({ idleEndsAt, endsAt }: SessionLife): number =>
  Math.min(endsAt, idleEndsAt + SEEN_EVERY) + MARGIN
