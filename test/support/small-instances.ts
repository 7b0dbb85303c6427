import fc from 'fast-check'
import {
  comparePlans,
  type Goal,
  type Offer,
  type PlanningInput,
  reachesGoal,
  type Slots,
  sumSlots,
  type Totals,
} from '#features/tradelines/planning-model.ts'

/** Tradeline problems small enough to try every plan. */

/** A line with some given values; the rest are defaults. */
export const offer = (given: Partial<Offer>): Offer => ({
  id: 'line',
  price: 100,
  months: 60,
  limit: 5_000,
  stock: 1,
  ...given,
})

/** Every choice of slots within the stock. */
export const everyPlan = (offers: readonly Offer[]): Slots[] =>
  offers.reduce<Slots[]>(
    (plans, { stock }) =>
      plans.flatMap(plan => Array.from({ length: stock + 1 }, (_none, taken) => [...plan, taken])),
    [[]],
  )

/** The totals of the best plan, found by trying all; null if none reaches the goal. */
export const bruteForce = ({ accountAges, offers }: PlanningInput, goal: Goal): Totals | null =>
  everyPlan(offers)
    .map(slots => sumSlots(offers, slots))
    .filter(added => reachesGoal(accountAges, added, goal))
    .reduce<Totals | null>((best, one) => (best && comparePlans(best, one) <= 0 ? best : one), null)

/** Few prices, ages and limits, so that many plans have equal cost and length. */
const offers = fc.array(
  fc.record({
    id: fc.constant('line'),
    price: fc.integer({ min: 1, max: 4 }).map(hundreds => hundreds * 100),
    months: fc.integer({ min: 0, max: 8 }).map(years => years * 24),
    limit: fc.integer({ min: 1, max: 8 }).map(thousands => thousands * 2_500),
    stock: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 5 },
)

const accountAges = fc.oneof(
  fc.constant({ accounts: 0, months: 0 }),
  fc
    .record({ accounts: fc.integer({ min: 1, max: 12 }), mean: fc.integer({ min: 0, max: 150 }) })
    .map(({ accounts, mean }) => ({ accounts, months: accounts * mean + (mean % accounts) })),
)

/** An instance with a goal; sometimes one of its two parts is off. */
export const instances: fc.Arbitrary<{ instance: PlanningInput; goal: Goal }> = fc.record({
  instance: fc.record({ accountAges, offers }),
  goal: fc.record({
    ageTenths: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(150) }),
    limit: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(60_000) }),
  }),
})
