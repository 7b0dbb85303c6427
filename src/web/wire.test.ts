import { expect, it } from 'vitest'
import type { Area, Endpoint } from '#api/endpoint.ts'
import { table } from '#app/api/table.ts'
import { isCalledByPage, wireOf } from './wire.ts'

const areas: readonly Area[] = Object.values(table)
const lines: readonly Endpoint[] = areas.flatMap(area => Object.values(area))
const sidesAt = (asked: string) => {
  const line = lines.find(({ method, path }) => `${method} ${path}` === asked)
  return line && wireOf(line)[2]
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
  ['POST /manager/join', '-m'],
])('%s is of the side %s', (asked, sides) => {
  expect(sidesAt(asked)).toBe(sides)
})

it('brings of every endpoint the credential that the server reads', () => {
  for (const line of lines) {
    const read = line.who === 'user' ? 'u' : line.who === 'anyone' ? '-' : 'm'
    expect(wireOf(line)[2].slice(0, 1), `${line.method} ${line.path}`).toBe(read)
  }
})

it('leaves out what the page never calls', () => {
  const others = lines.filter(line => !isCalledByPage(line)).map(({ path }) => path)
  expect(others).toEqual(expect.arrayContaining(['/webhooks/twilio', '/unsubscribe']))
  expect(others).not.toContain('/alerts/unsubscribe')
})

it('brings words for a failure without any, so that no person reads a bare status', () => {
  const wordless = lines.filter(line => isCalledByPage(line) && line.fallback === undefined)
  expect(wordless.map(({ path }) => path)).toEqual(['/webhooks/lob'])
})

it('carries no more than what stands on the line', () => {
  expect(wireOf(table.staff.signOut)).toEqual(['POST', '/manager/logout', 'm', 'Logout failed'])
  expect(wireOf(table.reports.importFile).slice(3)).toEqual([expect.any(String), 'file'])
})
