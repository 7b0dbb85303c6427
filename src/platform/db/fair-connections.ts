import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Shares the database connections among routes: no route holds more than its share, so that a flood of one
 * leaves connections to the others. Requests over the share wait in a queue per route; the waiting time
 * decides whether more are accepted. Jobs and probes belong to no route and are not counted.
 */

export type FairConnections = {
  /** Runs a function whose statements count for the route. */
  inside: <T>(route: string, act: () => T) => T
  /**
   * Whether the route is overloaded: every request that waited in some quarter of a second waited for more
   * than a tenth, until nobody waits. A short burst or a brief stall does not count (the standing queue of
   * CoDel, RFC 8289 section 3.1). Then only so many are admitted that the next one waits half as long.
   */
  isCrowded: (route: string) => boolean
}

type Taken<C> = (error: Error | undefined, client: C | undefined, release: (error?: unknown) => void) => void

/** The parts of node-postgres' pool used here. Its own `query` calls `connect` with a callback. */
type Pool<C> = {
  connect: (taken: Taken<C>) => void
  on: (event: 'release', heard: (error: Error, client: C) => void) => unknown
}
type Waiting = { since: number; begin: () => void }
type Share = {
  held: number
  waiting: Set<Waiting>
  crowded: boolean
  /** The shortest wait since then. */
  shortest: number
  since: number
}

const LOOK_MS = 250
const LONG_MS = 100
const HELD_MS = 50
/** When nothing progresses at all, as without a database. */
const STUCK_MS = 1_000
/** The same limit as in the pool (`database.ts`). */
const PATIENCE_MS = 2_000

type Setting = {
  /** How many connections one route may hold at once. */
  ofOneRoute: number
  /** Receives the milliseconds waited for a connection. */
  waited: (ms: number) => void
}

/** Applies the sharing to a pool. */
export const shareFairly = <C extends object>(
  pool: Pool<C>,
  { ofOneRoute, waited }: Setting,
): FairConnections => {
  const routes = new AsyncLocalStorage<string>()
  const shares = new Map<string, Share>()
  const holders = new WeakMap<object, string>()
  const connect = pool.connect.bind(pool)

  const shareOf = (route: string): Share => {
    const known = shares.get(route)
    if (known) return known
    const share: Share = {
      held: 0,
      waiting: new Set(),
      crowded: false,
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
    if (wait === 0) share.crowded = false
    if (now - share.since < LOOK_MS) return
    share.crowded = share.crowded || share.shortest >= LONG_MS
    share.shortest = Number.POSITIVE_INFINITY
    share.since = now
  }
  const giveBack = (route: string) => {
    const share = shareOf(route)
    const [next] = share.waiting
    if (next) {
      share.waiting.delete(next)
      recordWait(share, performance.now() - next.since)
      // After the pool has its connection back, so that it is this one that is given.
      queueMicrotask(next.begin)
      return
    }
    share.held -= 1
    if (share.held === 0) shares.delete(route)
  }
  pool.on('release', (_error, client) => {
    const route = holders.get(client)
    if (route === undefined) return
    holders.delete(client)
    giveBack(route)
  })

  const begin = (route: string, since: number, taken: Taken<C>) =>
    connect((error, client, release) => {
      waited(performance.now() - since)
      if (client) holders.set(client, route)
      else giveBack(route)
      taken(error, client, release)
    })
  const queue = (route: string, share: Share, since: number, taken: Taken<C>) => {
    const waiting: Waiting = {
      since,
      begin: () => {
        clearTimeout(timer)
        begin(route, since, taken)
      },
    }
    const timer = setTimeout(() => {
      share.waiting.delete(waiting)
      // The pool's own message, which is recognized as overload (`database-failure.ts`).
      taken(new Error('timeout exceeded when trying to connect'), undefined, () => undefined)
    }, PATIENCE_MS)
    share.waiting.add(waiting)
  }
  const take = (taken: Taken<C>) => {
    const since = performance.now()
    const route = routes.getStore()
    if (route === undefined) {
      connect((error, client, release) => {
        waited(performance.now() - since)
        taken(error, client, release)
      })
      return
    }
    const share = shareOf(route)
    if (share.held >= ofOneRoute) return queue(route, share, since, taken)
    share.held += 1
    recordWait(share, 0)
    begin(route, since, taken)
  }
  const promised = () =>
    new Promise<C>((resolve, reject) => {
      take((error, client) => {
        if (client) resolve(client)
        else reject(error ?? new Error('there is no connection'))
      })
    })
  Reflect.set(pool, 'connect', (taken?: Taken<C>): unknown => (taken ? take(taken) : promised()))

  return {
    inside: (route, act) => routes.run(route, act),
    isCrowded: route => {
      const share = shares.get(route)
      const [next] = share?.waiting ?? []
      if (!share || !next) return false
      return performance.now() - next.since >= (share.crowded ? HELD_MS : STUCK_MS)
    },
  }
}
