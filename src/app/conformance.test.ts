import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiScopes, type Endpoint, impersonationAccess } from '#api/endpoint.ts'
import { endpointErrors } from '#api/openapi.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { newApiKey, newManager } from '#test/support/people/new-manager.ts'
import { endpointTable } from './api/table.ts'

/** Calls every endpoint of the table with invalid input. */

type Line = { name: string; endpoint: Endpoint }
const lines: Line[] = Object.entries(endpointTable).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)
/** A path with valid types and ids of objects that do not exist. */
const pathOf = ({ path }: Endpoint) =>
  path.replace(/:type$/, 'account').replaceAll(/:\w+/g, '0192f0c1-0000-7000-8000-0000000000ff')

let app: TestApp
let person: Tokens
let admin: Tokens
let system: Tokens
beforeAll(async () => {
  app = await openApp()
  person = await app.register()
  admin = await newManager(app, 'admin')
  system = await newApiKey(app, admin, apiScopes)
})
afterAll(() => app.close())

const call = (endpoint: Endpoint, payload: string | undefined, headers: Record<string, string>) =>
  app.app.http.inject({
    method: endpoint.method,
    url: `/api/v1${pathOf(endpoint)}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
const bearer = ({ auth }: Endpoint) => {
  // Without a role the endpoint is only for API keys.
  const { accessToken } = auth === 'anyone' || auth === 'user' ? person : auth.length === 0 ? system : admin
  return { authorization: `Bearer ${accessToken}` }
}
const json = { 'content-type': 'application/json' }

const Refused = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})

/** The status and code of a response with an error body and a message; fails for any other response. */
const refusal = (answer: { statusCode: number; json: () => unknown }) => {
  const { code, message, fields } = Refused.parse(answer.json())
  for (const sentence of [message, ...Object.values(fields ?? {})])
    expect(sentence).not.toMatch(/^(Invalid|Too|Unrecognized) |expected/)
  return [answer.statusCode, code]
}

const withBody = lines.filter(({ endpoint }) => endpoint.body && !endpoint.form && !endpoint.upload)
const withForm = lines.filter(({ endpoint }) => endpoint.form)

describe('with an invalid body', () => {
  it.each(withBody)('$name refuses', async ({ endpoint }) => {
    expect(refusal(await call(endpoint, '{"a":', { ...json, ...bearer(endpoint) }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(refusal(await call(endpoint, '[]', { ...json, ...bearer(endpoint) }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      refusal(await call(endpoint, '{"constructor":{"prototype":{}}}', { ...json, ...bearer(endpoint) })),
    ).toEqual([400, 'invalid_request'])
    expect(
      refusal(await call(endpoint, '{"__proto__":{"admin":true}}', { ...json, ...bearer(endpoint) })),
    ).toEqual([400, 'invalid_request'])
    expect(
      refusal(await call(endpoint, '{}', { 'content-type': 'text/plain', ...bearer(endpoint) })),
    ).toEqual([415, 'unsupported_type'])
    expect(
      refusal(
        await call(endpoint, JSON.stringify({ a: 'x'.repeat(300_000) }), { ...json, ...bearer(endpoint) }),
      ),
    ).toEqual([413, 'too_large'])
  })

  it.each(withBody)('$name names an unknown key', async ({ endpoint }) => {
    const answer = await call(endpoint, '{"surprise":1}', { ...json, ...bearer(endpoint) })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.json()).toMatchObject({ fields: { surprise: 'This field is not known here' } })
  })
})

describe('with an unknown query parameter', () => {
  it.each(lines.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.params))(
    '$name refuses',
    async ({ endpoint }) => {
      const { path } = endpoint
      const answer = await call({ ...endpoint, path: `${path}?surprise=1` }, undefined, bearer(endpoint))
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
      expect(answer.json()).toMatchObject({ fields: { surprise: 'This field is not known here' } })
    },
  )
})

describe('with a file', () => {
  const withFile = lines.filter(({ endpoint }) => endpoint.upload)
  it.each(withFile)('$name says what it takes instead of JSON or text', async ({ endpoint }) => {
    const isOptional = endpoint.upload?.fileOptional === true
    for (const type of ['text/xml', ...(isOptional ? [] : ['application/json'])]) {
      const answer = await call(endpoint, '{}', { 'content-type': type, ...bearer(endpoint) })
      expect(refusal(answer)).toEqual([415, 'unsupported_type'])
      expect(Refused.parse(answer.json()).message).toMatch(/^Send multipart form data/)
    }
  })
})

describe('with a form', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  // The calls above use up some endpoints' hourly limits per user.
  beforeAll(async () => {
    person = await app.register()
  })

  it.each(
    lines.filter(({ endpoint: { method, form: own, rawBody } }) => method !== 'GET' && !own && !rawBody),
  )('$name refuses it', async ({ endpoint }) => {
    expect(refusal(await call(endpoint, 'a=1', { ...form, ...bearer(endpoint) }))).toEqual([
      415,
      'unsupported_type',
    ])
  })

  const ofProviders = withForm.filter(({ endpoint }) => endpoint.path.startsWith('/webhooks/'))
  it.each(ofProviders)('$name is closed while its provider is not configured', async ({ endpoint }) => {
    expect(refusal(await call(endpoint, 'a=1', form))).toEqual([503, 'unavailable'])
  })

  it.each(withForm)('$name accepts nothing else, and no more than its limit', async ({ endpoint }) => {
    const refused = await call(endpoint, '{}', json)
    expect(refusal(refused)).toEqual([415, 'unsupported_type'])
    expect(Refused.parse(refused.json()).message).toMatch(/^Send the body as a form/)
    const large = `a=${'x'.repeat(endpoint.form?.maxBytes ?? 0)}`
    expect(refusal(await call(endpoint, large, form))).toEqual([413, 'too_large'])
  })
})

describe('with a signed body', () => {
  const withSigned = lines.filter(({ endpoint }) => endpoint.rawBody)
  it.each(withSigned)('$name is closed while its provider is not configured', async ({ endpoint }) => {
    expect(refusal(await call(endpoint, '{}', json))).toEqual([503, 'unavailable'])
  })

  it.each(withSigned)('$name accepts no more than its limit', async ({ endpoint }) => {
    const large = 'x'.repeat((endpoint.rawBody?.maxBytes ?? 0) + 1)
    expect(refusal(await call(endpoint, large, json))).toEqual([413, 'too_large'])
  })
})

describe('without a body', () => {
  const bodyless = lines.filter(
    ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.body && !endpoint.upload && !endpoint.rawBody,
  )
  it.each(bodyless)('$name refuses body fields', async ({ endpoint }) => {
    const answer = await call(endpoint, '{"surprise":1}', { ...json, ...bearer(endpoint) })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(
      refusal(await call(endpoint, '<a/>', { 'content-type': 'text/xml', ...bearer(endpoint) })),
    ).toEqual([415, 'unsupported_type'])
  })
})

describe('a path', () => {
  // The calls above use up some endpoints' hourly limits per user.
  beforeAll(async () => {
    person = await app.register()
  })

  /** Valid input for each of these, so that only the path is wrong. */
  const step =
    '{"itemId":"0192f0c1-0000-7000-8000-0000000000ff","kind":"dispute_again","bureaus":["TransUnion"]'
  const bodies: Readonly<Record<string, string>> = {
    'disputes.attest': '{"attested":true}',
    'disputes.previewFollowUp': `${step}}`,
    'disputes.createFollowUp': `${step},"attested":true}`,
    'disputes.saveDraft': '{"step":"why","items":[],"documentIds":[]}',
    'disputes.mailAgain': '{"reason":"It came back."}',
    'disputes.rewordLetter': '{"body":"Please look again."}',
    'disputes.takeBackOutcome': '{"itemId":"0192f0c1-0000-7000-8000-0000000000ff","bureau":"TransUnion"}',
    'disputes.outcome':
      '{"itemId":"0192f0c1-0000-7000-8000-0000000000ff","bureau":"TransUnion","outcome":"deleted","on":"2026-11-20"}',
    'disputes.readAnswer': '{"documentIds":["0192f0c1-0000-7000-8000-0000000000ff"]}',
    'intake.resend': '{"byText":false,"byEmail":true,"askedForText":false}',
    'clients.assign': '{"managerId":null,"expected":null}',
    'agreement.cancelOnPaper': '{"sentOn":"2026-12-01"}',
    'clients.addNote': '{"text":"Called","shared":false}',
    'clients.changeNote': '{"text":"Called","shared":false}',
    'clients.addTask':
      '{"text":"Call","dueOn":"2026-12-01","assigneeId":"0192f0c1-0000-7000-8000-0000000000ff","shared":false}',
    'sandbox.moveLetter': '{"event":"delivered"}',
    'desk.mailRound': '{"letters":1}',
    'integrations.changeTarget': '{"enabled":true}',
    'staff.setClientPlan': '{"enabled":true}',
    'staff.setDisabled': '{"disabled":true}',
  }

  it.each(lines.filter(({ endpoint }) => endpoint.params))(
    '$name does not find a missing object',
    async ({ name, endpoint }) => {
      const body = bodies[name]
      const unknown = {
        ...endpoint,
        path: `/${endpoint.path.slice(1).replace(/:type$/, 'nothing')}`,
      } as const
      expect(refusal(await call(unknown, body, { ...(body && json), ...bearer(endpoint) }))).toEqual([
        404,
        'not_found',
      ])
      const odd = { ...endpoint, path: endpoint.path.replaceAll(/:\w+/g, '%00..%2f') } as const
      expect(
        refusal(await call({ ...odd, path: `/${odd.path.slice(1)}` }, undefined, bearer(endpoint))),
      ).toEqual([404, 'not_found'])
    },
  )

  it('that is not defined is not found, as JSON', async () => {
    expect(refusal(await app.send('GET', '/admin/everything'))).toEqual([404, 'not_found'])
    expect(refusal(await app.app.http.inject('/api/v2/user/info'))).toEqual([404, 'not_found'])
  })

  const get = (url: string, accept: string | undefined) =>
    app.app.http.inject({ url, headers: accept === undefined ? {} : { accept } })

  it.each([
    ['a browser', '/disputes/new/account', 'text/html,application/xml;q=0.9,*/*;q=0.8'],
    ['a command line', '/login', '*/*'],
    ['a caller who does not say what it takes', '/login', undefined],
    ['a link preview', '/login?next=/disputes.html', 'text/*'],
  ])('of the page returns it to %s', async (_, url, accept) => {
    const [page, asked] = [await get('/', 'text/html'), await get(url, accept)]
    expect([asked.statusCode, asked.headers['content-type']]).toEqual([
      page.statusCode,
      page.headers['content-type'],
    ])
  })

  it.each([
    ['the page, for a caller who accepts only JSON', '/login', 'application/json'],
    ['the API', '/api', '*/*'],
    ['the API with an extra slash', '//api/v1/user/info', '*/*'],
    ['the API in uppercase', '/API/v1/user/info', '*/*'],
    ['the API with escapes', '/%61pi/v1/nothing', '*/*'],
    ['a file', '/robots.txt', '*/*'],
    ['a hidden file of the build', '/.vite/manifest.json', 'text/html'],
    ['an asset of an older page', '/assets/index', 'text/html'],
    ['a path with two slashes', '//etc/passwd', 'text/html'],
    ['a path with a backslash', '/login%5Cindex', 'text/html'],
    ['a path with a null character', '/login%00', 'text/html'],
  ])('of %s is not found, as JSON', async (_, url, accept) => {
    expect(refusal(await get(url, accept))).toEqual([404, 'not_found'])
  })
})

describe('every response', () => {
  it.each([
    ['/api/docs', true],
    ['/livez', true],
    ['/api/v1/user/info', false],
    ['/api/v1/nothing', false],
  ])('of %s carries the security headers', async (url, mayBeDocument) => {
    const { headers } = await app.app.http.inject({ url, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    if (mayBeDocument) {
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
      expect(headers['permissions-policy']).toContain('microphone=(self)')
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
    } else expect(headers).not.toHaveProperty('permissions-policy')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('is gzipped if it is long and the client accepts it', async () => {
    const answer = async (encoding: string) =>
      app.app.http.inject({ url: '/api/docs', headers: { 'accept-encoding': encoding } })
    const [plain, gzipped] = [await answer('identity'), await answer('gzip, br')]
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.payload)
    expect(Number(gzipped.headers['content-length'])).toBe(gzipped.rawPayload.length)
  })

  it.each(['/api/v1/user/info', '/api/v1/auth/login', '/api/v1/documents', '/'])(
    'to another site that asks first (%s) gives it nothing',
    async url => {
      const { headers, statusCode } = await app.app.http.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-csrf',
        },
      })
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
    },
  )

  it('of the API is never stored', async () => {
    const { headers } = await app.send('GET', '/user/info', { as: person })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('the OpenAPI document', () => {
  it('is served, and contains every endpoint once', async () => {
    const served = (await app.app.http.inject('/api/v1/openapi.json')).json<{
      paths: Record<string, Record<string, { operationId: string }>>
    }>()
    const names = Object.values(served.paths).flatMap(path =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(names.toSorted()).toEqual(lines.map(({ name }) => name).toSorted())
  })

  it.each(lines)('lists the errors that $name can return', ({ endpoint }) => {
    expect(endpointErrors(endpoint)).toContain('internal')
    expect(endpointErrors(endpoint).includes('no_session')).toBe(
      endpoint.auth !== 'anyone' || (endpoint.errors ?? []).includes('no_session'),
    )
    if (endpoint.method !== 'GET' && endpoint.impersonation === undefined)
      expect(impersonationAccess(endpoint)).toBe('never')
  })
})
