import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createHttpServer, drainConnections, type Http } from './http-server.ts'

let server: Http
let port: number
beforeAll(async () => {
  const log = createLog('silent', process.stderr)
  server = await createHttpServer(readConfig({}), {
    log,
    metrics: createMetrics(tmpdir()),
    tracing: null,
    arrival: { withinMs: 300, lookedAtMs: 50 },
  })
  server.http.post('/echo', (request, reply) => reply.send(request.body))
  await server.http.listen({ port: 0, host: '127.0.0.1' })
  const address = server.http.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.http.close())

/** Keeps sending a little while the connection is open, and never ends it. */
const dripping = (first: string, drop: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 20)
  socket.on('close', () => clearInterval(timer))
  return socket
}

it.each([
  ['headers', 'POST /echo HTTP/1.1\r\nHost: a\r\n', 'X: y\r\n'],
  [
    'a body',
    'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"',
    'a',
  ],
  [
    'pieces of a body',
    'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n"\r\n',
    '1\r\na\r\n',
  ],
])(
  'a caller that sends %s without end gets 408, and the connection is closed',
  async (_what, first, drop) => {
    const socket = dripping(first, drop)
    let text = ''
    socket.on('data', chunk => {
      text += String(chunk)
    })
    // The server closes it, because this side never does.
    socket.on('error', () => undefined)
    await new Promise(resolve => socket.once('close', resolve))
    expect(text.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  },
)

/** A server with callers at some milliseconds after the signal to stop; returns when it stopped listening. */
const closedAt = async (minMs: number, callers: readonly number[], pollMs = 100): Promise<number> => {
  let at = 0
  const requestCount = () => callers.filter(when => when <= at).length
  const poll = async () => {
    at += pollMs
  }
  await drainConnections(requestCount, minMs, { poll, now: () => at })
  return at
}

const every = (gap: number, until: number) => Array.from({ length: until / gap }, (_, turn) => turn * gap)

it.each([
  ['there is no balancer', 0, every(50, 60_000), 0],
  ['no request arrives', 5_000, [], 5_000],
  ['the balancer notices in time', 5_000, every(50, 3_000), 5_000],
  ['the balancer notices late', 5_000, every(50, 6_000), 7_000],
  ['a request arrives now and then', 5_000, every(900, 9_000), 9_100],
  ['clients never stop', 5_000, every(50, 60_000), 15_000],
  ['a short time is set, and the balancer polls each second', 1_000, every(50, 1_000), 2_000],
])('when %s the listener is closed on time', async (_, minMs, callers, closed) => {
  expect(await closedAt(minMs, callers)).toBe(closed)
})

it('a server without CPU time for seconds makes all checks before it closes', async () => {
  expect(await closedAt(2_000, [], 900)).toBe(9_000)
  expect(await closedAt(2_000, [1_799], 900)).toBe(10_800)
  expect(await closedAt(2_000, [], 3_000)).toBe(15_000)
})
