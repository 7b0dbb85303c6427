import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateTotpCode } from '#features/identity/server/totp.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import {
  createTestInvitation,
  MANAGER_PASSWORD,
  newManager,
  signInManager,
} from '#test/support/people/new-manager.ts'
import { refusal, statusesOf } from '#test/support/refusal.ts'
import { invitations, managerFailureCounters } from './tables.ts'

const HOUR = 60 * 60_000
const STEP = 30_000

let app: TestApp
let strict: TestApp
beforeAll(async () => {
  app = await openApp()
  strict = await openApp({ env: { NODE_ENV: 'production', SANDBOX: 'true', SANDBOX_KEY: 'k'.repeat(32) } })
})
afterAll(() => Promise.all([app.close(), strict.close()]))

const read = (on: TestApp, token: string) => on.send('POST', '/manager/invitation', { body: { token } })
const join = (on: TestApp, token: string, more: object = {}) =>
  on.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD, ...more } })
const signIn = (on: TestApp, email: string, totp?: string) =>
  on.send('POST', '/manager/login', {
    body: { email, password: MANAGER_PASSWORD, ...(totp === undefined ? {} : { totp }) },
  })

/** The code that an app currently shows for this otpauth URI. */
const codeOf = (on: TestApp, uri: string, ms = 0) => {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return generateTotpCode(Secret.fromBase32(secret).bytes, new Date(on.now().getTime() + ms))
}

describe('the link of an invitation', () => {
  it('returns whom it is for and the secret for an authenticator app', async () => {
    const { token, email } = await createTestInvitation(app, {
      firstName: 'Noor',
      lastName: 'Haddad',
      role: 'lead',
    })
    const answer = await read(app, token)
    const { totpUri } = answer.json<{ totpUri: string }>()
    expect(totpUri).toMatch(/^otpauth:\/\/totp\/Fairfile:.*secret=[A-Z2-7]{32}/)
    expect(answer.json()).toEqual({
      email,
      firstName: 'Noor',
      lastName: 'Haddad',
      role: 'lead',
      totpUri,
      totpRequired: false,
    })
    expect((await read(app, token)).json()).toEqual(answer.json())
  })

  it('is refused with the same message when it is wrong, used, replaced or a day old', async () => {
    const used = await createTestInvitation(app)
    expect((await join(app, used.token)).statusCode).toBe(200)
    const replaced = await createTestInvitation(app)
    await createTestInvitation(app, { email: replaced.email })
    const old = await createTestInvitation(app)
    app.pass(24 * HOUR)
    const bodies = []
    for (const token of [used.token, replaced.token, old.token, `${old.token}x`, 'x']) {
      for (const answer of [await read(app, token), await join(app, token)]) {
        expect(refusal(answer)).toEqual([422, 'link_used'])
        bodies.push(answer.json<{ message: string }>().message)
      }
    }
    expect(new Set(bodies)).toEqual(new Set(['This link has been used or has expired. Ask for a new one.']))
  })

  it('is deleted a month after its end', async () => {
    const { token } = await createTestInvitation(app)
    const tokenHash = createHash('sha256').update(token).digest()
    const isStored = async () => {
      for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
      return (await app.database.db.select().from(invitations).where(eq(invitations.tokenHash, tokenHash)))
        .length
    }
    app.pass(31 * 24 * HOUR - 1)
    expect(await isStored()).toBe(1)
    app.pass(2)
    expect(await isStored()).toBe(0)
  })

  it('is valid until the last millisecond of its day', async () => {
    const { token } = await createTestInvitation(app)
    app.pass(24 * HOUR - 1)
    expect((await join(app, token)).statusCode).toBe(200)
  })

  it('admits one of two concurrent requests', async () => {
    const { token } = await createTestInvitation(app)
    const answers = await Promise.all([join(app, token), join(app, token)])
    expect(statusesOf(answers)).toEqual([200, 422])
  })

  it.each([
    ['14 characters', 'otter lantern!', 400, 'invalid_request'],
    ['the public one', 'correct-horse-battery', 422, 'weak_password'],
    ['the own name', 'Noor Haddad 2026', 422, 'weak_password'],
  ])('refuses a password of %s and stays valid', async (_name, password, status, code) => {
    const { token } = await createTestInvitation(app, { firstName: 'Noor', lastName: 'Haddad' })
    const answer = await join(app, token, { password })
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.json()).toHaveProperty('fields.password')
    expect((await join(app, token)).statusCode).toBe(200)
  })
})

