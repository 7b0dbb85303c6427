import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint, EndpointGroup } from '#api/endpoint.ts'
import { endpointTable } from '#app/api/table.ts'
import { isCalledByPage, manifestEntry } from './endpoint-manifest.ts'

const areas: readonly EndpointGroup[] = Object.values(endpointTable)
const lines: readonly Endpoint[] = areas.flatMap(area => Object.values(area))
const sessionsOf = (route: string) => {
  const line = lines.find(({ method, path }) => `${method} ${path}` === route)
  return line && manifestEntry(line)[2]
}

it.each([
  ['GET /user/info', 'u'],
  ['GET /manager/info', 'm'],
  ['GET /manager/clients', 'm'],
  ['POST /manager/toggle-max-plan/:clientId', 'm'],
  ['POST /manager/end-client-session', 'm'],
  ['POST /manager/user-login-as-manager', 'mu'],
  ['POST /auth/login', '-u'],
  ['POST /auth/refresh', '-u'],
  ['POST /manager/login', '-m'],
  ['POST /manager/refresh', '-m'],
  ['POST /manager/join', '-'],
  ['GET /support', '-'],
])('%s uses the session %s', (route, sides) => {
  expect(sessionsOf(route)).toBe(sides)
})

it('contains for every endpoint the credential that the server reads', () => {
  for (const line of lines) {
    const read = line.auth === 'user' ? 'u' : line.auth === 'anyone' ? '-' : 'm'
    expect(manifestEntry(line)[2].slice(0, 1), `${line.method} ${line.path}`).toBe(read)
  }
})

it('contains the session of exactly the endpoints that respond with tokens', () => {
  const hasTokens = ({ reply }: Endpoint) => reply instanceof z.ZodObject && 'accessToken' in reply.shape
  expect(lines.filter(line => line.session !== undefined)).toEqual(lines.filter(hasTokens))
})

it('leaves out what the page never calls', () => {
  const others = lines.filter(line => !isCalledByPage(line)).map(({ path }) => path)
  expect(others).toEqual(
    expect.arrayContaining(['/webhooks/twilio', '/webhooks/lob', '/webhooks/identity', '/unsubscribe']),
  )
  expect(others).not.toContain('/alerts/unsubscribe')
})

it('has a fallback message for every endpoint that the page calls', () => {
  const wordless = lines.filter(({ form, reply, fallback }) => !form && reply !== 'raw' && !fallback)
  expect(wordless.filter(({ path }) => !path.startsWith('/webhooks/'))).toEqual([])
})

it('contains only what the endpoint defines', () => {
  expect(manifestEntry(endpointTable.staff.signOut)).toEqual([
    'POST',
    '/manager/logout',
    'm',
    'Logout failed',
  ])
  expect(manifestEntry(endpointTable.reports.importFile).slice(3)).toEqual([expect.any(String), 'file'])
})
