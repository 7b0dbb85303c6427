import { setTimeout as delay } from 'node:timers/promises'
import { type Arrival, failedOf, openLoad } from '../harness/open-load.ts'
import type { Report } from '../scenario.ts'
import { CannotRunHere, type Options } from '../scenario.ts'

/**
 * S, the highest sustained rate: at least 99 of 100 requests are answered within the step, and at most one in a thousand
 * fails. Requests in flight at the end do not count unless they are more than arrive in a tenth of a second.
 */

const FIRST_RATE = 20
const GROWTH = 1.5
/** Steps after which S is known to about 5 %. */
const HALVINGS = 3
const SETTLE_MS = 1_500
const ON_ITS_WAY_SECONDS = 0.1
/** A new server is slow for some seconds; the search for S also warms it up. */
const WARMING_MS = 20_000

const isBorne = async (rate: number, arrival: Arrival, seconds: number): Promise<boolean> => {
  const load = openLoad(rate, arrival)
  await delay(SETTLE_MS)
  load.stretch()
  await delay(seconds * 1_000)
  const stretch = load.stretch()
  await load.stop()
  const failed = failedOf(stretch) + stretch.unsent
  const answered = [...stretch.statuses.values()].reduce((sum, count) => sum + count, 0) - failedOf(stretch)
  const behind = stretch.offered - answered - failed
  return (
    behind <= Math.max(0.01 * stretch.offered, ON_ITS_WAY_SECONDS * rate) && failed <= 0.001 * stretch.offered
  )
}

/** Options: seconds per step, and S itself if it is known, otherwise 0. */
export const looked = { step: '8', saturation: '0' } as const

/** Finds S by steps that grow by half, then between the last two; returns arrivals per second. */
export const saturation = async (arrival: Arrival, { count }: Options, report: Report): Promise<number> => {
  const [seconds, known] = [count('step'), count('saturation')]
  if (known > 0) {
    const warming = openLoad(known / 2, arrival)
    await delay(WARMING_MS)
    await warming.stop()
    report.did(`S, saturation, as specified: ${known} arrivals a second; the server is warmed up`)
    return known
  }
  let [borne, tooMany] = [0, FIRST_RATE]
  while (await isBorne(tooMany, arrival, seconds)) [borne, tooMany] = [tooMany, tooMany * GROWTH]
  if (borne === 0) throw new CannotRunHere(`not even ${FIRST_RATE} a second are borne`)
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const between = (borne + tooMany) / 2
    if (await isBorne(between, arrival, seconds)) borne = between
    else tooMany = between
  }
  report.did(`S, saturation: ${borne.toFixed(0)} arrivals a second`)
  return borne
}
