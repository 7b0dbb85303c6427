import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { newManager, signInManager } from '#test/support/people/new-manager.ts'
import { appOf } from '#test/support/totp.ts'

/** Switching an authenticator app on and off ends sessions begun without it, and is emailed to the owner. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const start = async (who: 'user' | 'manager', as: Tokens) => {
  const { uri } = (await app.send('POST', `/${who}/totp/start`, { as })).json<{ uri: string }>()
  const body = { code: appOf(uri)(app.now()) }
  expect((await app.send('POST', `/${who}/totp`, { as, body })).statusCode).toBe(200)
}
const stands = async (who: 'user' | 'manager', as: Tokens) =>
  (await app.send('GET', `/${who}/info`, { as })).statusCode === 200

describe('an authenticator app', () => {
  it('of a user ends every other session when it is switched on or off, and the user is emailed', async () => {
    const email = 'factor@mail.example'
    const person = await app.register({ email })
    const other = await app.signIn(person.phoneNumber)
    await start('user', person)
    expect([await stands('user', person), await stands('user', other)]).toEqual([true, false])
    const [on] = await mailTo(app, email)
    expect(on?.subject).toBe('Your Fairfile authenticator app was set up')
    expect(on?.body).toContain('signed out')
    expect((await app.send('DELETE', '/user/totp', { as: person })).statusCode).toBe(200)
    expect(await stands('user', person)).toBe(true)
    expect((await mailTo(app, email))[0]?.subject).toBe('Your Fairfile authenticator app was switched off')
  })

  it('of a manager ends every other session when it is switched on or off', async () => {
    const manager = await newManager(app, 'agent')
    const other = await signInManager(app, manager.email)
    await start('manager', manager)
    expect([await stands('manager', manager), await stands('manager', other)]).toEqual([true, false])
  })
})
