import { setImmediate as soon } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { isDatabaseUnavailable } from './database-failure.ts'
import { createRouteShares } from './fair-pool.ts'

type Connection = { number: number }

/** A pool with immediately available connections, two per route; `broken` has none. */
const opened = ({ broken = false } = {}) => {
  let made = 0
  const waits: number[] = []
  const shares = createRouteShares<Connection>(
    2,
    connected => {
      if (broken) return connected(new Error('refused'), undefined, () => undefined)
      made += 1
      const client = { number: made }
      connected(undefined, client, () => shares.released(client))
    },
    ms => waits.push(ms),
  )
  /** Requests a connection for a route, or for none. */
  const take = (route?: string) => {
    const taken: { error: Error | undefined; has: boolean; release: () => void } = {
      error: undefined,
      has: false,
      release: () => undefined,
    }
    const ask = () =>
      shares.connect((error, client, release) => {
        taken.error = error
        taken.has = client !== undefined
        taken.release = release
      })
    if (route === undefined) ask()
    else shares.runForRoute(route, ask)
    return taken
  }
  return { take, waits, isOverloaded: shares.isOverloaded }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('connections', () => {
  test('are limited per route, and another route still gets its share', () => {
    const { take } = opened()
    const flood = Array.from({ length: 50 }, () => take('flooded'))
    expect(flood.filter(({ has }) => has)).toHaveLength(2)
    expect(take('another').has).toBe(true)
  })

  test('without a route are not counted', () => {
    const { take } = opened()
    expect(Array.from({ length: 50 }, () => take()).every(({ has }) => has)).toBe(true)
  })

  test('go to the longest waiting request of the route', async () => {
    const { take, waits } = opened()
    const [first, , third, fourth] = [take('one'), take('one'), take('one'), take('one')]
    vi.advanceTimersByTime(30)
    first.release()
    await soon()
    expect([third.has, fourth.has]).toEqual([true, false])
    expect(waits).toEqual([0, 0, 30])
  })

  test('that are not released are waited for as long as the pool itself waits', () => {
    const { take } = opened()
    const last = [take('one'), take('one'), take('one')].at(-1)
    vi.advanceTimersByTime(1_999)
    expect(last?.error).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(isDatabaseUnavailable(last?.error)).toBe(true)
  })

  test('that cannot be opened do not use up the share', async () => {
    const { take } = opened({ broken: true })
    const tries = Array.from({ length: 9 }, () => take('one'))
    await soon()
    expect(tries.map(({ error }) => error?.message)).toEqual(Array(9).fill('refused'))
  })
})

describe('a route', () => {
  /** A request arrives every 10 ms, and one connection is released every `every` ms. */
  const loaded = async (every: number, forMs: number) => {
    const { take, isOverloaded } = opened()
    const requests: ReturnType<typeof take>[] = []
    const seen: boolean[] = []
    for (let ms = 10; ms <= forMs; ms += 10) {
      vi.advanceTimersByTime(10)
      requests.push(take('one'))
      if (ms % every === 0) {
        const holder = requests.find(({ has }) => has)
        if (holder) requests.splice(requests.indexOf(holder), 1)
        holder?.release()
        await soon()
      }
      seen.push(isOverloaded('one'))
    }
    return { seen, requests, isOverloaded, take }
  }

  test('with more requests than it can serve is overloaded within a second', async () => {
    const { seen, isOverloaded } = await loaded(20, 1_000)
    expect(seen.at(-1)).toBe(true)
    expect(isOverloaded('another')).toBe(false)
  })

  test('that serves all requests is not overloaded', async () => {
    expect((await loaded(10, 3_000)).seen).not.toContain(true)
  })

  test('is not overloaded by a short burst', async () => {
    const { take, isOverloaded } = opened()
    const burst = Array.from({ length: 30 }, () => take('one'))
    const seen: boolean[] = []
    for (const each of burst) {
      vi.advanceTimersByTime(5)
      each.release()
      await soon()
      seen.push(isOverloaded('one'))
    }
    expect(seen).not.toContain(true)
  })

  test('is no longer overloaded once a request did not wait', async () => {
    const { requests, isOverloaded, take } = await loaded(20, 1_000)
    // All but one are done; the next request gets a connection immediately.
    while (requests.length > 1) {
      requests
        .splice(
          requests.findIndex(({ has }) => has),
          1,
        )[0]
        ?.release()
      await soon()
    }
    expect(take('one').has).toBe(true)
    expect(take('one').has).toBe(false)
    vi.advanceTimersByTime(60)
    expect(isOverloaded('one')).toBe(false)
  })

  test('that makes no progress is overloaded after a second', () => {
    const { take, isOverloaded } = opened()
    for (let each = 0; each < 3; each += 1) take('one')
    vi.advanceTimersByTime(999)
    expect(isOverloaded('one')).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isOverloaded('one')).toBe(true)
  })
})

test('a real pool works unchanged, also inside a transaction', async () => {
  vi.useRealTimers()
  const { database, drop } = await openOwnDatabase()
  const { pool, db } = database
  const waits: number[] = []
  pool.onWait = ms => waits.push(ms)
  const requests = Array.from({ length: 30 }, (_, number) =>
    pool.runForRoute(
      'one',
      async () => (await pool.query<{ n: number }>('select $1::int as n', [number])).rows[0]?.n,
    ),
  )
  const together = pool.runForRoute('another', () =>
    db.transaction(async tx => (await tx.execute('select 1')).rowCount),
  )
  expect(await Promise.all(requests)).toEqual(Array.from({ length: 30 }, (_, number) => number))
  expect(await together).toBe(1)
  expect(waits).toHaveLength(31)
  await drop()
})
