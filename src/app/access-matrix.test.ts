import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApiScope,
  apiScopes,
  type Endpoint,
  impersonationAccess,
  type ManagerRole,
  managerRoles,
} from '#api/endpoint.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { newApiKey, newManager } from '#test/support/people/new-manager.ts'
import { endpointTable } from './api/table.ts'

/**
 * Every kind of caller's access to every endpoint must follow from the endpoint's definition alone. Writes are sent with
 * an unknown field, so that admitted callers are refused for that and nothing changes; reads are executed.
 */

type Line = { name: string; endpoint: Endpoint }
const lines: Line[] = Object.entries(endpointTable).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)
const closed = lines.filter(({ endpoint }) => endpoint.auth !== 'anyone')
const changes = closed.filter(({ endpoint }) => endpoint.method !== 'GET')

/** Two API keys, so that each endpoint is called both with its scope and without it. */
const keyScopes = {
  'costs key': ['costs:read'],
  'key without costs': apiScopes.filter(scope => scope !== 'costs:read'),
} as const satisfies Record<string, readonly ApiScope[]>
type KeyKind = keyof typeof keyScopes

type Kind =
  | 'stranger'
  | 'forged'
  | 'refresh'
  | 'user'
  | 'stale'
  | 'read'
  | 'assist'
  | ManagerRole
  | KeyKind
  | 'revoked key'
/** No token, a token that was never issued, a refresh token instead of an access token, and every kind of session. */
const nobodies: readonly Kind[] = ['stranger', 'forged', 'refresh', 'revoked key']
const kinds: readonly Kind[] = [
  ...nobodies,
  'user',
  'stale',
  'read',
  'assist',
  ...managerRoles,
  'costs key',
  'key without costs',
]

const isRole = (kind: Kind): kind is ManagerRole => managerRoles.some(role => role === kind)
const isKey = (kind: Kind): kind is KeyKind => kind in keyScopes

/** The refusal for a caller of some kind; null if it is admitted. */
const refusalFor = (
  { auth, scope, requiresRecentLogin, ...endpoint }: Endpoint,
  kind: Kind,
): string | null => {
  if (auth === 'anyone') return null
  if (nobodies.includes(kind)) return 'no_session'
  if (isKey(kind)) {
    const has: readonly ApiScope[] = keyScopes[kind]
    return scope !== undefined && has.includes(scope) ? null : 'not_allowed'
  }
  if (isRole(kind)) {
    if (auth === 'user') return 'not_allowed'
    return auth === 'manager' || auth.includes(kind) ? null : 'not_allowed'
  }
  if (auth !== 'user') return 'not_allowed'
  const opened = impersonationAccess({ auth, ...endpoint })
  if (kind === 'read' || kind === 'assist') {
    if (opened === 'never') return 'not_allowed'
    return opened === 'assist' && kind === 'read' ? 'read_only' : null
  }
  return requiresRecentLogin && kind === 'stale' ? 'sign_in_again' : null
}

const gate = ['no_session', 'not_allowed', 'read_only', 'sign_in_again', 'csrf', 'internal']

let app: TestApp
const callers = new Map<Kind, Tokens | undefined>()
beforeAll(async () => {
  app = await openApp()
  callers.set('stranger', undefined)
  callers.set('stale', await app.register())
  app.pass(6 * 60_000)
  for (const scope of ['read', 'assist'] as const) {
    const client = await app.register()
    const body = {
      phoneNumber: client.phoneNumber,
      ...(scope === 'assist' ? { reason: 'Asked for help with a letter' } : {}),
    }
    const as = await newManager(app, 'agent')
    callers.set(
      scope,
      (await app.send('POST', '/manager/user-login-as-manager', { as, body })).json<Tokens>(),
    )
  }
  for (const role of managerRoles) callers.set(role, await newManager(app, role))
  const admin = await newManager(app, 'admin')
  for (const kind of ['costs key', 'key without costs'] as const)
    callers.set(kind, await newApiKey(app, admin, keyScopes[kind]))
  const revoked = await newApiKey(app, admin, apiScopes)
  await app.send('DELETE', `/manager/api-keys/${revoked.keyId}`, { as: admin })
  callers.set('revoked key', revoked)
  const user = await app.register()
  callers.set('user', user)
  callers.set('refresh', { ...user, accessToken: user.refreshToken })
  callers.set('forged', { ...user, accessToken: 'cra_nobody' })
})
afterAll(() => app.close())

const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, '0192f0c1-0000-7000-8000-0000000000ff')

/** `admitted`, or the status and code of a refusal. */
const ask = async (endpoint: Endpoint, as: Tokens | undefined): Promise<string> => {
  const answer = await app.send(endpoint.method, pathOf(endpoint), {
    as,
    ...(endpoint.method === 'GET' ? {} : { body: { surprise: 1 } }),
  })
  const isRefusal = answer.statusCode >= 400 && String(answer.headers['content-type']).includes('json')
  const code = isRefusal ? answer.json<{ code: string }>().code : ''
  return gate.includes(code) ? `${answer.statusCode} ${code}` : 'admitted'
}

// All kinds in one test: running and reporting 2,600 tests takes a third of the time.
it.each(closed)(
  '$name admits or refuses every kind of caller as its definition says',
  async ({ endpoint }) => {
    const wrong: string[] = []
    for (const kind of kinds) {
      const refusal = refusalFor(endpoint, kind)
      const expected = refusal === null ? 'admitted' : `${refusal === 'no_session' ? 401 : 403} ${refusal}`
      const answer = await ask(endpoint, callers.get(kind))
      if (answer !== expected) wrong.push(`${kind}: ${answer}, not ${expected}`)
    }
    expect(wrong.join('; ')).toBe('')
  },
)

describe('a change requested with cookies', () => {
  const forged = [
    ['without the proof of the page', { 'sec-fetch-site': 'same-origin' }],
    ['with another proof', { 'sec-fetch-site': 'same-origin', 'x-csrf': 'A'.repeat(43) }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin', { origin: 'https://elsewhere.example' }],
  ] as const

  it.each(changes)('$name is refused when another site could have sent it', async ({ endpoint }) => {
    const name = endpoint.auth === 'user' ? 'cr_ua_3000' : 'cr_ma_3000'
    const token = callers.get(endpoint.auth === 'user' ? 'user' : 'admin')?.accessToken ?? ''
    for (const [, headers] of forged) {
      const answer = await app.send(endpoint.method, pathOf(endpoint), {
        headers: { 'x-client': 'web', cookie: `${name}=${token}`, ...headers },
        body: { surprise: 1 },
      })
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'csrf' }])
    }
  })
})

it('every denial to a known caller is in the audit log', async () => {
  const { rows } = await app.database.pool.query<{ outcome: string; count: string }>(
    "select outcome, count(*) from audit_events where act = 'denied' group by outcome",
  )
  const counted = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]))
  const known = kinds.filter(kind => !nobodies.includes(kind))
  const expected = closed.flatMap(({ endpoint }) => known.map(kind => refusalFor(endpoint, kind)))
  for (const code of ['not_allowed', 'read_only', 'sign_in_again'] as const) {
    expect(counted[code]).toBeGreaterThanOrEqual(expected.filter(one => one === code).length)
  }
  expect(counted['csrf']).toBe(4 * changes.length)
})
