import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openApp, type TestApp } from '#test/support/app.ts'
import { isDatabaseUnavailable } from '../db/database-failure.ts'
import { errorResponse, toAppError } from './error-handler.ts'

const portOf = ({ app: { http } }: TestApp): number => {
  const address = http.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

let app: TestApp
let port: number
beforeAll(async () => {
  app = await openApp()
  await app.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(app)
})
afterAll(() => app.close())

const Body = z.strictObject({ message: z.string(), code: z.string(), requestId: z.uuid() })

/** The server's response to bytes on a connection, until it closes it. */
const responseTo = async (bytes: string): Promise<{ status: number; head: string; body: unknown }> => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) }
}

/** A request of a client that does not accept HTML. */
const ask = (line: string) =>
  responseTo(`${line} HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nConnection: close\r\n\r\n`)

describe('an invalid request', () => {
  it.each([
    ['bytes that are no HTTP', 'GARBAGE\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths at once',
      'POST /api/v1/auth/refresh HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'too_large'],
  ])('(%s) gets the common error body', async (_name, bytes, status, code) => {
    const answer = await responseTo(bytes)
    expect([answer.status, Body.parse(answer.body).code]).toEqual([status, code])
    expect(answer.head).toContain("content-security-policy: default-src 'none'")
  })

  it.each(['/api/v1/%zz', '/%ff', '/%', `/api/v1/${'a'.repeat(5_000)}`])(
    'with odd URL %# is not found, with the security headers of JSON',
    async path => {
      const answer = await ask(`GET ${path}`)
      expect([answer.status, Body.parse(answer.body).code]).toEqual([404, 'not_found'])
      expect(answer.head).toContain("default-src 'none'; frame-ancestors 'none'")
      expect(answer.head).toContain('nosniff')
    },
  )

  it('(an id of five thousand letters) is first checked for a session, like any other', async () => {
    const answer = await ask(`GET /api/v1/dispute/${'a'.repeat(5_000)}`)
    expect([answer.status, Body.parse(answer.body).code]).toEqual([401, 'no_session'])
  })

  it.each(['//etc/passwd', '/assets/', '/..%2f..%2fpackage.json', '/%00', '/api/v1//user/info'])(
    '(%s, no file) is not found',
    async path => {
      const answer = await ask(`GET ${path}`)
      expect([answer.status, Body.parse(answer.body).code]).toEqual([404, 'not_found'])
    },
  )
})

it.each(['/api/v1/support', '/%61pi/v1/support', '/livez', '/nothing.txt'])(
  '%s is not cacheable',
  async url => {
    expect((await app.app.http.inject({ url })).headers['cache-control']).toBe('no-store')
  },
)

describe('an unreachable or overloaded database', () => {
  const failure = (more: object) => Object.assign(new Error('words with data in them'), more)
  it.each([
    ['a lock that took too long', failure({ code: '55P03' })],
    ['a statement that took too long', failure({ code: '57014' })],
    ['a server that goes down', failure({ code: '57P01' })],
    ['a connection that is refused', failure({ code: 'ECONNREFUSED' })],
    ['a socket that does not exist', failure({ code: 'ENOENT', syscall: 'connect' })],
    ['no free connection', new Error('timeout exceeded when trying to connect')],
    [
      'a connection lost in the middle of a transaction',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['a connection closed meanwhile', new Error('Client was closed and is not queryable')],
    ['a cause within', new Error('Failed query', { cause: failure({ code: '08006' }) })],
  ])('(%s) results in unavailable', (_name, error) => {
    const refusal = toAppError(error)
    expect(errorResponse(refusal, 'id')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
    expect(errorResponse(refusal, 'id').body.message).not.toContain('data')
  })

  it('is distinguished from constraint violations and our own faults', () => {
    const others = [
      failure({ code: '23505' }),
      failure({ code: 'ENOENT', syscall: 'open' }),
      new TypeError('x'),
      'text',
    ]
    expect(others.filter(isDatabaseUnavailable)).toEqual([])
  })
})

it('while the server stops, a keep-alive connection closes after its response', async () => {
  const ending = await openApp()
  await ending.app.http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(ending), '127.0.0.1')
  let text = ''
  socket.on('data', chunk => {
    text += String(chunk)
  })
  const begun = once(ending.app.http.server, 'request')
  socket.write(
    'POST /api/v1/auth/refresh HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
  )
  await begun
  ending.app.drain()
  const closed = Promise.all([ending.close(), once(socket, 'close')])
  await delay(200)
  socket.write('}')
  await closed
  expect(text).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i)
})
