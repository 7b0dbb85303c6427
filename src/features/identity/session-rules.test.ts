import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSessionActive, ROTATION_GRACE_MS, rotate, sessionKinds, sessionLimits } from './session-rules.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const after = (ms: number) => new Date(noon + ms)

describe.each(sessionKinds)('a session of kind %s', kind => {
  const { idle, absolute } = sessionLimits[kind]
  const fresh = { kind, lastSeenAt: after(0), expiresAt: after(absolute), endedAt: null }
  const busy = { ...fresh, lastSeenAt: after(absolute - 1) }

  it.each([
    ['is active while it is used', fresh, after(idle - 1), true],
    ['ends when it was not used for its idle time', fresh, after(idle), false],
    ['ends at its age, however used', busy, after(absolute), false],
    ['ends when it is ended', { ...fresh, endedAt: after(0) }, after(0), false],
  ])('%s', (_name, session, at, alive) => {
    expect(isSessionActive(session, at)).toBe(alive)
  })
})

describe('a refresh token', () => {
  it.each([
    ['of the current pair gives the next one', 4, 4, noon + 60_000, 'advance'],
    ['whose answer was lost gives the same pair again', 4, 3, noon + ROTATION_GRACE_MS, 'repeat'],
    ['of the pair before, later, is a copy', 4, 3, noon + ROTATION_GRACE_MS + 1, 'reuse'],
    ['two pairs old is a copy at any time', 4, 2, noon, 'reuse'],
  ] as const)('%s', (_name, current, presented, now, expected) => {
    expect(rotate(current, presented, noon, now)).toBe(expected)
  })

  it('of an older pair never advances a session', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 1_000 }),
        fc.integer({ min: 1 }),
        fc.nat(),
        (current, behind, later) => {
          expect(rotate(current, Math.max(0, current - behind), noon, noon + later)).not.toBe('advance')
        },
      ),
    )
  })
})
