import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reports } from '#features/reports/server/tables.ts'
import { auditEvents, emails } from '#platform/db/tables.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { identityCallbackSignature } from '#providers/identity-check/callback.ts'
import type { IdentityCheck } from '#providers/identity-check/port.ts'
import { twilioIdentityCheck } from '#providers/identity-check/twilio-lookup.ts'
import { type FakeLookup, openFakeLookup } from '#test/fakes/fake-lookup.ts'
import { twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { confirmUser, identityConfirmation } from '#test/support/people/consenting-user.ts'
import { newManager } from '#test/support/people/new-manager.ts'
import { registrationBody } from '#test/support/people/new-user.ts'
import { refusal } from '#test/support/refusal.ts'
import { mayasDocument } from '#test/support/reports/demo-documents.ts'
import type { IdentityState, UserInfo } from '../contract.ts'
import { createIdentityCheckJob } from './identity-check.ts'
import { identityChecks } from './tables.ts'

/** Attackers who want someone else's file, and what they get. */

const secret = 'the secret that the partner shares'

let app: TestApp
let lookup: FakeLookup
beforeAll(async () => {
  app = await openApp({ env: { IDENTITY_CALLBACK_SECRETS: secret } })
  lookup = await openFakeLookup()
})
afterAll(async () => {
  await lookup.close()
  await app.close()
})

const consents = { reportAccess: true }
const stateOf = async (as: Tokens) => (await app.send('GET', '/user/identity', { as })).json<IdentityState>()
const infoOf = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const pulledReports = (userId: string) =>
  app.database.db.select({ id: reports.id }).from(reports).where(eq(reports.userId, userId))

/** Runs a user's open check with a provider other than the sandbox. */
const runCheck = async (userId: string, identityCheck: IdentityCheck) => {
  const { db } = app.database
  const [check] = await db.select().from(identityChecks).where(eq(identityChecks.userId, userId))
  const job = createIdentityCheckJob({
    db,
    keyring: app.keyring,
    identityCheck,
    confirmIdentity: identityConfirmation(app),
  })
  await job.run({ checkId: check?.id }, { now: app.now(), log: createLog('silent', process.stderr) })
}
const byPhone = () => twilioIdentityCheck({ ...twilioAccount, lookupUrl: lookup.url })

const sendResult = (
  body: { user: string; verified: boolean; evidenceId: string },
  { key = secret, sent = body, at = app.now() } = {},
) => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return app.app.http.inject({
    method: 'POST',
    url: '/api/v1/webhooks/identity',
    payload: JSON.stringify(sent),
    headers: {
      'content-type': 'application/json',
      'identity-timestamp': timestamp,
      'identity-signature': identityCallbackSignature(key, timestamp, Buffer.from(JSON.stringify(body))),
    },
  })
}

describe('an attacker who knows everything about a person but has another phone', () => {
  it('is not confirmed, gets no report pulled, and learns nothing about which detail was wrong', async () => {
    const impostor = await app.register({ firstName: 'Ruth', lastName: 'Lindqvist', consents })
    lookup.people.set(impostor.phoneNumber, {
      FirstName: 'Somebody',
      LastName: 'Else',
      AddressLine1: '1 Other Road',
      PostalCode: '90001',
      NationalId: '999999999',
      DateOfBirth: '19700101',
    })
    await runCheck(impostor.userId, byPhone())
    await app.work()
    expect(await pulledReports(impostor.userId)).toEqual([])
    const { confirmed, ways } = await stateOf(impostor)
    expect(confirmed).toBe(false)
    const [way] = ways
    expect(way).toMatchObject({ way: 'lookup', state: 'open' })
    expect(way?.message).not.toMatch(/Social Security|birth|name/)
    const admin = await newManager(app, 'admin')
    const asked = await app.send('POST', `/admin/refresh-reports/${impostor.userId}`, { as: admin })
    expect(refusal(asked)).toEqual([403, 'not_verified'])
    const analytics = (await app.send('GET', '/credit/analytics', { as: impostor })).json<object>()
    expect(analytics).toMatchObject({ fullReport: null, isProcessing: false })
  })

  it('gets three answers in 30 days', async () => {
    const impostor = await app.register({ lastName: 'Stranger', consents })
    const ask = () => app.send('POST', '/user/identity/check', { as: impostor })
    await app.work()
    for (const _again of [2, 3]) {
      expect((await ask()).statusCode).toBe(200)
      await app.work()
    }
    expect((await stateOf(impostor)).ways[0]?.state).toBe('closed')
    expect(refusal(await ask())).toEqual([429, 'too_many_tries'])
    app.pass(31 * 24 * 3_600_000)
    const again = await app.signIn(impostor.phoneNumber)
    expect((await app.send('POST', '/user/identity/check', { as: again })).statusCode).toBe(200)
  })
})

