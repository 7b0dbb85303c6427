import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { type CreditData, type CreditDataRequest, storeEverything } from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { inRealThreads } from '#test/support/in-process-threads.ts'
import {
  type ConsentingUser,
  fetchAnalytics,
  registerConsentingUser,
} from '#test/support/people/consenting-user.ts'
import { createPullJob } from './pull-job.ts'
import { openPull } from './pulls.ts'
import type { OnReport } from './store.ts'
import { reportPulls, reports } from './tables.ts'

let app: TestApp
let logged: string
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const bureau = sandboxCreditData('America/New_York')

/** Makes the first attempt of a user's open pull with a test bureau and report listeners. */
const tryWith = async (
  person: ConsentingUser,
  pull: CreditData['pull'],
  onReport: readonly OnReport[] = [],
  quota = '500,500',
) => {
  const { db } = app.database
  const [open] = await db
    .select()
    .from(reportPulls)
    .where(eq(reportPulls.userId, person.userId))
    .orderBy(desc(reportPulls.requestedAt))
    .limit(1)
  if (!open) throw new Error('the person has no pull')
  logged = ''
  const { enqueue } = app.app.jobs
  const creditData = { sandbox: true, order: null, steps: null, pull }
  const { reportBounds } = readConfig({ REPORT_QUOTA: quota })
  const job = createPullJob({
    db,
    keyring: app.keyring,
    creditData,
    enqueue,
    onReport,
    onPullAccepted: async () => undefined,
    reportBounds,
    storagePolicy: storeEverything,
  })
  const log = createLog('info', { write: line => (logged += line) })
  await job.run({ pullId: open.id, triesBefore: '0' }, { now: app.now(), log })
  return open.id
}
const reportsOf = ({ userId }: ConsentingUser) =>
  app.database.db.select({ id: reports.id }).from(reports).where(eq(reports.userId, userId))
const answering = (text: string) => async () => ({
  kind: 'document' as const,
  bytes: new TextEncoder().encode(text),
})

/** Makes the next thread time out immediately, as on a suspended machine. */
const readInNoTime = () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    spy.mockRestore()
    return timeout(0)
  })
}

describe('an attempt', () => {
  it('that dies between the bureau’s response and storing it is repeated, and stores one report', async () => {
    const person = await registerConsentingUser(app)
    const dying = async (request: CreditDataRequest) => {
      await bureau.pull(request, null)
      throw new Error('the process ends here')
    }
    await expect(tryWith(person, dying)).rejects.toThrow('ends here')
    expect(await reportsOf(person)).toEqual([])
    await app.work()
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('stores nothing and is retried when a listener fails', async () => {
    const person = await registerConsentingUser(app)
    const dying: OnReport = async (_tx, { userId, changed }) => {
      expect([userId, changed]).toEqual([person.userId, null])
      throw new Error('the process ends here')
    }
    await expect(tryWith(person, bureau.pull, [dying])).rejects.toThrow('ends here')
    expect(await reportsOf(person)).toEqual([])
    await app.work()
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('for an account over its quota stores nothing, with a message for the user', async () => {
    const person = await registerConsentingUser(app)
    await tryWith(person, bureau.pull, [], '0,500')
    expect(await reportsOf(person)).toEqual([])
    const [pull] = await app.database.db
      .select({ state: reportPulls.state, message: reportPulls.message })
      .from(reportPulls)
      .where(eq(reportPulls.userId, person.userId))
    expect(pull?.state).toBe('failed')
    expect(pull?.message).toContain('Ask support to make room')
  })

  it('run by two processes concurrently stores one report', async () => {
    const person = await registerConsentingUser(app)
    await Promise.all([tryWith(person, bureau.pull), tryWith(person, bureau.pull)])
    await app.work()
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('repeated after the end of its pull does nothing', async () => {
    const person = await registerConsentingUser(app, '0003')
    await tryWith(person, bureau.pull)
    await tryWith(person, bureau.pull)
    const [pull] = await app.database.db
      .select({ attempts: reportPulls.attempts, state: reportPulls.state })
      .from(reportPulls)
      .where(eq(reportPulls.userId, person.userId))
    expect(pull).toEqual({ attempts: 1, state: 'processing' })
  })

  it('sends the bureaus only the user’s own details', async () => {
    const person = await registerConsentingUser(app, '7654')
    const requests: CreditDataRequest[] = []
    await tryWith(person, async request => {
      requests.push(request)
      return { kind: 'processing' }
    })
    expect(requests).toMatchObject([
      {
        userId: person.userId,
        profile: { firstName: 'Invented', lastName: 'Person', birthDate: '1990-04-12' },
        ssn: person.ssn,
      },
    ])
  })

  it('is retried without a message when reading the document times out', async () => {
    const person = await registerConsentingUser(app)
    const pullSlowly = async (request: CreditDataRequest) => {
      const answer = await bureau.pull(request, null)
      readInNoTime()
      return answer
    }
    await inRealThreads(() => tryWith(person, pullSlowly))
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: true })
    app.pass(60_000)
    await app.work()
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('is retried without a message when the bureaus cannot be reached', async () => {
    const person = await registerConsentingUser(app)
    await tryWith(person, async () => {
      throw new ProviderFailure('credit-data', 'The bureaus do not answer.', true)
    })
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: true })
    app.pass(60_000)
    await app.work()
    expect(await reportsOf(person)).toHaveLength(1)
  })
})

describe('the last good report', () => {
  it('stays while the next is fetched, and after a failure with the reason', async () => {
    const person = await registerConsentingUser(app)
    await app.work()
    const first = await fetchAnalytics(app, person)
    app.pass(60_000)
    await openPull(app.database.db, person.userId, app.now())
    expect(await fetchAnalytics(app, person)).toEqual({
      ...first,
      isProcessing: true,
      message: 'We asked the bureaus for your report. This usually takes a few minutes.',
    })
    await tryWith(person, answering('{}'))
    const [year, month, day] = (first.report?.reportDate ?? '').split('-')
    expect(await fetchAnalytics(app, person)).toEqual({
      ...first,
      message: `The bureaus sent something that we could not read as a credit report. We will retry in a week. This is your report of ${month}/${day}/${year}.`,
    })
    app.pass(60_000)
    await openPull(app.database.db, person.userId, app.now())
    await tryWith(person, bureau.pull)
    expect(await fetchAnalytics(app, person)).toMatchObject({ isProcessing: false, message: null })
  })
})

describe('a document', () => {
  it('that is unreadable is not stored, is explained, and is logged only with the pull’s id', async () => {
    const person = await registerConsentingUser(app)
    const pullId = await tryWith(person, answering('<html>Maya Brooks 666-34-4417</html>'))
    expect(await reportsOf(person)).toEqual([])
    expect((await fetchAnalytics(app, person)).message).toBe(
      'The bureaus sent something that we could not read as a credit report. We will retry in a week.',
    )
    expect(logged).toContain(pullId)
    expect(logged).not.toMatch(/Maya|666-34|html/)
  })

  it('about another person is not stored', async () => {
    const person = await registerConsentingUser(app)
    await tryWith(person, request => bureau.pull({ ...request, ssn: '213459995' }, null))
    expect(await reportsOf(person)).toEqual([])
    expect((await fetchAnalytics(app, person)).message).toContain('does not fit your name')
  })
})
