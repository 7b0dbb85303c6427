import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceOf, times } from '#test/support/chance.ts'
import { bruteForce, everyPlan, instances, offer } from '#test/support/small-instances.ts'
import { buildProgram, findCheapestPlan, listObjectives, searchWithin } from './cheapest-plan.ts'
import { solveLexicographically } from './integer-program.ts'
import { computeCostCurve, findBestPlan } from './plan.ts'
import {
  comparePlans,
  type Goal,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
} from './planning-model.ts'
import { loadSolver } from './server/solver.ts'

const solve = (await loadSolver()).within(600_000)

const goalOf = ({ ageTenths, limit }: Goal) => ({ ageTenths, limit })
const totals = ({ offers }: PlanningInput, slots: Slots) => sumSlots(offers, slots)

describe('the best plan', () => {
  test('is the cheapest of all plans, then has the fewest lines, then the largest limit', () => {
    fc.assert(
      fc.property(instances, ({ instance, goal }) => {
        const best = bruteForce(instance, goal)
        const plan = findBestPlan(instance, goal, solve)
        if (best === null) {
          expect(plan?.miss).toMatch(/age|limit|both|together/)
          return
        }
        expect(plan).toMatchObject({ miss: null, proven: true, reached: goalOf(goal) })
        expect(comparePlans(totals(instance, plan?.slots ?? []), best)).toBe(0)
      }),
      { numRuns: times(40) },
    )
  })

  test('for an unreachable goal reaches the nearest one at the least cost', () => {
    fc.assert(
      fc.property(instances, ({ instance, goal }) => {
        const plan = findBestPlan(instance, goal, solve)
        if (plan === null || plan.miss === null) return
        const { accountAges, offers } = instance
        const can = (ageTenths: number, limit: number) =>
          everyPlan(offers).some(slots =>
            reachesGoal(accountAges, sumSlots(offers, slots), { ageTenths, limit }),
          )
        const { ageTenths, limit } = plan.reached
        expect(can(goal.ageTenths, goal.limit)).toBe(false)
        expect(can(ageTenths, limit)).toBe(true)
        if (plan.miss === 'age') expect([limit, can(ageTenths + 1, limit)]).toEqual([goal.limit, false])
        else expect(can(ageTenths, limit + 1)).toBe(false)
        if (plan.miss === 'limit' || plan.miss === 'together') expect(ageTenths).toBe(goal.ageTenths)
        if (plan.miss === 'both') expect(can(ageTenths + 1, 0)).toBe(false)
        expect(plan.miss === 'together').toBe(can(goal.ageTenths, 0) && can(0, goal.limit))
        const best = bruteForce(instance, plan.reached)
        expect(best && comparePlans(totals(instance, plan.slots), best)).toBe(0)
      }),
      { numRuns: times(40) },
    )
  })

  test('never gets cheaper with a higher goal or more expensive with more stock', () => {
    fc.assert(
      fc.property(
        instances,
        fc.nat(30),
        fc.nat(20_000),
        fc.nat(5),
        ({ instance, goal }, age, limit, place) => {
          const cost = (of: PlanningInput, ageTenths: number, atLeast: number) => {
            const found = findCheapestPlan(
              of,
              { ageTenths, limit: atLeast },
              { solve, costOnly: { atLeast: 0 } },
            )
            return found.kind === 'plan' ? totals(of, found.slots).cost : Number.POSITIVE_INFINITY
          }
          const now = cost(instance, goal.ageTenths, goal.limit)
          expect(cost(instance, goal.ageTenths + age, goal.limit)).toBeGreaterThanOrEqual(now)
          expect(cost(instance, goal.ageTenths, goal.limit + limit)).toBeGreaterThanOrEqual(now)
          const offers = instance.offers.map((one, index) =>
            index === place ? { ...one, stock: one.stock + 1 } : one,
          )
          expect(cost({ ...instance, offers }, goal.ageTenths, goal.limit)).toBeLessThanOrEqual(now)
        },
      ),
      { numRuns: times(30) },
    )
  })

  test('is found by bounds alone, within any sufficient budget', () => {
    fc.assert(
      fc.property(instances, fc.nat(5), ({ instance, goal }, more) => {
        const best = bruteForce(instance, goal)
        const found = searchWithin(instance, goal, best === null ? 10_000 : best.cost + more * 100)
        expect(found && comparePlans(totals(instance, found), best ?? totals(instance, []))).toBe(
          best === null ? null : 0,
        )
        if (best !== null && best.cost > 0) expect(searchWithin(instance, goal, best.cost - 1)).toBeNull()
        expect(searchWithin(instance, goal, 10_000, 0)).toBeNull()
      }),
      { numRuns: times(80) },
    )
  })

  test('of a hundred lines equals the solver’s', () => {
    for (let seed = 1; seed <= times(3); seed += 1) {
      const chance = chanceOf(seed)
      const many = Array.from({ length: 100 }, () =>
        offer({
          price: 5 * chance.between(30, 200),
          months: chance.between(24, 300),
          limit: 1_000 * chance.between(2, 30),
          stock: chance.between(1, 4),
        }),
      )
      const instance = { accountAges: { accounts: seed + 2, months: 40 * (seed + 2) }, offers: many }
      const goal = { ageTenths: chance.between(50, 90), limit: 5_000 * chance.between(2, 16) }
      const whole = solveLexicographically(buildProgram(instance, goal), listObjectives(instance), solve)
      if (whole.kind !== 'optimal') throw new Error('the solver found no plan')
      const best = totals(instance, whole.values)
      const found = searchWithin(instance, goal, best.cost * 2)
      expect(found && comparePlans(totals(instance, found), best)).toBe(0)
    }
  })

  const offers = [
    offer({ id: 'old', price: 400, months: 144, limit: 5_000, stock: 2 }),
    offer({ id: 'large', price: 300, months: 24, limit: 20_000, stock: 1 }),
    offer({ id: 'both', price: 600, months: 120, limit: 18_000, stock: 1 }),
  ]
  const accountAges = { accounts: 2, months: 96 }

  test.each([
    ['nothing, when nothing is wanted', { ageTenths: 0, limit: 0 }, [0, 0, 0], null],
    ['nothing, when the accounts are old enough', { ageTenths: 40, limit: 0 }, [0, 0, 0], null],
    ['the limit alone', { ageTenths: 0, limit: 20_000 }, [0, 1, 0], null],
    ['the age alone', { ageTenths: 60, limit: 0 }, [1, 0, 0], null],
    ['one line for both goals', { ageTenths: 60, limit: 15_000 }, [0, 0, 1], null],
    ['two lines where one is too small', { ageTenths: 60, limit: 23_000 }, [1, 0, 1], null],
    ['all there is of the limit', { ageTenths: 0, limit: 90_000 }, [2, 1, 1], 'limit'],
    ['the oldest average there is', { ageTenths: 200, limit: 0 }, [2, 0, 1], 'age'],
  ] as const)('is correct with %s', (_, goal, slots, miss) => {
    expect(findBestPlan({ accountAges, offers }, goal, solve)).toMatchObject({ slots, miss })
  })

  const tied = [
    offer({ id: 'oldest', price: 300, months: 200, limit: 5_000 }),
    offer({ id: 'older', price: 300, months: 150, limit: 7_500 }),
    offer({ id: 'largest', price: 300, months: 110, limit: 20_000 }),
    offer({ id: 'two halves', price: 150, months: 110, limit: 30_000, stock: 2 }),
  ]

  test.each([
    ['in this order', tied],
    ['in the other order', tied.toReversed()],
    ['in a third order', [...tied.slice(2), ...tied.slice(0, 2)]],
  ])('of equal cost has the fewest lines, then the largest limit: %s', (_, lines) => {
    const older = { accounts: 1, months: 60 }
    const slots =
      findBestPlan({ accountAges: older, offers: lines }, { ageTenths: 70, limit: 0 }, solve)?.slots ?? []
    expect(lines.filter((_line, index) => slots[index]).map(({ id }) => id)).toEqual(['two halves'])
    const single = lines.filter(({ id }) => id !== 'two halves')
    const plan = findBestPlan({ accountAges: older, offers: single }, { ageTenths: 70, limit: 0 }, solve)
    expect(single.filter((_line, index) => plan?.slots[index]).map(({ id }) => id)).toEqual(['largest'])
    const needsTwo = lines.map(line => (line.id === 'two halves' ? { ...line, months: 97 } : line))
    const short = findBestPlan({ accountAges: older, offers: needsTwo }, { ageTenths: 70, limit: 0 }, solve)
    expect(needsTwo.filter((_line, index) => short?.slots[index]).map(({ id }) => id)).toEqual(['largest'])
  })

  test('without any account needs at least one line for an average', () => {
    const none = { accounts: 0, months: 0 }
    expect(findBestPlan({ accountAges: none, offers }, { ageTenths: 20, limit: 0 }, solve)?.slots).toEqual([
      0, 1, 0,
    ])
    expect(findBestPlan({ accountAges: none, offers: [] }, { ageTenths: 20, limit: 0 }, solve)).toMatchObject(
      {
        slots: [],
        miss: 'age',
        reached: { ageTenths: 0, limit: 0 },
      },
    )
  })

  test('is the greedy one, not marked as proven, when time ran out', () => {
    const goal = { ageTenths: 60, limit: 15_000 }
    const plan = findBestPlan({ accountAges, offers }, goal, () => ({ kind: 'stopped' }))
    expect(plan).toMatchObject({ proven: false, miss: null })
    expect(reachesGoal(accountAges, sumSlots(offers, plan?.slots ?? []), goal)).toBe(true)
    expect(findBestPlan({ accountAges, offers: [] }, goal, () => ({ kind: 'stopped' }))).toBeNull()
  })

  test('is rejected when it fails the check', () => {
    const goal = { ageTenths: 60, limit: 15_000 }
    const wrong = findBestPlan({ accountAges, offers }, goal, ({ upper }) => ({
      kind: 'optimal',
      values: upper.map(() => 0),
    }))
    expect(wrong?.proven).toBe(false)
  })
})

describe('the curve of cost against age', () => {
  test('rises, and every point is the least possible cost', () => {
    fc.assert(
      fc.property(instances, ({ instance, goal }) => {
        const points = computeCostCurve(instance, goal, solve)
        for (const [index, point] of points.entries()) {
          expect(point.cost).toBe(
            bruteForce(instance, { ageTenths: point.ageTenths, limit: goal.limit })?.cost,
          )
          const before = points[index - 1]
          if (before === undefined) continue
          expect(point.ageTenths).toBeGreaterThan(before.ageTenths)
          expect(point.cost).toBeGreaterThanOrEqual(before.cost)
        }
        const last = points.at(-1)
        if (last)
          expect(bruteForce(instance, { ageTenths: last.ageTenths + 1, limit: goal.limit })).toBeNull()
      }),
      { numRuns: times(20) },
    )
  })
})
