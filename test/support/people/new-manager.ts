import type { ApiScope, ManagerRole } from '#api/endpoint.ts'
import { createInvitation, type NewInvitation } from '#features/staff/server/invitations.ts'
import type { TestApp, Tokens } from '../app.ts'

/** Managers for tests: each joins through an invitation, like real ones. */

export const MANAGER_PASSWORD = 'otter lantern gravel piano'

let managers = 0

/** An invitation as created on the command line. */
export const createTestInvitation = async (
  app: TestApp,
  own: Partial<Omit<NewInvitation, 'now'>> = {},
): Promise<{ token: string; managerId: string; email: string }> => {
  managers += 1
  const manager = {
    email: `manager.${managers}@staff.example`,
    firstName: 'Noor',
    lastName: `Haddad ${managers}`,
    role: 'agent' as const satisfies ManagerRole,
    invitedBy: null,
    ...own,
  }
  const made = await app.database.db.transaction(tx =>
    createInvitation(tx, app.keyring, { ...manager, now: app.now() }),
  )
  return { ...made, email: manager.email }
}

/** Signs a manager in by password. */
export const signInManager = async (
  app: TestApp,
  email: string,
  password = MANAGER_PASSWORD,
): Promise<Tokens> => {
  const answer = await app.send('POST', '/manager/login', { body: { email, password } })
  if (answer.statusCode !== 200) throw new Error(`not signed in: ${answer.body}`)
  const { accessToken, refreshToken } = answer.json<Tokens>()
  return { accessToken, refreshToken }
}

export type NewManager = Tokens & { managerId: string; email: string }

/** A manager of a role who joined and signed in. */
export const newManager = async (
  app: TestApp,
  role: ManagerRole,
  own: Partial<Omit<NewInvitation, 'now' | 'role'>> = {},
): Promise<NewManager> => {
  const { token, managerId, email } = await createTestInvitation(app, { role, ...own })
  const joined = await app.send('POST', '/manager/join', { body: { token, password: MANAGER_PASSWORD } })
  if (joined.statusCode !== 200) throw new Error(`not joined: ${joined.body}`)
  return { ...(await signInManager(app, email)), managerId, email }
}

/** An API key with these scopes, created by an admin. */
export const newApiKey = async (
  app: TestApp,
  admin: Tokens,
  scopes: readonly ApiScope[],
  days: 30 | 90 | 365 | null = null,
): Promise<Tokens & { keyId: string }> => {
  const body = { name: 'CRM', scopes, days }
  const made = await app.send('POST', '/manager/api-keys', { as: admin, body })
  if (made.statusCode !== 201) throw new Error(`no key was made: ${made.body}`)
  const { key, secret } = made.json<{ key: { id: string }; secret: string }>()
  return { accessToken: secret, refreshToken: '', keyId: key.id }
}
