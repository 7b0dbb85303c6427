import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyring } from '#platform/crypto/encryption.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import {
  beginAnySession,
  followSession,
  type SessionFixture,
  sessionSchedules,
} from '#test/support/identity/session-model.ts'
import { refreshSession } from './sessions.ts'

let app: TestApp
let fixture: SessionFixture
beforeAll(async () => {
  app = await openApp()
  const { userId } = await app.register()
  fixture = { db: app.database.db, keyring: createKeyring(anyKeyring()), userId }
})
afterAll(() => app.close())

/** `npm run lab -- fuzz-sessions` runs more of them. */
it('ends after a copy, its idle time or its maximum age, and not otherwise', async () => {
  const anySchedule = fc.asyncProperty(sessionSchedules, async schedule => {
    await followSession(fixture, schedule)
  })
  await expect(fc.assert(anySchedule, { numRuns: 80 })).resolves.toBeUndefined()
})

it('accepts no token of another kind', async () => {
  const now = new Date()
  const pair = await beginAnySession(fixture, 'manager', now)
  const wanted = ['user', 'assist', 'read'] as const
  const { db, keyring } = fixture
  expect(await refreshSession(db, keyring, pair.refresh, wanted, now)).toEqual({ kind: 'none' })
  expect(await refreshSession(db, keyring, pair.access, ['manager'], now)).toEqual({ kind: 'none' })
})
