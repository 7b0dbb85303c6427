import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/**
 * Shares the database connections among routes: no route holds more than its share, so that a flood of one
 * leaves connections for the others. Requests over the share wait in a queue per route; the waiting time
 * decides whether more are accepted. Jobs and probes belong to no route and are not counted.
 */

type Connected<C> = (
  error: Error | undefined,
  client: C | undefined,
  release: (error?: unknown) => void,
) => void
type Waiting = { since: number; begin: () => void }
type Share = {
  held: number
  waiting: Set<Waiting>
  overloaded: boolean
  /** The shortest wait since then. */
  shortest: number
  since: number
}

const SAMPLE_MS = 250
const LONG_MS = 100
const HELD_MS = 50
/** When nothing progresses at all, as without a database. */
const STUCK_MS = 1_000
/** The same limit as in the pool (`database.ts`). */
const TIMEOUT_MS = 2_000

/** The shares of a pool's routes; `connect` takes a connection from the pool. */
export const createRouteShares = <C extends object>(
  perRoute: number,
  connect: (connected: Connected<C>) => void,
  onWait: (ms: number) => void,
) => {
  const routes = new AsyncLocalStorage<string>()
  const shares = new Map<string, Share>()
  const holders = new WeakMap<object, string>()

  const shareOf = (route: string): Share => {
    const known = shares.get(route)
    if (known) return known
    const share: Share = {
      held: 0,
      waiting: new Set(),
      overloaded: false,
      shortest: Number.POSITIVE_INFINITY,
      since: performance.now(),
    }
    shares.set(route, share)
    return share
  }
  /** Records a waiting time. */
  const recordWait = (share: Share, wait: number) => {
    const now = performance.now()
    share.shortest = Math.min(share.shortest, wait)
    if (wait === 0) share.overloaded = false
    if (now - share.since < SAMPLE_MS) return
    share.overloaded = share.overloaded || share.shortest >= LONG_MS
    share.shortest = Number.POSITIVE_INFINITY
    share.since = now
  }
  const returnShare = (route: string) => {
    const share = shareOf(route)
    const [next] = share.waiting
    if (next) {
      share.waiting.delete(next)
      recordWait(share, performance.now() - next.since)
      // After the connection is back in the pool, so that it is reused.
      queueMicrotask(next.begin)
      return
    }
    share.held -= 1
    if (share.held === 0) shares.delete(route)
  }
  const begin = (route: string, since: number, connected: Connected<C>) =>
    connect((error, client, release) => {
      onWait(performance.now() - since)
      if (client) holders.set(client, route)
      else returnShare(route)
      connected(error, client, release)
    })
  const queue = (route: string, share: Share, since: number, connected: Connected<C>) => {
    const waiting: Waiting = {
      since,
      begin: () => {
        clearTimeout(timer)
        begin(route, since, connected)
      },
    }
    const timer = setTimeout(() => {
      share.waiting.delete(waiting)
      // The message of the pool itself, which is recognized as overload (`database-failure.ts`).
      connected(new Error('timeout exceeded when trying to connect'), undefined, () => undefined)
    }, TIMEOUT_MS)
    share.waiting.add(waiting)
  }

  return {
    runForRoute: <T>(route: string, act: () => T): T => routes.run(route, act),
    /**
     * Whether every request of the route that waited within a 250 ms interval waited for more than 100 ms; lasts until
     * none waits. A short burst or a brief stall does not count (the standing queue of CoDel, RFC 8289 section 3.1).
     * While overloaded, only so many are admitted that the next one waits half as long.
     */
    isOverloaded: (route: string): boolean => {
      const share = shares.get(route)
      const [next] = share?.waiting ?? []
      if (!share || !next) return false
      return performance.now() - next.since >= (share.overloaded ? HELD_MS : STUCK_MS)
    },
    connect: (connected: Connected<C>): void => {
      const since = performance.now()
      const route = routes.getStore()
      if (route === undefined) {
        connect((error, client, release) => {
          onWait(performance.now() - since)
          connected(error, client, release)
        })
        return
      }
      const share = shareOf(route)
      if (share.held >= perRoute) return queue(route, share, since, connected)
      share.held += 1
      recordWait(share, 0)
      begin(route, since, connected)
    },
    released: (client: C): void => {
      const route = holders.get(client)
      if (route === undefined) return
      holders.delete(client)
      returnShare(route)
    },
  }
}

/** A pool in which each route has at most `perRoute` connections. */
export class FairPool extends pg.Pool {
  /** Receives the milliseconds that each connection was waited for. */
  onWait: (ms: number) => void = () => undefined
  readonly #shares: ReturnType<typeof createRouteShares<pg.PoolClient>>

  constructor(config: pg.PoolConfig, perRoute: number) {
    super(config)
    this.#shares = createRouteShares(
      perRoute,
      connected => super.connect(connected),
      ms => this.onWait(ms),
    )
    this.on('release', (_error, client) => this.#shares.released(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected<pg.PoolClient>): void
  override connect(connected?: Connected<pg.PoolClient>): Promise<pg.PoolClient> | void {
    if (connected) return this.#shares.connect(connected)
    return new Promise((resolve, reject) => {
      this.#shares.connect((error, client) => {
        if (client) resolve(client)
        else reject(error ?? new Error('there is no connection'))
      })
    })
  }

  /** Runs a function whose statements count for the route. */
  runForRoute<T>(route: string, act: () => T): T {
    return this.#shares.runForRoute(route, act)
  }

  /** Whether the route has more requests than its connections can serve. */
  isOverloaded(route: string): boolean {
    return this.#shares.isOverloaded(route)
  }
}
