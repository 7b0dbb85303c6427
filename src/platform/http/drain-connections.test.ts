import { expect, it } from 'vitest'
import { drainConnections } from './drain-connections.ts'

/** A server whose callers come at some milliseconds after it was told to end; gives when it stopped listening. */
const closedAt = async (leastMs: number, callers: readonly number[], lookMs = 100): Promise<number> => {
  let at = 0
  const came = () => callers.filter(when => when <= at).length
  const look = async () => {
    at += lookMs
  }
  await drainConnections(came, leastMs, { look, now: () => at })
  return at
}

const every = (gap: number, until: number) => Array.from({ length: until / gap }, (_, turn) => turn * gap)

it.each([
  ['there is no balancer', 0, every(50, 60_000), 0],
  ['nobody comes', 5_000, [], 5_000],
  ['the balancer learns in time', 5_000, every(50, 3_000), 5_000],
  ['the balancer learns late', 5_000, every(50, 6_000), 7_000],
  ['somebody comes now and then', 5_000, every(900, 9_000), 9_100],
  ['callers heed nothing', 5_000, every(50, 60_000), 15_000],
  ['a short time is named, and the balancer looks each second', 1_000, every(50, 1_000), 2_000],
])('when %s it is closed neither sooner nor later than it must be', async (_, leastMs, callers, closed) => {
  expect(await closedAt(leastMs, callers)).toBe(closed)
})

it('a server that has no processor for seconds looks as often as any other before it closes', async () => {
  expect(await closedAt(2_000, [], 900)).toBe(9_000)
  expect(await closedAt(2_000, [1_799], 900)).toBe(10_800)
  expect(await closedAt(2_000, [], 3_000)).toBe(15_000)
})
