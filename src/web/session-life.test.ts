import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAlive, lives, SEEN_EVERY, type SessionKind } from '#features/identity/session-rules.ts'
import { askAgainAt, lifeOf, noticeOf } from './session-life.ts'

const minute = 60_000
const start = Date.parse('2026-11-20T12:00:00.000Z')

/** What a server whose clock is ahead by `ahead` tells at an instant of this clock. */
const told = (kind: SessionKind, at: number, ahead = 0) => {
  const expiresAt = start + ahead + lives[kind].absolute
  return {
    expiresAt: new Date(expiresAt).toISOString(),
    idleExpiresAt: new Date(Math.min(at + ahead + lives[kind].idle, expiresAt)).toISOString(),
  }
}

it.each([
  ['fresh', 'user', 0, null],
  ['idle for 56 minutes', 'user', 56, null],
  ['idle for 57 minutes', 'user', 57, { at: start + 59 * minute, renewable: true }],
  ['idle for 12 minutes', 'manager', 12, { at: start + 14 * minute, renewable: true }],
  ['read for 13 minutes', 'read', 13, { at: start + 15 * minute, renewable: false }],
] as const)('a %s session of kind %s after %i minutes', (_, kind, minutes, notice) => {
  const life = lifeOf(told(kind, start), kind, start, start)
  expect(noticeOf(life, start + minutes * minute)).toEqual(notice)
})

it('says that the end comes, whatever is done, in the last two minutes', () => {
  const now = start + 59 * minute
  const life = lifeOf(told('assist', start), 'assist', start, now)
  expect(noticeOf(life, now)).toEqual({ at: start + 60 * minute, renewable: false })
})

it('is right when the clocks of server and browser differ', () => {
  for (const ahead of [-7 * minute, 3 * 60 * minute]) {
    const life = lifeOf(told('assist', start, ahead), 'assist', start, start)
    expect(life.endsAt).toBe(start + 60 * minute)
  }
})

it('asks whether a session stands only when it surely does not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<SessionKind>('user', 'manager', 'assist', 'read'),
      fc.nat({ max: 30 * 60 * minute }),
      fc.nat({ max: SEEN_EVERY }),
      (kind, after, unseen) => {
        const heardAt = start + Math.min(after, lives[kind].absolute)
        const seen = Math.max(start, heardAt - unseen)
        const life = lifeOf(told(kind, start), kind, start, heardAt)
        const session = { kind, lastSeenAt: seen, expiresAt: start + lives[kind].absolute, ended: false }
        expect(isAlive(session, askAgainAt(life))).toBe(false)
      },
    ),
  )
})
