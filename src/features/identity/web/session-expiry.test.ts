import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSessionActive, LAST_SEEN_INTERVAL_MS, type SessionKind, sessionLimits } from '../session-rules.ts'
import { computeSessionExpiry, expiryWarning, nextCheckAt } from './session-expiry.ts'

const minute = 60_000
const start = Date.parse('2026-11-20T12:00:00.000Z')

/** The reply of a server whose clock is ahead by `ahead`, at an instant of this clock. */
const timesOf = (kind: SessionKind, at: number, ahead = 0) => {
  const expiresAt = start + ahead + sessionLimits[kind].absolute
  return {
    expiresAt: new Date(expiresAt).toISOString(),
    idleExpiresAt: new Date(Math.min(at + ahead + sessionLimits[kind].idle, expiresAt)).toISOString(),
  }
}

it.each([
  ['fresh', 'user', 0, null],
  ['idle for 56 minutes', 'user', 56, null],
  ['idle for 57 minutes', 'user', 57, { at: start + 59 * minute, renewable: true }],
  ['idle for 12 minutes', 'manager', 12, { at: start + 14 * minute, renewable: true }],
  ['read for 13 minutes', 'read', 13, { at: start + 15 * minute, renewable: false }],
] as const)('a %s session of kind %s after %i minutes', (_, kind, minutes, notice) => {
  const life = computeSessionExpiry(timesOf(kind, start), kind, start, start)
  expect(expiryWarning(life, start + minutes * minute)).toEqual(notice)
})

it('warns in the last two minutes that the session ends in any case', () => {
  const now = start + 59 * minute
  const life = computeSessionExpiry(timesOf('assist', start), 'assist', start, now)
  expect(expiryWarning(life, now)).toEqual({ at: start + 60 * minute, renewable: false })
})

it('is right when the clocks of server and browser differ', () => {
  for (const ahead of [-7 * minute, 3 * 60 * minute]) {
    const life = computeSessionExpiry(timesOf('assist', start, ahead), 'assist', start, start)
    expect(life.endsAt).toBe(start + 60 * minute)
  }
})

it('calls the server only after the session must have ended', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<SessionKind>('user', 'manager', 'assist', 'read'),
      fc.nat({ max: 30 * 60 * minute }),
      fc.nat({ max: LAST_SEEN_INTERVAL_MS }),
      (kind, after, unseen) => {
        const lastResponseAt = start + Math.min(after, sessionLimits[kind].absolute)
        const seen = Math.max(start, lastResponseAt - unseen)
        const life = computeSessionExpiry(timesOf(kind, start), kind, start, lastResponseAt)
        const session = {
          kind,
          lastSeenAt: new Date(seen),
          expiresAt: new Date(start + sessionLimits[kind].absolute),
          endedAt: null,
        }
        expect(isSessionActive(session, new Date(nextCheckAt(life)))).toBe(false)
      },
    ),
  )
})