describe('an authenticator app', () => {
  it('set up with the link is required at every sign-in, and each of its codes works once', async () => {
    const { token, email } = await createTestInvitation(app)
    const { totpUri } = (await read(app, token)).json<{ totpUri: string }>()
    expect(refusal(await join(app, token, { totp: codeOf(app, totpUri, 5 * STEP) }))).toEqual([
      401,
      'wrong_code',
    ])
    const first = codeOf(app, totpUri)
    const { recoveryCodes } = (await join(app, token, { totp: first })).json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(10)
    expect(refusal(await signIn(app, email))).toEqual([401, 'totp_required'])
    expect(refusal(await signIn(app, email, first))).toEqual([401, 'wrong_code'])
    app.pass(STEP)
    const next = codeOf(app, totpUri)
    const answer = await signIn(app, email, next)
    expect(answer.json()).toMatchObject({ manager: { email } })
    const as = answer.json<Tokens>()
    expect((await app.send('GET', '/manager/info', { as })).json()).toMatchObject({ totpEnabled: true })
    expect(refusal(await signIn(app, email, next))).toEqual([401, 'wrong_code'])
    for (const code of [recoveryCodes[0] ?? '', (recoveryCodes[1] ?? '').replaceAll('-', '').toUpperCase()])
      expect((await signIn(app, email, code)).statusCode).toBe(200)
    expect(refusal(await signIn(app, email, recoveryCodes[0] ?? ''))).toEqual([401, 'wrong_code'])
  })

  it('locks after wrong codes too, and the right password alone does not reset their count', async () => {
    const { token, email } = await createTestInvitation(app)
    const { totpUri } = (await read(app, token)).json<{ totpUri: string }>()
    await join(app, token, { totp: codeOf(app, totpUri) })
    app.pass(STEP)
    const wrong = codeOf(app, totpUri, 20 * STEP)
    for (const _try of [1, 2, 3, 4]) {
      expect(refusal(await signIn(app, email, wrong))).toEqual([401, 'wrong_code'])
      expect(refusal(await signIn(app, email))).toEqual([401, 'totp_required'])
    }
    expect(refusal(await signIn(app, email, wrong))).toEqual([401, 'wrong_code'])
    expect(refusal(await signIn(app, email, codeOf(app, totpUri)))).toEqual([429, 'too_many_tries'])
  })

  it('can be set up later with a right code after a recent sign-in, and switched off again', async () => {
    const as = await newManager(app, 'agent')
    const { uri } = (await app.send('POST', '/manager/totp/start', { as })).json<{ uri: string }>()
    const enable = (code: string) => app.send('POST', '/manager/totp', { as, body: { code } })
    expect(refusal(await enable(codeOf(app, uri, 9 * STEP)))).toEqual([401, 'wrong_code'])
    expect((await enable(codeOf(app, uri))).json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(
      10,
    )
    expect(refusal(await enable(codeOf(app, uri)))).toEqual([409, 'conflict'])
    expect(refusal(await app.send('POST', '/manager/totp/start', { as }))).toEqual([409, 'conflict'])
    expect(refusal(await signIn(app, as.email))).toEqual([401, 'totp_required'])
    expect((await app.send('DELETE', '/manager/totp', { as })).statusCode).toBe(200)
    expect((await signIn(app, as.email)).statusCode).toBe(200)
    expect(refusal(await app.send('DELETE', '/manager/totp', { as }))).toEqual([409, 'conflict'])
    app.pass(5 * 60_000 + 1)
    expect(refusal(await app.send('POST', '/manager/totp/start', { as }))).toEqual([403, 'sign_in_again'])
  })
})

describe('in production', () => {
  it('no manager can join or sign in without an authenticator app, or switch it off', async () => {
    const { token, email } = await createTestInvitation(strict)
    const shown = (await read(strict, token)).json<{ totpUri: string; totpRequired: boolean }>()
    expect(shown.totpRequired).toBe(true)
    expect(refusal(await join(strict, token))).toEqual([401, 'totp_required'])
    expect((await join(strict, token, { totp: codeOf(strict, shown.totpUri) })).statusCode).toBe(200)
    expect(refusal(await signIn(strict, email))).toEqual([401, 'totp_required'])
    strict.pass(STEP)
    const as = (await signIn(strict, email, codeOf(strict, shown.totpUri))).json<Tokens>()
    expect(refusal(await strict.send('DELETE', '/manager/totp', { as }))).toEqual([
      403,
      'totp_enrollment_required',
    ])
  })

  it('a manager without an app is referred to an admin, only with the right password', async () => {
    const { token, email } = await createTestInvitation(strict)
    const { totpUri } = (await read(strict, token)).json<{ totpUri: string }>()
    await join(strict, token, { totp: codeOf(strict, totpUri) })
    await strict.database.pool.query('update managers set totp_enabled_at = null')
    expect(refusal(await signIn(strict, email))).toEqual([500, 'internal'])
    const wrong = await strict.send('POST', '/manager/login', {
      body: { email, password: 'not this one at all' },
    })
    expect(refusal(wrong)).toEqual([401, 'wrong_password'])
  })
})

describe('a new invitation of an existing manager', () => {
  it('resets password, app, name and role, ends the sessions and unlocks the email address', async () => {
    const before = await newManager(app, 'agent')
    const password = 'quarry violin saffron tundra'
    const subject = app.keyring.emailIndex(before.email)
    await app.database.db.insert(managerFailureCounters).values({
      subject,
      kind: 'email',
      consecutiveFailures: 100,
      lockedUntil: new Date(app.now().getTime() + 86_400_000),
      attemptedAt: app.now(),
    })
    expect(refusal(await signIn(app, before.email))).toEqual([429, 'too_many_tries'])
    const { token, managerId } = await createTestInvitation(app, {
      email: before.email.toUpperCase(),
      firstName: 'Noora',
      role: 'auditor',
    })
    expect(managerId).toBe(before.managerId)
    expect((await app.send('GET', '/manager/info', { as: before })).statusCode).toBe(200)
    expect((await join(app, token, { password })).statusCode).toBe(200)
    expect((await app.send('GET', '/manager/info', { as: before })).statusCode).toBe(401)
    expect(refusal(await signIn(app, before.email))).toEqual([401, 'wrong_password'])
    const as = await signInManager(app, before.email, password)
    expect((await app.send('GET', '/manager/info', { as })).json()).toMatchObject({
      id: managerId,
      firstName: 'Noora',
      role: 'auditor',
    })
  })
})
