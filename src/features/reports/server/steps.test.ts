import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointReply } from '#api/endpoint.ts'
import type { identity } from '#features/identity/contract.ts'
import { users } from '#features/identity/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { fetchAnalytics, registerConsentingUser } from '#test/support/people/consenting-user.ts'
import type { reports as contract } from '../contract.ts'
import { reportSteps, reports } from './tables.ts'

type Reply = EndpointReply<typeof contract.answerReportStep>

let app: TestApp
beforeAll(async () => {
  app = await openApp({ env: { IDENTITY_CHECKS: 'lookup,vendor' } })
})
afterAll(() => app.close())

let people = 0
/** A user who consented to reports and whose identity is unconfirmed. */
const registerUnconfirmed = (serial: string, reportAccess = true) => {
  people += 1
  const ssn = `215${String(people + 10)}${serial}`
  // The sandbox's own check does not confirm this last name.
  return app.register({ ssn, lastName: 'Stranger', consents: { reportAccess } })
}
const post = (as: Tokens, body: object, key?: string) =>
  app.send('POST', '/credit/report-step', { as, body, ...(key && { headers: { 'idempotency-key': key } }) })
const begin = async (as: Tokens): Promise<Reply> => (await post(as, {})).json<Reply>()
const answer = async (as: Tokens, id: string, code: string, key?: string): Promise<Reply> =>
  (await post(as, { answered: { id, answer: { type: 'code', code } } }, key)).json<Reply>()
const reportsOf = ({ userId }: { userId: string }) =>
  app.database.db.select({ id: reports.id }).from(reports).where(eq(reports.userId, userId))
const sourceOf = async ({ userId }: { userId: string }) => {
  const [user] = await app.database.db.select().from(users).where(eq(users.id, userId))
  return user?.identitySource
}

describe('a step before the identity is confirmed', () => {
  it('is not a pull, and passing it confirms the identity and starts a pull', async () => {
    const user = await registerUnconfirmed('0005')
    await app.work()
    expect(await sourceOf(user)).toBeNull()
    const { state, step } = await begin(user)
    expect(state).toBe('asked')
    expect(step).toMatchObject({ question: { type: 'code' }, triesLeft: 3 })
    await app.work()
    expect(await reportsOf(user)).toEqual([])
    const passed = await answer(user, step?.id ?? '', '246810')
    expect(passed).toMatchObject({ state: 'passed', step: null })
    expect(await sourceOf(user)).toBe('vendor')
    await app.work()
    expect(await reportsOf(user)).toHaveLength(1)
  })

  it('requires consent to pull reports, because the SSN is sent', async () => {
    const user = await registerUnconfirmed('0005', false)
    const refused = await post(user, {})
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'no_consent' })
  })
})

describe('a step as a method to confirm the identity', () => {
  let unnamed: TestApp
  beforeAll(async () => {
    unnamed = await openApp()
  })
  afterAll(() => unnamed.close())

  const wayOf = async (at: TestApp, as: Tokens) => {
    const { ways } = (await at.send('GET', '/user/identity', { as })).json<
      EndpointReply<typeof identity.identityState>
    >()
    return ways.find(({ way }) => way === 'vendor') ?? null
  }
  const isOffered = async (at: TestApp, as: Tokens) =>
    (await at.send('GET', '/credit/report-step', { as })).json<EndpointReply<typeof contract.reportStep>>()
      .offered

  it('is offered if configured, to users who consented to reports, until it confirms', async () => {
    expect(await wayOf(app, await registerUnconfirmed('0005', false))).toMatchObject({ state: 'closed' })
    const user = await registerUnconfirmed('0005')
    expect(await wayOf(app, user)).toEqual({ way: 'vendor', state: 'open', message: null })
    expect(await isOffered(app, user)).toBe(true)
    const { step } = await begin(user)
    expect((await answer(user, step?.id ?? '', '246810')).state).toBe('passed')
    expect(await isOffered(app, user)).toBe(false)
  })

  it('is neither offered nor started if not configured', async () => {
    const user = await unnamed.register({
      ssn: '215890005',
      lastName: 'Stranger',
      consents: { reportAccess: true },
    })
    expect(await wayOf(unnamed, user)).toBeNull()
    expect(await isOffered(unnamed, user)).toBe(false)
    const refused = await unnamed.send('POST', '/credit/report-step', { as: user, body: {} })
    expect(refused.json()).toMatchObject({ code: 'step_not_open' })
  })

  it('does not confirm the identity if not configured, when a pull required it', async () => {
    const user = await registerConsentingUser(unnamed, '0006')
    await unnamed.work()
    const { db } = unnamed.database
    // Revoked while the step waits.
    const nothing = { identitySource: null, identityConfirmedAt: null, identityEvidenceId: null }
    await db.update(users).set(nothing).where(eq(users.id, user.userId))
    const { step } = (await unnamed.send('GET', '/credit/report-step', { as: user })).json<
      EndpointReply<typeof contract.reportStep>
    >()
    const answered = {
      id: step?.id,
      answer: { type: 'quiz', choices: { street: 'none', lender: 'none' } },
    }
    const passed = await unnamed.send('POST', '/credit/report-step', { as: user, body: { answered } })
    expect(passed.json<Reply>().state).toBe('passed')
    const [after] = await db.select().from(users).where(eq(users.id, user.userId))
    expect(after?.identitySource).toBeNull()
  })
})

