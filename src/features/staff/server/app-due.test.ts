import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoManager } from '#app/demo-manager.ts'
import { beginSession } from '#features/identity/server/sessions.ts'
import type { SignInProof } from '#features/identity/session-rules.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { createTestInvitation, MANAGER_PASSWORD, signInManager } from '#test/support/people/new-manager.ts'

/** Outside production, with a provider that reaches people, with the demo kept open on purpose. */

let app: TestApp
beforeAll(async () => {
  app = await openApp({
    demo: true,
    env: { CREDIT_DATA_URL: 'https://bridge.example.com/', CREDIT_DATA_TOKEN: 't'.repeat(32) },
  })
})
afterAll(() => app.close())

it('no manager can join without an authenticator app', async () => {
  const { token } = await createTestInvitation(app)
  const read = await app.send('POST', '/manager/invitation', { body: { token } })
  expect(read.json()).toMatchObject({ totpRequired: true })
  const joined = await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })
  expect(joined.json()).toMatchObject({ code: 'totp_required' })
})

it('the demo’s manager signs in by password, as the documentation says', async () => {
  await expect(signInManager(app, demoManager.email, demoManager.password)).resolves.toBeDefined()
})

it.each<[SignInProof, boolean]>([
  ['password', false],
  ['password+totp', true],
  ['password+recovery', true],
])('the database accepts a session of a manager who needs an app, by %s: %s', async (proof, taken) => {
  const owner = {
    kind: 'manager',
    managerId: '0198c0de-0000-7000-8000-000000000001',
    role: 'agent',
    appDue: true,
  } as const
  const begun = app.database.db.transaction(tx =>
    beginSession(tx, app.keyring, owner, { proof, device: 'a test', now: app.now() }),
  )
  if (taken) await expect(begun).resolves.toBeDefined()
  else await expect(begun).rejects.toMatchObject({ cause: { constraint: 'sessions_app' } })
})
