import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { MANAGER_PASSWORD, newManager } from '#test/support/people/new-manager.ts'
import { statusesOf } from '#test/support/refusal.ts'
import { appOf } from '#test/support/totp.ts'

/** Concurrent requests: what may be done once is done once. */

const MINUTE = 60_000

let app: TestApp
let person: Tokens & { phoneNumber: string; userId: string }
beforeAll(async () => {
  app = await openApp()
})
beforeEach(async () => {
  app.pass(11 * MINUTE)
  person = await app.register()
})
afterAll(() => app.close())

const together = <T>(times: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(n)))
const textTo = async (phoneNumber: string) => {
  await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  return app.codeFor(phoneNumber)
}
const enrol = async (who: 'user' | 'manager', as: Tokens) => {
  const { uri } = (await app.send('POST', `/${who}/totp/start`, { as })).json<{ uri: string }>()
  const body = { code: appOf(uri)(app.now()) }
  const answers = await together(3, () => app.send('POST', `/${who}/totp`, { as, body }))
  const codes = answers.flatMap(answer => answer.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [])
  return { statuses: statusesOf(answers), codes }
}

describe('of concurrent requests', () => {
  it('only one signs in with a texted code', async () => {
    const { phoneNumber } = person
    const body = { phoneNumber, code: await textTo(phoneNumber) }
    const answers = await together(4, () => app.send('POST', '/auth/login', { body }))
    expect(statusesOf(answers)).toEqual([200, 401, 401, 401])
  })

  it.each(['user', 'manager'] as const)('only one sets up the authenticator app of a %s', async who => {
    const as = who === 'user' ? person : await newManager(app, 'agent')
    const { statuses, codes } = await enrol(who, as)
    expect(statuses).toEqual([200, 409, 409])
    expect(codes).toHaveLength(10)
  })

  it('only one uses up a recovery code of a user', async () => {
    const [totp = ''] = (await enrol('user', person)).codes
    const { phoneNumber } = person
    const code = await textTo(phoneNumber)
    const answers = await together(3, () =>
      app.send('POST', '/auth/login', { body: { phoneNumber, code, totp } }),
    )
    expect(statusesOf(answers)).toEqual([200, 401, 401])
  })

  it('only one uses up a recovery code of a manager', async () => {
    const manager = await newManager(app, 'agent')
    const [totp = ''] = (await enrol('manager', manager)).codes
    const body = { email: manager.email, password: MANAGER_PASSWORD, totp }
    const answers = await together(3, () => app.send('POST', '/manager/login', { body }))
    expect(statusesOf(answers)).toEqual([200, 401, 401])
  })

  it('all of a refresh get the same pair', async () => {
    const { refreshToken } = person
    const answers = await together(6, () => app.send('POST', '/auth/refresh', { body: { refreshToken } }))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
  })

  it('only one impersonation of a manager remains', async () => {
    const agent = await newManager(app, 'agent')
    const clients = [person, await app.register(), await app.register()]
    const answers = await together(3, n =>
      app.send('POST', '/manager/user-login-as-manager', {
        as: agent,
        body: { phoneNumber: clients[n]?.phoneNumber, reason: 'Called about a letter' },
      }),
    )
    const reads = await Promise.all(
      answers.map(answer => app.send('GET', '/user/info', { as: answer.json<Tokens>() })),
    )
    expect(statusesOf(reads)).toEqual([200, 401, 401])
  })

  it('only one closes a manager’s impersonation', async () => {
    const agent = await newManager(app, 'agent')
    const body = { phoneNumber: person.phoneNumber, reason: 'Called about a letter' }
    await app.send('POST', '/manager/user-login-as-manager', { as: agent, body })
    const answers = await together(3, () => app.send('POST', '/manager/end-client-session', { as: agent }))
    expect(statusesOf(answers)).toEqual([200, 200, 200])
    const { rows } = await app.database.pool.query(
      "select id from audit_events where act = 'client_closed' and manager_id = $1",
      [agent.managerId],
    )
    expect(rows).toHaveLength(1)
  })

  it('an impersonation opened while its manager’s session ends does not outlive it', async () => {
    const agent = await newManager(app, 'agent')
    const { phoneNumber } = person
    const [opened] = await Promise.all([
      app.send('POST', '/manager/user-login-as-manager', { as: agent, body: { phoneNumber } }),
      app.send('POST', '/manager/logout', { as: agent }),
    ])
    if (opened.statusCode === 200) {
      const read = await app.send('GET', '/user/info', { as: opened.json<Tokens>() })
      expect(read.statusCode).toBe(401)
    } else expect(opened.statusCode).toBe(401)
  })

  it('a sign-in with the old phone number does not outlive the change to a new one', async () => {
    const phoneNumber = person.phoneNumber.replace('+1213', '+1310')
    const smsCode = await textTo(phoneNumber)
    const code = await textTo(person.phoneNumber)
    const [changed, signedIn] = await Promise.all([
      app.send('PATCH', '/user/profile', { as: person, body: { phoneNumber, smsCode } }),
      app.send('POST', '/auth/login', { body: { phoneNumber: person.phoneNumber, code } }),
    ])
    expect([changed.statusCode, signedIn.statusCode]).toEqual([200, expect.toBeOneOf([200, 401, 404])])
    if (signedIn.statusCode === 200) {
      const read = await app.send('GET', '/user/info', { as: signedIn.json<Tokens>() })
      expect(read.statusCode).toBe(401)
    }
  })

  it('an account is either kept or erased', async () => {
    await app.send('DELETE', '/user', { as: person })
    app.pass(7 * 24 * 60 * MINUTE - 1_000)
    const back = await app.signIn(person.phoneNumber)
    app.pass(1_000)
    const tidyAll = async () => {
      for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
    }
    const [restored] = await Promise.all([app.send('POST', '/user/restore', { as: back }), tidyAll()])
    const read = await app.send('GET', '/user/info', { as: back })
    expect([restored.statusCode, read.statusCode]).toEqual([
      expect.any(Number),
      restored.statusCode === 200 ? 200 : 401,
    ])
  })
})
