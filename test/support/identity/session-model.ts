import assert from 'node:assert/strict'
import fc from 'fast-check'
import { createAuthenticate } from '#features/identity/server/authenticate.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { beginSession, refreshSession } from '#features/identity/server/sessions.ts'
import {
  ACCESS_TOKEN_LIFE_MS,
  ROTATION_GRACE_MS,
  type SessionKind,
  sessionKinds,
  sessionLimits,
} from '#features/identity/session-rules.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'

/**
 * One session of each kind under any schedule of refreshes, copies of old tokens, requests and waits, on the real
 * database with a simulated clock, compared with a model of the plain rule: a copy permanently ends the session, and a
 * live session was never copied.
 */

/** Where sessions are stored, and their user. */
export type SessionFixture = { db: Database; keyring: Keyring; userId: string }

const signIn = { proof: 'code', device: 'A program' } as const

/** Starts a session; an impersonation depends on its manager's session, started at the same time. */
export const beginAnySession = async (
  { db, keyring, userId }: SessionFixture,
  kind: SessionKind,
  now: Date,
): ReturnType<typeof beginSession> => {
  const [managerId, at] = [newId(), { ...signIn, now }]
  if (kind === 'user') return beginSession(db, keyring, { kind, userId }, at)
  const own = await beginSession(
    db,
    keyring,
    { kind: 'manager', managerId, role: 'agent', appDue: false },
    at,
  )
  if (kind === 'manager') return own
  const opened = { openingId: newId(), managerName: 'Mara Bell', managerSessionId: own.sessionId }
  return beginSession(db, keyring, { kind, userId, managerId, ...opened }, at)
}

type Step =
  | { act: 'wait'; ms: number }
  | { act: 'refresh'; behind: number }
  | { act: 'use'; behind: number }
  | { act: 'end' }

const MINUTE = 60_000
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 15,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      // Few waits are long enough to end a session, so that most schedules reach a copy.
      ms: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 * ROTATION_GRACE_MS }) },
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 20 * MINUTE }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 26 * 60 * MINUTE }) },
      ),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      act: fc.constant('refresh' as const),
      behind: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }) },
      ),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ act: fc.constant('use' as const), behind: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const) }) },
)

/** Any schedule of one session. */
export const sessionSchedules: fc.Arbitrary<{ kind: SessionKind; steps: Step[] }> = fc.record({
  kind: fc.constantFrom(...sessionKinds),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 25, size: 'max' }),
})

/** How a schedule ended: by a copy, or with a session that is alive or has expired. */
export type SessionEnd = 'a copy ended it' | 'signed out' | 'alive' | 'its time was over'

type Model = { ended: SessionEnd | null; lastSeen: number; expires: number; rotated: number }

/** Runs a schedule against the model; throws if they differ, or if a token of an ended session is accepted. */
export const followSession = async (
  ground: SessionFixture,
  { kind, steps }: { kind: SessionKind; steps: readonly Step[] },
): Promise<SessionEnd> => {
  const { db, keyring } = ground
  let now = Date.now()
  const clock = () => new Date(now)
  const authenticate = createAuthenticate(db, keyring, clock)
  const begun = await beginAnySession(ground, kind, clock())
  const pairs = [{ ...begun, at: now }]
  const model: Model = {
    ended: null,
    lastSeen: now,
    expires: now + sessionLimits[kind].absolute,
    rotated: now,
  }
  const alive = () =>
    model.ended === null && now < model.expires && now - model.lastSeen < sessionLimits[kind].idle

  for (const step of steps) {
    if (step.act === 'wait') {
      now += step.ms
      continue
    }
    if (step.act === 'end') {
      await endSessions(db, { id: begun.sessionId }, 'signed_out', clock())
      model.ended ??= 'signed out'
      continue
    }
    const pair = pairs[pairs.length - 1 - step.behind]
    if (!pair) continue
    if (step.act === 'use') {
      const principal = await authenticate(pair.access)
      assert.equal(
        principal !== null,
        alive() && now < Math.min(pair.at + ACCESS_TOKEN_LIFE_MS, model.expires),
      )
      // The last use is written at most once a minute.
      if (principal && now - model.lastSeen >= MINUTE) model.lastSeen = now
      continue
    }
    const given = await refreshSession(db, keyring, pair.refresh, [kind], clock())
    if (!alive()) assert.equal(given.kind, 'none')
    else if (step.behind === 0) {
      if (given.kind !== 'pair') throw new Error('a current token was refused')
      pairs.push({ ...given.pair, at: now })
      Object.assign(model, { lastSeen: now, rotated: now })
    } else if (step.behind === 1 && now - model.rotated <= ROTATION_GRACE_MS) {
      if (given.kind !== 'pair') throw new Error('a token whose answer was lost was refused')
      assert.equal(given.pair.refresh, pairs.at(-1)?.refresh)
    } else {
      assert.equal(given.kind, 'reuse')
      model.ended = 'a copy ended it'
    }
  }
  if (alive()) return 'alive'
  // No token pair of an ended session is accepted.
  for (const pair of pairs) {
    assert.equal(await authenticate(pair.access), null)
    assert.equal((await refreshSession(db, keyring, pair.refresh, [kind], clock())).kind, 'none')
  }
  return model.ended ?? 'its time was over'
}
