import { setTimeout as delay } from 'node:timers/promises'
import { type Chance, chanceOf } from '#test/support/chance.ts'
import { failedOf, lineOf, openLoad } from '../harness/open-load.ts'
import type { Scenario } from '../scenario.ts'
import { defaultOptions, durableDatabases, openProduct, type RunningProduct } from './product.ts'
import { looked, saturation } from './saturation.ts'
import { arrivalsAt, mixedArrivals, type RouteName } from './traffic.ts'

const names = ['info', 'analytics', 'alerts', 'draft'] as const satisfies readonly RouteName[]
/** The fraction of saturation that each route gets in the baseline. */
const USUAL_SHARE = 0.05
const FLOOD = 20
const MAX_SLOWER = 2

const othersThan = (name: RouteName): [RouteName, ...RouteName[]] => {
  const [first, ...rest] = names.filter(other => other !== name)
  if (!first) throw new Error('there are several routes')
  return [first, ...rest]
}

/** One route at a time, since the baseline changes with the machine's other work. */
const flooding = async (
  { url, people }: RunningProduct,
  name: RouteName,
  rate: number,
  ms: number,
  chance: Chance,
) => {
  const others = openLoad(rate * (names.length - 1), arrivalsAt(url, people, othersThan(name), chance))
  const itself = arrivalsAt(url, people, [name], chance)
  const usually = openLoad(rate, itself)
  await delay(ms)
  const before = others.stretch()
  await usually.stop()
  const flood = openLoad(FLOOD * rate, itself)
  await delay(ms)
  const during = others.stretch()
  const flooded = await flood.stop()
  await others.stop()
  return { before, during, flooded }
}

/** A flood of one route does not slow the others. */
export const isolation: Scenario = {
  what: 'one route at a time gets twenty times its load: the other routes answer as fast as before (L9)',
  options: { ...defaultOptions, ...looked, seconds: '60' },
  run: (given, report) =>
    durableDatabases(given, async database => {
      const { seed, count } = given
      const chance = chanceOf(seed)
      const product = await openProduct(database, given)
      const s = await saturation(mixedArrivals(product.url, product.people, chance), given, report)
      const rate = USUAL_SHARE * s
      report.did(
        `${database.name}: ${rate.toFixed(0)} a second for each route, ${(FLOOD * rate).toFixed(0)} for one of them`,
      )
      for (const name of names) {
        const came = await flooding(product, name, rate, count('seconds') * 1_000, chance)
        const { before, during, flooded } = came
        report.figure(`${name}, flooded`, lineOf(flooded))
        const slower = during.p99 / before.p99
        report.must(
          `L9: p99 of the others while ${name} is flooded, as a multiple of before, at most ${MAX_SLOWER}`,
          slower <= MAX_SLOWER,
          `${slower.toFixed(1)} (${before.p99.toFixed(0)} to ${during.p99.toFixed(0)} ms)`,
        )
        const failed = failedOf(during) + during.unsent
        report.must(`L9: others that failed while ${name} is flooded`, failed === 0, failed)
      }
      await product.close()
    }),
}
