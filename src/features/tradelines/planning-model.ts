/**
 * The model of tradeline advice in whole numbers: months, dollars and slots. Everything that is said of a plan is counted
 * here, and no fraction is computed on the way (docs/reference/tradelines.md).
 */

/** One line on offer: a pool of `stock` equal, different cards. Price and limit in whole dollars, of one slot. */
export type Offer = { id: string; price: number; months: number; limit: number; stock: number }

/** The open accounts that have an age: how many, and their ages added up in months. */
export type AccountAges = { accounts: number; months: number }

/** What is wanted: an average age in tenths of a year, and added limit in whole dollars. Zero switches a goal off. */
export type Goal = { ageTenths: number; limit: number }

export type PlanningInput = { accountAges: AccountAges; offers: readonly Offer[] }

/** How many slots of each offer, in the order of the offers. */
export type Slots = readonly number[]

export type Totals = { cost: number; slots: number; months: number; limit: number }

/** What some slots cost and add together. */
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

/** Whether an average age is reached: months / count / 12 >= tenths / 10, multiplied out. Nothing has no average. */
export const reachesAge = ({ accounts, months }: AccountAges, added: Totals, ageTenths: number): boolean => {
  const count = accounts + added.slots
  return ageTenths === 0 || (count > 0 && 5 * (months + added.months) >= 6 * ageTenths * count)
}

/** Whether a plan reaches both goals. */
export const reachesGoal = (accountAges: AccountAges, added: Totals, goal: Goal): boolean =>
  reachesAge(accountAges, added, goal.ageTenths) && added.limit >= goal.limit

/** What one slot of a line brings the age goal, in sixtieths of a year; below zero it takes away. */
export const ageGain = ({ months }: Offer, ageTenths: number): number => 5 * months - 6 * ageTenths

/** What the age goal still lacks with the accounts alone, in sixtieths of a year; zero or less when nothing is lacking. */
export const ageShortfall = ({ accounts, months }: AccountAges, ageTenths: number): number =>
  6 * ageTenths * accounts - 5 * months

/** Less than zero when the first plan is better: it costs less, else has fewer lines, else the larger limit. */
export const comparePlans = (one: Totals, other: Totals): number =>
  one.cost - other.cost || one.slots - other.slots || other.limit - one.limit

/** Whether slots are whole numbers of at least nothing and at most the stock. */
export const isInStock = (offers: readonly Offer[], slots: Slots): boolean =>
  slots.length === offers.length &&
  offers.every(({ stock }, index) => {
    const taken = slots[index] ?? -1
    return Number.isInteger(taken) && taken >= 0 && taken <= stock
  })
