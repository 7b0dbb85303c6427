import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { mismoOrders } from '#providers/credit-data/mismo-order.ts'
import { type CreditData, storeEverything } from '#providers/credit-data/port.ts'
import { type FakeMismo, openFakeMismo } from '#test/fakes/fake-mismo.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { createPullJob } from './pull-job.ts'
import { reportPulls, reports } from './tables.ts'

let app: TestApp
let service: FakeMismo
beforeAll(async () => {
  ;[app, service] = await Promise.all([openApp(), openFakeMismo()])
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(() => {
  service.actions.length = 0
  service.polls = 1
  service.misbehave(null)
})

const timing = { pollEveryMs: 5, pollForMs: 10, timeoutMs: 2_000 }
const adapter = () => mismoOrders({ ...service, surrogatedLogin: null, timing })
const submits = () => service.actions.filter(({ action }) => action === 'Submit').length

/** A user with an open pull, and a way to make its attempts. */
const pulling = async () => {
  const { userId } = await registerConsentingUser(app, '4321')
  const { db } = app.database
  const mine = eq(reportPulls.userId, userId)
  const find = async () => {
    const [pull] = await db.select().from(reportPulls).where(mine).orderBy(desc(reportPulls.requestedAt))
    if (!pull) throw new Error('the user has no pull')
    return pull
  }
  const { id: pullId } = await find()
  let logged = ''
  const accepted: string[] = []
  const log = createLog('info', { write: line => (logged += line) })
  return {
    find,
    /** The pulls reported as accepted, once per report. */
    accepted,
    logged: () => logged,
    attempt: async (creditData: CreditData = adapter()) => {
      const deps = {
        db,
        keyring: app.keyring,
        creditData,
        enqueue: app.app.jobs.enqueue,
        onReport: [],
        onPullAccepted: async (_: Database, pull: { pullId: string }) => {
          accepted.push(pull.pullId)
        },
        reportBounds: readConfig({}).reportBounds,
        storagePolicy: storeEverything,
      }
      const { attempts } = await find()
      const job = createPullJob(deps)
      await job.run({ pullId, triesBefore: String(attempts) }, { now: app.now(), log })
      return find()
    },
    reports: () => db.select({ id: reports.id }).from(reports).where(eq(reports.userId, userId)),
  }
}

it('a report is ordered once across attempts', async () => {
  const { attempt, accepted, reports: stored } = await pulling()
  service.polls = 1_000
  const waiting = await attempt()
  expect(waiting.state).toBe('processing')
  expect(accepted).toEqual([waiting.id])
  expect(waiting.orderNumber?.toString('latin1')).not.toContain(service.actions[0]?.order)
  service.polls = 1
  expect(await attempt()).toMatchObject({ state: 'received' })
  expect(await stored()).toHaveLength(1)
  expect(submits()).toBe(1)
})

it('an order whose response is lost is not repeated: the pull ends, and the operator is alerted', async () => {
  const { attempt, accepted, logged } = await pulling()
  service.misbehave(response => response.destroy(), true)
  const ended = await attempt()
  expect(ended).toMatchObject({ state: 'failed' })
  expect(ended.message).toContain('never ask twice')
  expect(logged()).toContain('nobody knows whether a report was ordered')
  expect(logged()).toContain(ended.id)
  service.misbehave(null)
  await attempt()
  expect(submits()).toBe(1)
  expect(accepted).toEqual([])
})

it('an order is not repeated after a process died while ordering', async () => {
  const { attempt } = await pulling()
  const dying: CreditData = {
    ...adapter(),
    order: async request => {
      await adapter().order?.(request)
      throw new Error('the process ends here')
    },
  }
  await expect(attempt(dying)).rejects.toThrow('ends here')
  expect(await attempt()).toMatchObject({ state: 'processing' })
  app.pass(10 * 60_000)
  expect(await attempt()).toMatchObject({ state: 'failed' })
  expect(submits()).toBe(1)
})

it('an order that was surely not accepted is repeated by the next attempt', async () => {
  const { attempt } = await pulling()
  service.misbehave(response => response.writeHead(429).end())
  expect(await attempt()).toMatchObject({ state: 'processing', orderBegunAt: null })
  service.misbehave(null)
  expect(await attempt()).toMatchObject({ state: 'received' })
  expect(submits()).toBe(1)
})

it('a refused login holds the pull and orders nothing', async () => {
  const { attempt, find } = await pulling()
  const wrong = mismoOrders({ ...service, password: 'another', surrogatedLogin: null, timing })
  await attempt(wrong)
  expect(await find()).toMatchObject({ state: 'held', orderBegunAt: null, orderNumber: null })
})
