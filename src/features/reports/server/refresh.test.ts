import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import {
  type ConsentingUser,
  fetchAnalytics,
  registerConsentingUser,
} from '#test/support/people/consenting-user.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { newManager, signInManager } from '#test/support/people/new-manager.ts'
import { openPull } from './pulls.ts'
import { createRefresh, createRefreshJob } from './refresh.ts'
import { reportPulls, reports } from './tables.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const reportsOf = ({ userId }: ConsentingUser) =>
  app.database.db.select({ origin: reports.origin }).from(reports).where(eq(reports.userId, userId))
const pullsOf = ({ userId }: ConsentingUser) =>
  app.database.db
    .select({ state: reportPulls.state, attempts: reportPulls.attempts })
    .from(reportPulls)
    .where(eq(reportPulls.userId, userId))
    .orderBy(reportPulls.requestedAt)
const consent = async (person: ConsentingUser, given: boolean) => {
  const as = await app.signIn(person.phoneNumber)
  return app.send('POST', '/user/consents', { as, body: { kind: 'reportAccess', given } })
}

let adminEmail: string
beforeAll(async () => {
  adminEmail = (await newManager(app, 'admin')).email
})
const asAdmin = async (path: string) => app.send('POST', path, { as: await signInManager(app, adminEmail) })
const refreshOne = ({ userId }: Pick<ConsentingUser, 'userId'>) => asAdmin(`/admin/refresh-reports/${userId}`)
const refreshAll = async () => {
  const answer = await asAdmin('/admin/refresh-reports')
  return answer.json<{ started: number }>().started
}

/** Runs first, while few users exist: every later user would also be due. */
test('an admin starts all due pulls once, even if repeated, and none of users who withdrew', async () => {
  const due = [await registerConsentingUser(app), await registerConsentingUser(app)]
  const withdrawn = await registerConsentingUser(app)
  await app.work()
  await consent(withdrawn, false)
  app.pass(32 * DAY)
  const as = await signInManager(app, adminEmail)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => app.send('POST', '/admin/refresh-reports', { as })),
  )
  const started = answers.reduce((sum, answer) => sum + answer.json<{ started: number }>().started, 0)
  expect(started).toBe(due.length)
  await app.work()
  for (const user of due) expect(await reportsOf(user)).toHaveLength(2)
  expect(await reportsOf(withdrawn)).toHaveLength(1)
  expect(await refreshAll()).toBe(0)
})

describe('a user who consented', () => {
  it('at registration sees that the report is being fetched, and then the report', async () => {
    const person = await registerConsentingUser(app)
    expect(await fetchAnalytics(app, person)).toMatchObject({
      fullReport: null,
      isProcessing: true,
      message: 'We asked the bureaus for your report. This usually takes a few minutes.',
    })
    await app.work()
    const shown = await fetchAnalytics(app, person)
    expect(shown).toMatchObject({ isProcessing: false, message: null, report: { origin: 'sandbox' } })
    expect(shown.fullReport?.personalInformation[0]?.name).toMatch(/invented.*person/i)
  })

  it('later gets a pull then, but no second one for consenting again', async () => {
    const person = await app.register()
    await app.work()
    expect(await pullsOf(person)).toEqual([])
    await consent(person, true)
    await app.work()
    await consent(person, true)
    await app.work()
    expect(await pullsOf(person)).toEqual([{ state: 'received', attempts: 1 }])
  })

  it('and withdraws before the bureaus are called gets no report', async () => {
    const person = await registerConsentingUser(app)
    await consent(person, false)
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: false })
    await app.work()
    expect([await pullsOf(person), await reportsOf(person)]).toEqual([
      [{ state: 'withdrawn', attempts: 1 }],
      [],
    ])
    expect(await fetchAnalytics(app, person)).toMatchObject({
      isProcessing: false,
      message: 'You have no credit report yet.',
    })
  })
})

