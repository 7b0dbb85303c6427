import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type DatabaseClock, syncDatabaseClock } from './clock.ts'

const HOUR = 3_600_000
const noon = Date.parse('2026-11-20T12:00:00Z')

let source: { offset: number; away: boolean }
let clock: DatabaseClock
beforeEach(async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  source = { offset: 0, away: false }
  const began = performance.now()
  clock = await syncDatabaseClock(async () => {
    if (source.away) throw new Error('away')
    return noon + (performance.now() - began) + source.offset
  })
})
afterEach(() => {
  clock.stop()
  vi.useRealTimers()
})

it.each([1, -1])('the time is unaffected when the clock of this machine jumps by %d hour', async hours => {
  vi.setSystemTime(noon + hours * HOUR)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(clock.now()).toBe(noon + 30_000)
})

it('the time follows its source within ten seconds', async () => {
  source.offset = HOUR
  expect(clock.now()).toBe(noon)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(clock.now()).toBe(noon + HOUR + 10_000)
})

it('the time continues while its source is unavailable', async () => {
  source.away = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(clock.now()).toBe(noon + 60_000)
})
