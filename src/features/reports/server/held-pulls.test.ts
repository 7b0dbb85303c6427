import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { httpCreditData } from '#providers/credit-data/http.ts'
import { storeEverything } from '#providers/credit-data/port.ts'
import { type FakeBridge, openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import {
  type ConsentingUser,
  fetchAnalytics,
  registerConsentingUser,
} from '#test/support/people/consenting-user.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { createResumeJob } from './pull-job.ts'
import { releaseHeldPulls } from './pulls.ts'
import { createRefresh, createRefreshJob } from './refresh.ts'
import { reportPulls } from './tables.ts'

/** A bridge that refuses our token, and later accepts it again. */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let bridge: FakeBridge
let app: TestApp
beforeAll(async () => {
  bridge = await openFakeBridge()
  app = await openApp({
    env: { CREDIT_DATA_URL: bridge.url.href, CREDIT_DATA_TOKEN: bridge.token },
  })
})
afterAll(async () => {
  await app.close()
  await bridge.close()
})

const stateOf = async ({ userId }: ConsentingUser) =>
  (await app.database.db.select().from(reportPulls).where(eq(reportPulls.userId, userId))).map(
    ({ state, attempts }) => ({ state, attempts }),
  )
/** Runs the ten-minute job, because schedules do not run here. */
const tenMinutesLater = async () => {
  app.pass(10 * MINUTE)
  const { database, keyring, app: served } = app
  const { url, token } = bridge
  const creditData = httpCreditData({ url, token, family: null })
  const job = createResumeJob({
    db: database.db,
    keyring,
    creditData,
    enqueue: served.jobs.enqueue,
    onReport: [],
    onPullAccepted: async () => undefined,
    storagePolicy: storeEverything,
    reportBounds: readConfig({}).reportBounds,
  })
  expect(job.schedule).toBe('*/10 * * * *')
  await job.run({}, { now: app.now(), log: createLog('silent', process.stderr) })
  await app.work()
}
const refuse = () =>
  bridge.misbehave(response => {
    response.writeHead(401).end()
  })

it('a refused token holds all pulls without delaying them by a week, and one pull retries until it is accepted', async () => {
  const people = [
    await registerConsentingUser(app),
    await registerConsentingUser(app),
    await registerConsentingUser(app),
  ]
  bridge.calls.length = 0
  refuse()
  await app.work()
  expect(bridge.calls).toHaveLength(1)
  for (const person of people) expect(await stateOf(person)).toEqual([{ state: 'held', attempts: 0 }])
  const [first, second, third] = people
  if (!first || !second || !third) throw new Error('three people were made')
  expect(await fetchAnalytics(app, first)).toMatchObject({
    isProcessing: false,
    message:
      'The credit bureaus cannot be asked at the moment. Your report is fetched as soon as they can be.',
  })
  expect(app.logged()).toContain('the bureaus are asked for nobody: the token or the address is refused')

  // Days later there is still one call every ten minutes, and the pulls do not count as lost.
  app.pass(3 * DAY)
  const refresh = createRefresh({
    db: app.database.db,
    enqueue: app.app.jobs.enqueue,
    timeZone: 'America/New_York',
    isOff: false,
  })
  await createRefreshJob(refresh).run({}, { now: app.now(), log: createLog('silent', process.stderr) })
  await app.work()
  bridge.calls.length = 0
  await tenMinutesLater()
  expect(bridge.calls).toHaveLength(1)
  for (const person of people) expect(await stateOf(person)).toEqual([{ state: 'held', attempts: 0 }])

  // A user who withdraws in the meantime is excluded, even by the retry.
  const as = await app.signIn(first.phoneNumber)
  await app.send('POST', '/user/consents', { as, body: { kind: 'reportAccess', given: false } })
  const late = await registerConsentingUser(app)
  bridge.misbehave(null)
  bridge.calls.length = 0
  await tenMinutesLater()
  expect(await stateOf(first)).toEqual([{ state: 'withdrawn', attempts: 1 }])
  for (const person of [second, third, late])
    expect(await stateOf(person)).toEqual([{ state: 'received', attempts: 1 }])
  expect(bridge.calls).toHaveLength(3)
})

it('a pull requested by an admin does not retry a refused token', async () => {
  const [person, other] = [await registerConsentingUser(app), await registerConsentingUser(app)]
  refuse()
  await app.work()
  bridge.calls.length = 0
  const as = await newManager(app, 'admin')
  for (const { userId } of [person, other]) await app.send('POST', `/admin/refresh-reports/${userId}`, { as })
  await app.work()
  expect(bridge.calls).toEqual([])
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'two servers that release pulls concurrently request none twice',
  async () => {
    await registerConsentingUser(app)
    await app.work()
    const { db } = app.database
    await db.update(reportPulls).set({ state: 'held' }).where(isNull(reportPulls.endedAt))
    const second = await db.transaction(async tx => {
      expect(await releaseHeldPulls(tx, 100, app.now())).not.toEqual([])
      const other = db.transaction(waiting => releaseHeldPulls(waiting, 100, app.now()))
      await expect
        .poll(async () => {
          const { rows } = await tx.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
          return rows.length
        })
        .toBeGreaterThan(0)
      return { other }
    })
    expect(await second.other).toEqual([])
  },
)
