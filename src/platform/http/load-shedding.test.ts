import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { shedLoad } from './load-shedding.ts'

/** A server with some overloaded routes, and the routes for which work was done. */
const serverWith = (overloaded: readonly string[]) => {
  const http = Fastify()
  const done: string[] = []
  shedLoad(http, {
    isOverloaded: route => overloaded.includes(route),
    runForRoute: (route, act) => {
      done.push(route)
      return act()
    },
  })
  for (const url of ['/api/v1/one', '/api/v1/two/:id', '/livez']) {
    http.get(url, async () => 'served')
    http.post(url, async () => 'served')
  }
  return { http, done }
}

test('a request to an overloaded route is refused immediately with a time to retry', async () => {
  const { http, done } = serverWith(['GET /api/v1/one'])
  const answer = await http.inject('/api/v1/one')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
    503,
    '1',
    { code: 'unavailable' },
  ])
  expect(done).toEqual([])
})

test('other routes, and other methods of that route, are served', async () => {
  const { http } = serverWith(['GET /api/v1/one'])
  expect((await http.inject('/api/v1/two/7')).body).toBe('served')
  expect((await http.inject({ method: 'POST', url: '/api/v1/one' })).body).toBe('served')
})

test('database work belongs to the route by its template, before and after the body was received', async () => {
  const { http, done } = serverWith([])
  await http.inject({ method: 'POST', url: '/api/v1/two/7', payload: {} })
  expect(done).toEqual(['POST /api/v1/two/:id', 'POST /api/v1/two/:id'])
})

test('probes and unknown routes are never refused', async () => {
  const { http, done } = serverWith(['GET /livez'])
  expect((await http.inject('/livez')).body).toBe('served')
  expect((await http.inject('/api/v1/nothing')).statusCode).toBe(404)
  expect(done).toEqual([])
})
