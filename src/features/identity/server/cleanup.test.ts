import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'
import { daysBefore } from '#values/dates.ts'
import { cleanUpIdentity } from './cleanup.ts'
import { phoneFailureCounters } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

it('deletes empty counters and old ones of phones without a user, and keeps those of users', async () => {
  const { phoneNumber } = await app.register()
  const hers = app.keyring.phoneIndex(phoneNumber)
  const { db } = app.database
  await db.delete(phoneFailureCounters)
  const nothing = { recentFailures: [], consecutiveFailures: 0, locks: 0, lockedUntil: null }
  const monthAgo = [daysBefore(app.now(), 31).getTime()]
  const guards = {
    'says nothing': nothing,
    'locked once': { ...nothing, locks: 1 },
    'locked still': { ...nothing, recentFailures: [app.now().getTime()], lockedUntil: app.now() },
    'wrong codes in a row': { ...nothing, recentFailures: [app.now().getTime()], consecutiveFailures: 2 },
    'tried a month ago': { ...nothing, recentFailures: monthAgo, consecutiveFailures: 1 },
  }
  const rows = Object.entries(guards).map(([name, guard]) => ({
    name,
    phoneIndex: app.keyring.phoneIndex(name),
    ...guard,
  }))
  await db.insert(phoneFailureCounters).values(rows)
  await db.insert(phoneFailureCounters).values({ phoneIndex: hers, ...guards['tried a month ago'] })
  await cleanUpIdentity(db, app.now())
  const left = (await db.select().from(phoneFailureCounters)).map(({ phoneIndex }) => phoneIndex)
  expect(rows.filter(row => left.some(one => one.equals(row.phoneIndex))).map(({ name }) => name)).toEqual([
    'locked still',
    'wrong codes in a row',
  ])
  expect(left.some(one => one.equals(hers))).toBe(true)
})
