import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The database's connections, shared out among routes: no route holds more than its share at once, so that a flood of one
 * leaves connections to all others. Who is over the share waits in a queue of that route's own; how long, says whether more
 * of it is worth taking on. What belongs to no route, as jobs and probes, is not counted.
 */

export type FairConnections = {
  /** Runs an act whose statements, and those of all that it begins, are the route's. */
  inside: <T>(route: string, act: () => T) => T
  /**
   * Whether who comes next would only wait. A route is crowded once all who had to wait in some quarter of a second waited for
   * more than a tenth, until nobody waits: a burst that is soon over, or a server that stood still for a moment, is no crowd
   * (the standing queue of CoDel, RFC 8289 section 3.1). Then so many are let in that whoever is next waits half as long.
   */
  isCrowded: (route: string) => boolean
}

type Taken<C> = (error: Error | undefined, client: C | undefined, release: (error?: unknown) => void) => void

/** Of node-postgres' pool what is needed here. Its own `query` takes a connection by `connect`, with a callback. */
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
/** When nothing moves at all, as without a database. */
const STUCK_MS = 1_000
/** As long as the pool itself lets anybody wait (`database.ts`). */
const PATIENCE_MS = 2_000

type Setting = {
  /** How many connections one route may hold at once. */
  ofOneRoute: number
  /** Told how many milliseconds somebody waited for a connection. */
  waited: (ms: number) => void
}

/** Has a pool give out its connections so. */
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
  /** Takes note of how long somebody had to wait. */
  const heed = (share: Share, wait: number) => {
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
      heed(share, performance.now() - next.since)
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
      // In the pool's own words, which stand for "too busy" (`database-failure.ts`).
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
    heed(share, 0)
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