describe('the bureaus’ result', () => {
  it('without any file is explained, and nothing is stored', async () => {
    const person = await registerConsentingUser(app, '0001')
    await app.work()
    expect(await reportsOf(person)).toEqual([])
    const { isProcessing, message, fullReport } = await fetchAnalytics(app, person)
    expect([isProcessing, fullReport]).toEqual([false, null])
    expect(message).toMatch(/no (credit )?file|file/i)
  })

  it('with a freeze at one bureau is a report with that bureau frozen', async () => {
    const person = await registerConsentingUser(app, '0002')
    await app.send('POST', '/user/max-plan', { as: person, body: { enabled: true } })
    await app.work()
    const { fullReport } = await fetchAnalytics(app, person)
    expect(fullReport?.fileStatuses.find(({ bureau }) => bureau === 'Experian')?.status).toBe('frozen')
    expect(fullReport?.accountInformation.some(({ bureau }) => bureau === 'Experian')).toBe(false)
    expect(fullReport?.accountInformation.some(({ bureau }) => bureau === 'Equifax')).toBe(true)
  })

  it('with an error is explained immediately', async () => {
    const person = await registerConsentingUser(app, '0004')
    await app.work()
    expect(await pullsOf(person)).toEqual([{ state: 'failed', attempts: 1 }])
    expect(await fetchAnalytics(app, person)).toMatchObject({
      isProcessing: false,
      message: "We couldn't reach the credit bureaus. We will retry in a week.",
    })
    await consent(person, false)
    expect(await fetchAnalytics(app, person)).toMatchObject({ message: 'You have no credit report yet.' })
  })

  it('with an error can be retried by the user once before the retry a week later', async () => {
    const person = await registerConsentingUser(app, '0004')
    await app.work()
    const as = await app.signIn(person.phoneNumber)
    const state = async () => (await app.send('GET', '/credit/pull', { as })).json<{ mayTryAgain: boolean }>()
    const tryAgain = () => app.send('POST', '/credit/pull', { as })
    expect(await state()).toEqual({ mayTryAgain: true })
    const reader = await startImpersonation(app, person.userId, 'The report is missing.')
    expect((await app.send('POST', '/credit/pull', { as: reader })).statusCode).toBe(403)
    app.pass(1_000)
    const answers = await Promise.all([tryAgain(), tryAgain()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ])
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: true })
    await app.work()
    expect(await pullsOf(person)).toHaveLength(2)
    expect(await state()).toEqual({ mayTryAgain: false })
    expect((await tryAgain()).statusCode).toBe(409)
    await consent(person, false)
    expect((await tryAgain()).statusCode).toBe(422)
  })

  it('"not ready" is retried with growing delays, and given up after a day', async () => {
    const person = await registerConsentingUser(app, '0003')
    const tries: number[] = []
    for (const minutes of [0, 1, 2, 5, 10]) {
      app.pass(minutes * MINUTE - 1_000)
      await app.work()
      const before = (await pullsOf(person))[0]?.attempts ?? 0
      app.pass(1_000)
      await app.work()
      tries.push(((await pullsOf(person))[0]?.attempts ?? 0) - before)
    }
    expect(tries.slice(1)).toEqual([1, 1, 1, 1])
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: true })
    for (let hours = 0; hours < 25; hours += 1) {
      app.pass(60 * MINUTE)
      await app.work()
    }
    expect((await pullsOf(person)).map(({ state }) => state)).toEqual(['failed'])
    expect(await fetchAnalytics(app, person)).toMatchObject({
      isProcessing: false,
      message: 'The bureaus did not finish your report within a day. We will retry in a week.',
    })
  })
})

describe('every morning', () => {
  it('due pulls are started once each', async () => {
    const person = await registerConsentingUser(app)
    await app.work()
    const { db } = app.database
    const refresh = createRefresh({
      db,
      enqueue: app.app.jobs.enqueue,
      timeZone: 'America/New_York',
      isOff: false,
    })
    const job = createRefreshJob(refresh)
    expect(job.schedule).toBe('30 4 * * *')
    const morning = () => job.run({}, { now: app.now(), log: createLog('silent', process.stderr) })
    app.pass(27 * DAY)
    await morning()
    expect(await pullsOf(person)).toHaveLength(1)
    app.pass(5 * DAY)
    await morning()
    await morning()
    await app.work()
    expect(await pullsOf(person)).toHaveLength(2)
    expect(await reportsOf(person)).toHaveLength(2)
  })

  it('a pull lost by the queue is ended, so that a new one can start', async () => {
    const person = await app.register()
    await openPull(app.database.db, person.userId, app.now())
    app.pass(3 * DAY)
    await refreshAll()
    expect(await pullsOf(person)).toEqual([{ state: 'failed', attempts: 0 }])
  })
})

describe('an admin', () => {
  it('can pull one user’s report repeatedly, but one at a time', async () => {
    const person = await registerConsentingUser(app)
    await app.work()
    const as = await signInManager(app, adminEmail)
    const path = `/admin/refresh-reports/${person.userId}`
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.send('POST', path, { as })))
    expect(answers.map(({ body }) => body)).toEqual(Array(20).fill('{"success":true}'))
    await app.work()
    expect((await pullsOf(person)).map(({ state }) => state)).toEqual(['received', 'received'])
    expect(await reportsOf(person)).toHaveLength(2)
  })

  it('cannot pull for a user without consent or an unknown one', async () => {
    const refused = await refreshOne(await app.register())
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      {
        code: 'no_consent',
        message: 'This person has not agreed that we fetch credit reports. Nothing was asked for.',
        requestId: refused.headers['x-request-id'],
      },
    ])
    const nobody = await refreshOne({ userId: '0192f0c1-0000-7000-8000-0000000000ff' })
    expect(nobody.statusCode).toBe(404)
  })

  it.each(['agent', 'lead', 'auditor'] as const)('is required, the role %s is refused', async role => {
    const as = await newManager(app, role)
    const { userId } = await app.register()
    for (const path of ['/admin/refresh-reports', `/admin/refresh-reports/${userId}`]) {
      expect((await app.send('POST', path, { as })).statusCode).toBe(403)
    }
  })
})
