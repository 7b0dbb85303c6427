import { createHistogram } from 'node:perf_hooks'

/**
 * Open-model load: requests arrive at a fixed rate regardless of earlier ones, and each is timed from its planned
 * start, so that a stall counts for every request that arrives during it (no coordinated omission). Times are recorded in
 * Node's HDR histogram, in microseconds with three significant digits.
 */

/** The results of one part of a load. Times are those of answered requests, in milliseconds. */
export type Stretch = {
  seconds: number
  offered: number
  /** Not started, because the load generator's limit of concurrent requests was reached or every person was busy. */
  unsent: number
  /** Responses by status; 0 = no response. */
  statuses: ReadonlyMap<number, number>
  p50: number
  p99: number
  p999: number
  slowest: number
}

export type Load = {
  /** Ends and returns the current part; the load continues. */
  stretch: () => Stretch
  /** Stops, waits for requests in flight, and returns the last part. */
  stop: () => Promise<Stretch>
}

/** One arrival; returns the status, 0 if there was no response, null if it was not started. */
export type Arrival = () => Promise<number | null>

const MAX_UNDER_WAY = 1_000
const HOUR_MICROSECONDS = 3_600_000_000

const fresh = () => ({
  began: performance.now(),
  offered: 0,
  unsent: 0,
  statuses: new Map<number, number>(),
  times: createHistogram({ lowest: 1, highest: HOUR_MICROSECONDS, figures: 3 }),
})

/** Starts a load at a rate in requests per second. */
export const openLoad = (perSecond: number, arrival: Arrival): Load => {
  const gap = 1_000 / perSecond
  const underWay = new Set<Promise<void>>()
  let now = fresh()
  let next = performance.now()
  let timer: NodeJS.Timeout | undefined

  const offer = async (due: number) => {
    now.offered += 1
    const status = underWay.size < MAX_UNDER_WAY ? await arrival() : null
    if (status === null) {
      now.unsent += 1
      return
    }
    now.statuses.set(status, (now.statuses.get(status) ?? 0) + 1)
    if (status > 0) now.times.record(Math.max(1, Math.round((performance.now() - due) * 1_000)))
  }
  const tick = () => {
    for (; next <= performance.now(); next += gap) {
      const going = offer(next).finally(() => underWay.delete(going))
      underWay.add(going)
    }
    timer = setTimeout(tick, Math.max(1, next - performance.now()))
  }
  tick()

  const stretch = (): Stretch => {
    const { began, offered, unsent, statuses, times } = now
    now = fresh()
    const at = (percent: number) => times.percentile(percent) / 1_000
    const seconds = (performance.now() - began) / 1_000
    return {
      seconds,
      offered,
      unsent,
      statuses,
      p50: at(50),
      p99: at(99),
      p999: at(99.9),
      slowest: times.max / 1_000,
    }
  }
  return {
    stretch,
    stop: async () => {
      clearTimeout(timer)
      await Promise.all(underWay)
      return stretch()
    },
  }
}

const isGood = (status: number) => status >= 200 && status < 300

/** How many requests got no response or a wrong one. */
export const failedOf = ({ statuses }: Stretch): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (isGood(status) ? 0 : count), 0)

/** How many requests were answered and therefore timed. */
export const answeredOf = ({ statuses }: Stretch): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status > 0 ? count : 0), 0)

/** The results in one line. */
export const lineOf = (stretch: Stretch): string => {
  const { offered, seconds, unsent, statuses, p50, p99, slowest } = stretch
  const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'no answer'}`).join(', ')
  const rate = (offered / seconds).toFixed(0)
  return `${offered} offered at ${rate}/s: ${counts}${unsent > 0 ? `, ${unsent} not begun` : ''}; median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms`
}

const STEP_MS = 4_000
const FIRST_RATE = 40
const GROWTH = 1.4

/**
 * The highest rate, in requests a second, at which 99 of 100 arrivals are answered correctly within half a second; found by
 * steps of 40 %.
 */
const saturationOf = async (arrival: Arrival): Promise<number> => {
  for (let rate = FIRST_RATE; ; rate *= GROWTH) {
    const load = openLoad(rate, arrival)
    await new Promise(resolve => setTimeout(resolve, STEP_MS))
    const step = await load.stop()
    if (failedOf(step) + step.unsent > 0.01 * step.offered || step.p99 > 500) return rate / GROWTH
  }
}

/** The requested rate; if 0, half of the highest rate, which is measured now. */
export const rateOrHalf = async (asked: number, arrival: Arrival): Promise<number> =>
  asked > 0 ? asked : Math.floor((await saturationOf(arrival)) / 2)
