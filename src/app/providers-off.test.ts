import { eq } from 'drizzle-orm'
import { NIL } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#api/endpoint.ts'
import { holdPull, openPull } from '#features/reports/server/pulls.ts'
import { pullReport } from '#features/reports/server/refresh.ts'
import { reportPulls } from '#features/reports/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { webm } from '#test/support/files/recordings.ts'
import { type NewManager, newManager } from '#test/support/people/new-manager.ts'
import { endpointTable } from './api/table.ts'

/** One server with every optional provider disabled, tested endpoint by endpoint. */

const lines = Object.entries(endpointTable).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

let app: TestApp
let maya: Tokens
let admin: NewManager
let newcomer: Awaited<ReturnType<TestApp['register']>>
beforeAll(async () => {
  app = await openApp({
    demo: true,
    env: { PROVIDERS_OFF: 'portal,credit-data,tradelines,voice,mailing' },
  })
  maya = await app.signIn('+12025550143')
  admin = await newManager(app, 'admin')
  newcomer = await app.register({ consents: { reportAccess: true } })
})
afterAll(() => app.close())

describe('every endpoint', () => {
  let user: Tokens
  let manager: Tokens
  beforeAll(async () => {
    // Some of these calls end the session.
    user = await app.register()
    manager = await newManager(app, 'admin')
  })
  it.each(lines)('$name returns no unexpected error', async ({ endpoint: { method, path, auth, body } }) => {
    const as = auth === 'anyone' || auth === 'user' ? user : manager
    const answer = await app.send(
      method,
      path.replace(/:type$/, 'account').replaceAll(/:\w+/g, '0192f0c1-0000-7000-8000-0000000000ff'),
      { as, ...(body && { body: {} }) },
    )
    if (answer.statusCode === 503) expect(answer.json()).toMatchObject({ code: 'unavailable' })
    else expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('a disabled provider', () => {
  const noPortal = 'There is no monitoring portal here.'
  const noPulls = 'No credit data provider is set up here, so no report is fetched.'
  const noTradelines = 'Tradelines are not offered here.'
  const goal = { desiredAverageAge: 8, desiredExtraLimit: 5000 }
  it.each<[string, () => ReturnType<TestApp['send']>, string]>([
    ['the portal', () => app.send('POST', '/user/portal-link', { as: maya }), noPortal],
    [
      'links to the portal by staff',
      () => app.send('GET', `/manager/identityiq-link/${newcomer.userId}`, { as: admin }),
      noPortal,
    ],
    ['pulls of all who are due', () => app.send('POST', '/admin/refresh-reports', { as: admin }), noPulls],
    [
      'a pull of one user',
      () => app.send('POST', `/admin/refresh-reports/${newcomer.userId}`, { as: admin }),
      noPulls,
    ],
    ['advice', () => app.send('POST', '/tradelines/advice', { as: maya, body: goal }), noTradelines],
    ['lines on offer', () => app.send('GET', '/tradelines/inventory', { as: maya }), noTradelines],
    ['lines for staff', () => app.send('GET', '/manager/tradelines', { as: admin }), noTradelines],
    ['the sync of lines', () => app.send('POST', '/tradelines/sync', { as: admin }), noTradelines],
    ['a list by file', () => app.upload('/tradelines/sync/file', 'name\nA', { as: admin }), noTradelines],
    [
      'mailing',
      () => app.send('POST', `/dispute/${NIL}/send-physical`, { as: maya, body: {} }),
      'Letters are not mailed from here. Download the letter as a PDF and mail it yourself.',
    ],
  ])('%s reports it', async (_what, ask, message) => {
    const answer = await ask()
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'unavailable', message }])
  })

  it('is not logged as a failure', () => {
    expect(app.logged()).not.toContain('request failed')
  })

  it('a recording is refused, and a typed question is answered', async () => {
    const path = '/credit/voice-helper'
    const spoken = await app.sendForm(path, [{ name: 'audio', file: webm(3), type: 'audio/webm' }], {
      as: maya,
    })
    expect([spoken.statusCode, spoken.json()]).toMatchObject([422, { code: 'no_transcription' }])
    expect(
      (await app.send('POST', path, { as: maya, body: { question: 'What is my score?' } })).statusCode,
    ).toBe(200)
  })

  it('nobody is asked to agree to it, and an earlier consent can be withdrawn', async () => {
    const kinds = async (as: Tokens) =>
      (await app.send('GET', '/user/consents', { as }))
        .json<{ data: { kind: string }[] }>()
        .data.map(({ kind }) => kind)
    expect(await kinds(await app.register({ consents: {} }))).toEqual(['sms', 'email', 'terms'])
    expect(await kinds(newcomer)).toEqual(['reportAccess', 'sms', 'email', 'terms'])
  })

  it('reads still work: tradeline requests, letters, the report', async () => {
    for (const path of ['/tradelines/requested', '/dispute', '/credit/analytics', '/user/info'])
      expect((await app.send('GET', path, { as: maya })).statusCode).toBe(200)
  })
})

describe('background work', () => {
  const pullOf = async (pullId: string) => {
    const [pull] = await app.database.db.select().from(reportPulls).where(eq(reportPulls.id, pullId))
    return pull
  }
  const failed = {
    state: 'failed',
    message: 'Credit reports are no longer fetched here. Import your own report.',
  }

  const resume = {
    name: 'reports.resume',
    payload: z.strictObject({}),
    retry: { times: 0, firstSeconds: 1, longestSeconds: 1 },
    limitSeconds: 300,
  }

  it('pulls nothing, even for users who agreed', async () => {
    app.pass(40 * 86_400_000)
    await app.work()
    expect(
      await app.database.db.select().from(reportPulls).where(eq(reportPulls.userId, newcomer.userId)),
    ).toEqual([])
  })

  it('ends the pulls that were open or held when credit data was turned off', async () => {
    const agreed = { consents: { reportAccess: true } }
    const [open, held] = [await app.register(agreed), await app.register(agreed)]
    const { db } = app.database
    const [openId, heldId] = await db.transaction(async tx => {
      const ids = [await openPull(tx, open.userId, app.now()), await openPull(tx, held.userId, app.now())]
      for (const id of ids) await app.app.jobs.enqueue(tx, pullReport, { pullId: id ?? '', triesBefore: '0' })
      await holdPull(tx, { pullId: ids[1] ?? '', triesBefore: 0 })
      return ids
    })
    await app.work()
    // Runs the job that retries held pulls.
    await db.transaction(tx => app.app.jobs.enqueue(tx, resume, {}))
    await app.work()
    expect(await pullOf(openId ?? '')).toMatchObject(failed)
    expect(await pullOf(heldId ?? '')).toMatchObject(failed)
  })

  it('leaves nothing in the queue, logs no error and counts no call of a provider', async () => {
    const before = app.logged().length
    app.pass(86_400_000)
    await app.work()
    expect(await app.app.jobs.queueDepths()).toEqual([])
    expect(app.logged().slice(before)).not.toMatch(/"level":50/)
    const counted = await app.app.metrics.registry.metrics()
    expect(counted).not.toMatch(/provider="(letters|portal|credit-data|tradeline-feed|language)"/)
    expect(counted).toMatch(/provider="email"/)
    expect(counted).toContain('mail_outcome_unknown 0')
  })
})

it('the server is ready', async () => {
  expect((await app.app.http.inject('/readyz')).statusCode).toBe(200)
  // Texts and email are still sandboxes, and nothing is real.
  expect((await app.send('GET', '/sandbox/state')).json()).toEqual({ active: true, whole: true })
})
