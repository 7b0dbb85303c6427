import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/ids.ts'
import { type Vault, vaultOf } from '#server/keys/sealed.ts'
import { anyKeyring } from '#testing/any-keyring.ts'
import { openApp, type TestApp } from '#testing/app.ts'
import { ACCESS_LIFE, GRACE, lives } from '../session-rules.ts'
import { authenticateWith } from './authenticate.ts'
import { endSession } from './end-sessions.ts'
import { beginSession, refreshSession } from './sessions.ts'

/**
 * One session of each kind under any schedule of refreshes, copies of old tokens, requests and waits, on the real
 * database with a clock of its own, beside a model that is nothing but the rule in plain words: a copy ends the
 * session for good, and whatever is alive was never copied.
 */

let app: TestApp
let vault: Vault
let userId: string
beforeAll(async () => {
  app = await openApp()
  vault = vaultOf(anyKeyring())
  userId = (await app.register()).userId
})
afterAll(() => app.close())

type Kind = 'user' | 'manager' | 'assist' | 'read'

const signIn = { proof: 'code', device: 'A program' } as const

/** Begins a session; an opened account's stands on that of its manager, begun at the same moment. */
const begin = async (kind: Kind, now: Date) => {
  const { db } = app.database
  const [managerId, at] = [newId(), { ...signIn, now }]
  if (kind === 'user') return beginSession(db, vault, { kind, userId }, at)
  const own = await beginSession(db, vault, { kind: 'manager', managerId, role: 'agent', appDue: false }, at)
  if (kind === 'manager') return own
  const opened = { openingId: newId(), managerName: 'Mara Bell', managerSessionId: own.sessionId }
  return beginSession(db, vault, { kind, userId, managerId, ...opened }, at)
}

type Step =
  | { act: 'wait'; ms: number }
  | { act: 'refresh'; behind: number }
  | { act: 'use'; behind: number }
  | { act: 'end' }

const MINUTE = 60_000
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      ms: fc.oneof(
        fc.integer({ min: 0, max: 2 * GRACE }),
        fc.integer({ min: 0, max: 20 * MINUTE }),
        fc.integer({ min: 0, max: 26 * 60 * MINUTE }),
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('refresh' as const),
      behind: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 3 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('use' as const), behind: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('end' as const) }) },
)

type Model = { ended: boolean; lastSeen: number; expires: number; rotated: number }

it('never outlives a copy, its idle time or its age, and never ends while the rules hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Kind>('user', 'manager', 'assist', 'read'),
      fc.array(anyStep, { minLength: 1, maxLength: 25 }),
      async (kind, steps) => {
        const { db } = app.database
        let now = Date.now()
        const clock = () => new Date(now)
        const authenticate = authenticateWith(db, vault, clock)
        const begun = await begin(kind, clock())
        const pairs = [{ ...begun, at: now }]
        const model: Model = {
          ended: false,
          lastSeen: now,
          expires: now + lives[kind].absolute,
          rotated: now,
        }
        const alive = () => !model.ended && now < model.expires && now - model.lastSeen < lives[kind].idle

        for (const step of steps) {
          if (step.act === 'wait') {
            now += step.ms
            continue
          }
          if (step.act === 'end') {
            await endSession(db, begun.sessionId, 'signed_out', clock())
            model.ended = true
            continue
          }
          const pair = pairs[pairs.length - 1 - step.behind]
          if (!pair) continue
          if (step.act === 'use') {
            const caller = await authenticate(pair.access)
            expect(caller !== null).toBe(alive() && now < Math.min(pair.at + ACCESS_LIFE, model.expires))
            // Seen is written once a minute at most.
            if (caller && now - model.lastSeen >= MINUTE) model.lastSeen = now
            continue
          }
          const given = await refreshSession(db, vault, pair.refresh, [kind], clock())
          if (!alive()) expect(given.kind).toBe('none')
          else if (step.behind === 0) {
            if (given.kind !== 'pair') throw new Error('a current token was refused')
            pairs.push({ ...given.pair, at: now })
            Object.assign(model, { lastSeen: now, rotated: now })
          } else if (step.behind === 1 && now - model.rotated <= GRACE) {
            expect(given).toMatchObject({ kind: 'pair', pair: { refresh: pairs.at(-1)?.refresh } })
          } else {
            expect(given.kind).toBe('reuse')
            model.ended = true
          }
        }
      },
    ),
    { numRuns: 80 },
  )
})

it('takes no token of another kind', async () => {
  const { db } = app.database
  const now = new Date()
  const pair = await begin('manager', now)
  const wanted = ['user', 'assist', 'read'] as const
  expect(await refreshSession(db, vault, pair.refresh, wanted, now)).toEqual({ kind: 'none' })
  expect(await refreshSession(db, vault, pair.access, ['manager'], now)).toEqual({ kind: 'none' })
})
