/**
 * Tradeline plans in whole months, dollars and slots. Every figure of a plan is computed here without
 * fractions (docs/reference/tradelines.md).
 */

/** Sum of coefficient times slots >= `atLeast`, all whole numbers. */
export type Constraint = { coefficients: readonly number[]; atLeast: number }

/** One line on offer: a pool of `stock` equal, different cards. Price and limit in whole dollars per slot. */
export type Offer = { id: string; price: number; months: number; limit: number; stock: number }

/** The number of open accounts with a known age, and the sum of their ages in months. */
export type AccountAges = { accounts: number; months: number }

/** Average age in tenths of a year, and added limit in whole dollars. Zero turns a goal off. */
export type Goal = { ageTenths: number; limit: number }

export type PlanningInput = { accountAges: AccountAges; offers: readonly Offer[] }

/** How many slots of each offer, in the order of the offers. */
export type Slots = readonly number[]

export type Totals = { cost: number; slots: number; months: number; limit: number }

export const sumSlots = (offers: readonly Offer[], slots: Slots): Totals =>
  offers.reduce(
    (sum, offer, index) => {
      const taken = slots[index] ?? 0
      return {
        cost: sum.cost + offer.price * taken,
        slots: sum.slots + taken,
        months: sum.months + offer.months * taken,
        limit: sum.limit + offer.limit * taken,
      }
    },
    { cost: 0, slots: 0, months: 0, limit: 0 },
  )

/** months / count / 12 >= tenths / 10, multiplied out. Without accounts there is no average. */
export const reachesAge = ({ accounts, months }: AccountAges, added: Totals, ageTenths: number): boolean => {
  const count = accounts + added.slots
  return ageTenths === 0 || (count > 0 && 5 * (months + added.months) >= 6 * ageTenths * count)
}

export const reachesGoal = (accountAges: AccountAges, added: Totals, goal: Goal): boolean =>
  reachesAge(accountAges, added, goal.ageTenths) && added.limit >= goal.limit

/** How far one slot moves the age goal, in sixtieths of a year; negative for a younger line. */
export const ageGain = ({ months }: Offer, ageTenths: number): number => 5 * months - 6 * ageTenths

/** What the accounts alone lack for the age goal, in sixtieths of a year; zero or negative when reached. */
export const ageShortfall = ({ accounts, months }: AccountAges, ageTenths: number): number =>
  6 * ageTenths * accounts - 5 * months

/** Negative when the first plan is better: lower cost, else fewer slots, else a larger limit. */
export const comparePlans = (one: Totals, other: Totals): number =>
  one.cost - other.cost || one.slots - other.slots || other.limit - one.limit

export const isInStock = (offers: readonly Offer[], slots: Slots): boolean =>
  slots.length === offers.length &&
  offers.every(({ stock }, index) => {
    const taken = slots[index] ?? -1
    return Number.isInteger(taken) && taken >= 0 && taken <= stock
  })

/** The goal as sums over the offers. */
export const toConstraints = (
  { accountAges, offers }: PlanningInput,
  { ageTenths, limit }: Goal,
): Constraint[] => [
  ...(ageTenths === 0
    ? []
    : [
        {
          coefficients: offers.map(offer => ageGain(offer, ageTenths)),
          atLeast: ageShortfall(accountAges, ageTenths),
        },
      ]),
  // An average needs at least one account.
  ...(ageTenths > 0 && accountAges.accounts === 0 ? [{ coefficients: offers.map(() => 1), atLeast: 1 }] : []),
  ...(limit === 0 ? [] : [{ coefficients: offers.map(offer => offer.limit), atLeast: limit }]),
]
