import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A small load balancer on loopback, with the defaults of real ones: it sends a request over a new connection to a server
 * that reports ready, and to another server only if the connection is refused, because then no server can have received
 * it. A later failure is returned to the caller.
 */
export type Balancer = {
  url: string
  /** Resolves when that server gets requests again. */
  untilReady: (server: string) => Promise<void>
  /** Requests that were sent to another server after a refused connection. */
  passedOn: () => number
  /** How requests without a response failed. */
  broken: () => ReadonlyMap<string, number>
  close: () => Promise<void>
}

/** The usual interval of load balancers. */
const ASK_EVERY_MS = 1_000

const isReady = async (server: string): Promise<boolean> => {
  try {
    return (await fetch(`${server}/readyz`, { headers: { connection: 'close' } })).ok
  } catch {
    return false
  }
}

/** Opens one in front of these servers. */
export const openBalancer = async (servers: readonly string[]): Promise<Balancer> => {
  const ready = new Set(servers)
  const broken = new Map<string, number>()
  const closing = new AbortController()
  let turn = 0
  let passedOn = 0

  const look = async (server: string) => {
    while (!closing.signal.aborted) {
      if (await isReady(server)) ready.add(server)
      else ready.delete(server)
      await delay(ASK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const looking = servers.map(look)

  /** Sends a request to one server; returns the failure code if there was no response. */
  const hand = (server: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) =>
    new Promise<string | null>(resolve => {
      const { method, url, headers } = incoming
      const asked = request(`${server}${url}`, {
        method,
        agent: false,
        headers: { ...headers, connection: 'close' },
      })
      asked.on('response', answer => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' })
        answer.pipe(outgoing)
        answer.on('end', () => resolve(null))
        answer.on('error', () => resolve('broken off'))
      })
      asked.on('error', error => resolve('code' in error ? String(error.code) : error.message))
      asked.end(body)
    })

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming)
    turn += 1
    const open = servers.filter(server => ready.has(server))
    const inTurn = open.map((_, index) => open[(turn + index) % open.length] ?? '')
    let failure: string | null = 'nobody is ready'
    for (const server of inTurn) {
      failure = await hand(server, incoming, body, outgoing)
      if (failure !== 'ECONNREFUSED') break
      ready.delete(server)
      passedOn += 1
    }
    if (failure === null) return
    broken.set(failure, (broken.get(failure) ?? 0) + 1)
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  }

  // The balancer never closes idle connections: a request sent at that moment would count as lost by a server.
  const http = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    untilReady: async server => {
      while (!ready.has(server)) await delay(20)
    },
    passedOn: () => passedOn,
    broken: () => broken,
    close: async () => {
      closing.abort()
      await Promise.all(looking)
      http.closeAllConnections()
      http.close()
    },
  }
}