describe('a step instead of a report', () => {
  it('waits for the user, who is notified, and the report follows the answer', async () => {
    const user = await registerConsentingUser(app, '0006')
    await app.work()
    expect((await fetchAnalytics(app, user)).message).toContain('Answer it in Overview')
    expect(await reportsOf(user)).toEqual([])
    const as = await app.signIn(user.phoneNumber)
    const { offered, step } = (await app.send('GET', '/credit/report-step', { as })).json<
      EndpointReply<typeof contract.reportStep>
    >()
    expect({ offered, type: step?.question.type }).toEqual({ offered: true, type: 'quiz' })
    const body = { id: step?.id, answer: { type: 'quiz', choices: { street: 'none', lender: 'none' } } }
    expect((await post(as, { answered: body })).json<Reply>().state).toBe('passed')
    await app.work()
    expect(await reportsOf(user)).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('that is wrong is allowed three times, and never proves anything', async () => {
    const user = await registerUnconfirmed('0005')
    const { step } = await begin(user)
    const id = step?.id ?? ''
    expect(await answer(user, id, '000001')).toMatchObject({ state: 'again', step: { triesLeft: 2 } })
    expect(await answer(user, id, '000002')).toMatchObject({ state: 'again', step: { triesLeft: 1 } })
    expect(await answer(user, id, '000003')).toMatchObject({ state: 'failed', step: null })
    expect(
      (await post(user, { answered: { id, answer: { type: 'code', code: '246810' } } })).json(),
    ).toMatchObject({
      code: 'step_not_open',
    })
    expect(await sourceOf(user)).toBeNull()
  })

  it('sent twice counts once', async () => {
    const user = await registerUnconfirmed('0005')
    const { step } = await begin(user)
    const id = step?.id ?? ''
    const first = await answer(user, id, '000001', 'key-1')
    expect(await answer(user, id, '000001', 'key-1')).toEqual(first)
    expect(first.step?.triesLeft).toBe(2)
  })

  it('that is too late is not evaluated', async () => {
    const user = await registerUnconfirmed('0005')
    const { step } = await begin(user)
    app.pass(11 * 60_000)
    const as = await app.signIn(user.phoneNumber)
    expect(await answer(as, step?.id ?? '', '246810')).toMatchObject({ code: 'step_not_open' })
  })

  it("to another user's step is refused", async () => {
    const [one, other] = [await registerUnconfirmed('0005'), await registerUnconfirmed('0005')]
    const { step } = await begin(one)
    await begin(other)
    expect(await answer(other, step?.id ?? '', '246810')).toMatchObject({ code: 'step_not_open' })
    expect(await sourceOf(one)).toBeNull()
  })
})

it('a question is stored encrypted, and deleted with its answer', async () => {
  const user = await registerUnconfirmed('0006')
  const { step } = await begin(user)
  const find = () => app.database.db.select().from(reportSteps).where(eq(reportSteps.userId, user.userId))
  const [open] = await find()
  expect(open?.content.toString('latin1')).not.toContain('Larkspur')
  await post(user, {
    answered: { id: step?.id, answer: { type: 'quiz', choices: { street: 'none', lender: 'none' } } },
  })
  const [passed] = await find()
  expect(passed?.state).toBe('passed')
  expect(passed?.content.length).toBeLessThan((open?.content.length ?? 0) / 2)
})
