import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProviderFailure } from '#providers/failure.ts'
import type { ProviderLetter } from '#providers/letters/port.ts'
import { chanceOf } from '#test/support/chance.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { defaultMailTimes as times } from '../times.ts'
import { findPendingReconciliation, initializeMailSwitch, readInstallationId } from './mail-switch.ts'
import { identifyAccount } from './provider-accounts.ts'
import { type ReconciliationDeps, reconcileAfterRestore } from './reconciliation.ts'

const HOUR = 60 * 60_000

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ LOB_API_KEY: '', LOB_WEBHOOK_SECRET: '', LOB_BASE_URL: '' })
})
afterAll(() => mail.close())

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** The most that the adapter lists. */
const LISTED = 2_000

it('reconciliation of a copy with 30,000 letters of an unreliable provider completes, batch by batch', async () => {
  const { db } = mail.app.database
  const { now } = mail.app
  const chance = chanceOf(11)
  const env = await readInstallationId(db)
  const first = now().getTime() - 29 * 24 * HOUR
  // Most of them on one day, as after a campaign of another installation on the same account.
  const letters: ProviderLetter[] = Array.from({ length: 30_000 }, (_, place) => ({
    providerId: `ltr_${place}`,
    expectedDelivery: null,
    trackingNumber: null,
    mailJobId: randomUUID(),
    generation: 1,
    env: place % 1_000 === 0 ? env : 'elsewhere',
    createdAt: new Date(first + (place < 25_000 ? place * 3_000 : place * 80_000)),
    cancelled: false,
    events: [],
  }))
  let calls = 0
  const provider: ReconciliationDeps['provider'] = {
    name: 'sandbox',
    list: async (since, until) => {
      calls += 1
      const found = letters.filter(({ createdAt }) => createdAt >= since && createdAt < until)
      if (found.length > LISTED || chance.is(0.3)) throw new ProviderFailure('letters', 'No.', true)
      return found
    },
    get: async () => null,
    cancel: async () => 'not_found',
    trackingUrl: () => null,
  }
  const seen: string[] = []
  const deps: ReconciliationDeps = {
    db,
    provider,
    times,
    clock: now,
    log,
    alarm: what => seen.push(what),
    onLetter: async () => undefined,
    turn: async () => undefined,
    letters: async () => [],
  }
  await identifyAccount({ db, provider, log }, now())
  await initializeMailSwitch(db, now(), { wasRestored: true })
  let turns = 0
  for (let done = false; !done; turns += 1) {
    let left = 10
    done = await reconcileAfterRestore(deps, () => left-- > 0)
    if (!done) expect(await findPendingReconciliation(db)).not.toBeNull()
  }
  expect(await findPendingReconciliation(db)).toBeNull()
  expect(seen).toHaveLength(30)
  expect(turns).toBeGreaterThan(3)
  expect(calls).toBeLessThan(300)
})
