import { expect, it } from 'vitest'
import { bureausInPlan } from '#features/identity/plan.ts'
import { buildReportView } from '#features/reports/report-view.ts'
import { chanceOf, times } from '#test/support/chance.ts'
import { randomReport, randomStep } from '#test/support/what-if/any-file.ts'
import { bruteForce } from '#test/support/what-if/brute-force.ts'
import { dayNumber } from '#values/dates.ts'
import { evaluateSteps } from './evaluate.ts'
import type { FileFigures } from './step.ts'

const today = '2026-11-23'

const figuresOf = ({ cards, cardsInAll, counts, ages, factors }: FileFigures) => ({
  cards: Object.fromEntries(
    cards.map(({ accountId, balance, limit, percent }) => [
      accountId,
      percent === null ? null : [balance, limit, percent],
    ]),
  ),
  inAll: cardsInAll && [cardsInAll.balance, cardsInAll.limit, cardsInAll.percent],
  counts,
  averageYears: ages.averageYears,
  oldest: ages.oldest && dayNumber(ages.oldest.date),
  newest: ages.newest && dayNumber(ages.newest.date),
  ratings: Object.fromEntries(factors.map(({ id, rating }) => [id, rating])),
})

it('agrees with a brute force on many random reports', () => {
  let steps = 0
  let done = 0
  for (let seed = 1; seed <= times(120); seed += 1) {
    const chance = chanceOf(seed * 7_919)
    const report = randomReport(chance)
    const plan = Array.from({ length: chance.between(1, 5) }, () => randomStep(chance, report))
    const { redacted } = buildReportView(report, 'max')
    const result = evaluateSteps(redacted, bureausInPlan('max'), plan, today)
    const expected = bruteForce(report, plan, today)
    const actual = {
      done: result.steps.map(({ problem, on }) => ({ isDone: problem === null, on: dayNumber(on) })),
      bureaus: result.bureaus.map(({ bureau, before, after, departures }) => ({
        bureau,
        before: figuresOf(before),
        after: figuresOf(after),
        departures: departures.length,
      })),
    }
    expect({ seed, plan, ...actual }).toEqual({ seed, plan, ...expected })
    steps += plan.length
    done += expected.done.filter(({ isDone }) => isDone).length
  }
  // Enough of both for the comparison to mean something.
  expect(done).toBeGreaterThan(steps / 3)
  expect(done).toBeLessThan(steps)
})