describe('an attacker who registers with a person’s Social Security number first', () => {
  const ssn = '214-77-4321'
  const register = (phoneNumber: string) => app.register({ phoneNumber, ssn })

  it('loses it to its owner, keeps the imported report, and locks nobody out', async () => {
    const squatter = await register('+12135558001')
    await app.upload('/credit/reports/import', mayasDocument, { as: squatter })
    const owner = await register('+12135558002')
    await confirmUser(app, owner.userId)
    expect(await infoOf(owner)).toMatchObject({ skippedVerification: false, identity: { source: 'staff' } })

    const { obstacle, ways } = await stateOf(squatter)
    expect(ways).toEqual([])
    expect(obstacle).toContain('could not confirm')
    await confirmUser(app, squatter.userId)
    expect((await infoOf(squatter)).skippedVerification).toBe(true)
    const shown = (await app.send('GET', '/credit/analytics', { as: squatter })).json<{
      fullReport: unknown
    }>()
    expect(shown.fullReport).not.toBeNull()
    const { db } = app.database
    const noted = await db.select().from(auditEvents).where(eq(auditEvents.userId, squatter.userId))
    expect(noted.map(({ act }) => act)).toContain('identity_displaced')
    const mailed = await db.select().from(emails).where(eq(emails.userId, squatter.userId))
    expect(mailed.map(({ kind }) => kind)).toEqual(['identity-displaced'])

    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: '+12135558003' } })
    const third = await app.send('POST', '/auth/register', {
      body: { ...registrationBody('+12135558003', ssn), smsCode: await app.codeFor('+12135558003') },
    })
    expect(refusal(third)).toEqual([422, 'cannot_verify'])
  })

  it('and the owner, concurrently: the database confirms one of them', async () => {
    const two = [
      await app.register({ phoneNumber: '+12135558011', ssn: '214-78-4321' }),
      await app.register({ phoneNumber: '+12135558012', ssn: '214-78-4321' }),
    ]
    await Promise.all(two.map(({ userId }) => confirmUser(app, userId)))
    const skipped = await Promise.all(two.map(async one => (await infoOf(one)).skippedVerification))
    expect(skipped.filter(one => one)).toHaveLength(1)
  })
})

describe('an attacker with a copied call of the partner', () => {
  it('changes nothing with another user, result, key or time, or by sending it again', async () => {
    const [user, other] = [await app.register(), await app.register()]
    const body = { user: user.userId, verified: true, evidenceId: 'check-1' }
    for (const more of [
      { sent: { ...body, user: other.userId } },
      { key: 'another secret than the partner has' },
      { at: new Date(app.now().getTime() - 301_000) },
    ]) {
      const answer = await sendResult(body, more)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not_allowed'])
    }
    expect((await infoOf(other)).identity).toBeNull()
    expect((await infoOf(user)).identity).toBeNull()

    expect((await sendResult(body)).statusCode).toBe(200)
    const { confirmedAt } = await stateOf(user)
    app.pass(60_000)
    expect((await sendResult(body)).statusCode).toBe(200)
    expect(await stateOf(user)).toMatchObject({ confirmed: true, source: 'portal', confirmedAt })

    expect((await sendResult({ ...body, verified: false, evidenceId: 'check-2' })).statusCode).toBe(200)
    expect((await sendResult(body)).statusCode).toBe(200)
    expect((await infoOf(user)).identity).toBeNull()
    const unknown = await sendResult({ ...body, user: '01990000-0000-7000-8000-00000000abcd' })
    expect(unknown.statusCode).toBe(404)
  })

  it('revokes nothing that another way confirmed', async () => {
    const user = await app.register()
    await confirmUser(app, user.userId)
    await sendResult({ user: user.userId, verified: false, evidenceId: 'check-3' })
    expect(await infoOf(user)).toMatchObject({ identity: { source: 'staff' } })
  })
})

describe('a user who changes the address during a check', () => {
  it('is not confirmed by an answer about other details', async () => {
    const user = await app.register({ consents })
    const address = { street: '9 Elm Street', city: 'Reno', state: 'NV', postal: '89501' }
    await runCheck(user.userId, {
      sandbox: false,
      check: async () => {
        const changed = await app.send('PATCH', '/user/profile', { as: user, body: { address } })
        expect(changed.statusCode).toBe(200)
        return { kind: 'match' as const }
      },
    })
    const { confirmed, ways } = await stateOf(user)
    expect([confirmed, ways[0]?.message]).toEqual([
      false,
      'Your details changed while we compared them. Start again.',
    ])
  })
})

describe('a user whose confirmation is revoked', () => {
  it('sees the imported report and no pulled one, anywhere', async () => {
    const user = await app.register({ ssn: '214-79-4321' })
    await sendResult({ user: user.userId, verified: true, evidenceId: 'check-4' })
    await app.send('POST', '/user/consents', { as: user, body: { kind: 'reportAccess', given: true } })
    await app.work()
    expect(await pulledReports(user.userId)).toHaveLength(1)
    const seen = async (path: string) => (await app.send('GET', path, { as: user })).body
    const pulled = await seen('/credit/analytics')
    expect(pulled).toContain('"origin":"sandbox"')

    await sendResult({ user: user.userId, verified: false, evidenceId: 'check-5' })
    expect(JSON.parse(await seen('/credit/analytics'))).toMatchObject({ fullReport: null, report: null })
    expect(JSON.parse(await seen('/credit/findings'))).toMatchObject({ items: [] })
    expect(await seen('/credit/history')).not.toContain('reportDate":"')
    expect(JSON.parse(await seen('/alerts'))).toMatchObject({ data: [] })
    const archive = await app.send('GET', '/user/export', { as: user })
    expect(archive.statusCode).toBe(200)
    expect(archive.rawPayload.toString('latin1')).not.toMatch(/reports\/\d/)
    const freeze = { action: 'place', bureaus: ['TransUnion'], attested: true }
    const asked = await app.send('POST', '/dispute/freeze/preview', { as: user, body: freeze })
    expect(asked.statusCode).toBe(200)
    const again = await app.send('POST', '/credit/pull', { as: user })
    expect(refusal(again)).toEqual([403, 'not_verified'])

    app.pass(60_000)
    const imported = await app.upload('/credit/reports/import', mayasDocument, { as: user })
    expect(imported.statusCode).toBe(201)
    expect(await seen('/credit/analytics')).toContain('"origin":"import"')
    const [newest] = await app.database.db
      .select({ act: auditEvents.act })
      .from(auditEvents)
      .where(eq(auditEvents.act, 'identity_withdrawn'))
      .orderBy(desc(auditEvents.at))
      .limit(1)
    expect(newest).toBeDefined()
  })
})
