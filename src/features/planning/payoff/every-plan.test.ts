import { describe, expect, it } from 'vitest'
import { times } from '#test/support/chance.ts'
import type { PayoffGoal } from '../limits.ts'
import { evaluatePayoff } from './evaluate.ts'

/**
 * Tries every plan of a small file that in each month, after the minimums, pays the cards in any order, each to zero or
 * first to its cap, or in any order with half of the money on the first card. Interest is a whole percent a month, so for
 * six months all amounts are exact in units of 1/100^6 dollars. It shares no code with the solver.
 */
const MONTHS = 6
const UNIT = 100 ** MONTHS

type Small = { balance: number; percent: number; minimum: number; limit: number }
type File = { cards: Small[]; now: number; monthly: number }

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const ordersOf = (count: number): number[][] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap(order =>
        Array.from({ length: count }, (_none, place) => order.toSpliced(place, 0, count - 1)),
      )

const payTo = (
  balances: number[],
  targets: readonly number[],
  order: readonly number[],
  money: number,
): number => {
  let left = money
  for (const index of order) {
    const payment = Math.min(left, Math.max(0, (balances[index] ?? 0) - (targets[index] ?? 0)))
    balances[index] = (balances[index] ?? 0) - payment
    left -= payment
  }
  return left
}

/** The possible balances after one payment. */
const everySplit = (balances: readonly number[], caps: readonly number[], money: number): number[][] => {
  const zeros = balances.map(() => 0)
  const targets = [
    zeros,
    caps,
    ...caps.map((cap, nth) => zeros.map((_zero, index) => (index === nth ? cap : 0))),
  ]
  const results = new Map<string, number[]>()
  for (const order of ordersOf(balances.length)) {
    for (const target of targets) {
      const next = [...balances]
      payTo(next, zeros, order, payTo(next, target, order, money))
      results.set(next.join(), next)
    }
    const next = [...balances]
    const half = money / 2
    payTo(next, zeros, order, half + payTo(next, zeros, order.slice(0, 1), half))
    results.set(next.join(), next)
  }
  return [...results.values()]
}

const interestOf = (balances: readonly number[], { cards }: File) =>
  balances.map((balance, index) => (balance / 100) * (cards[index]?.percent ?? 0))

/** Every state after the payment now, then after each month. */
function* everyState(file: File, caps: readonly number[]): Generator<number[][]> {
  const { cards, now, monthly } = file
  let states = everySplit(
    cards.map(({ balance }) => balance * UNIT),
    caps,
    now * UNIT,
  )
  yield states
  for (let month = 1; month <= MONTHS; month++) {
    const next = new Map<string, number[]>()
    for (const state of states) {
      const interest = interestOf(state, file)
      const grown = state.map((balance, index) => balance + (interest[index] ?? 0))
      const due = grown.map((balance, index) =>
        Math.min(balance, Math.max((cards[index]?.minimum ?? 0) * UNIT, interest[index] ?? 0)),
      )
      if (sum(due) > monthly * UNIT) continue
      const after = grown.map((balance, index) => balance - (due[index] ?? 0))
      for (const one of everySplit(after, caps, monthly * UNIT - sum(due))) next.set(one.join(), one)
    }
    states = [...next.values()]
    yield states
  }
}

let seed = 20_261_123
const upTo = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * (most + 1))
}

const randomFile = (): File => {
  const cards = Array.from({ length: 2 + (upTo(4) === 0 ? 1 : 0) }, () => ({
    balance: 1 + upTo(30),
    percent: upTo(8),
    minimum: upTo(2),
    limit: 5 + upTo(60),
  }))
  const debt = sum(cards.map(({ balance }) => balance))
  const now = upTo(2) === 0 ? upTo(Math.floor(debt / 2)) : 0
  // Enough for the minimums and the interest of the first month.
  const least = sum(
    cards.map(({ balance, percent, minimum }) => Math.max(minimum, (balance * percent) / 100)),
  )
  return { cards, now, monthly: Math.ceil(Math.max(least, debt / (2 + upTo(3)))) }
}

const solve = ({ cards, now, monthly }: File, goal: PayoffGoal) => {
  const found = evaluatePayoff({
    cards: cards.map(({ balance, percent, minimum, limit }) => ({
      balance: balance * 100,
      apr: percent * 1200,
      minimum: minimum * 100,
      limit: limit * 100,
    })),
    others: { balance: 0, limit: 0 },
    goal,
    now: now * 100,
    monthly: monthly * 100,
  })
  if (found.kind === 'short') throw new Error(`at least ${found.atLeast}`)
  return found
}

/** The least interest in cents and the fewest months of all plans. */
const findCheapest = (file: File): { interest: number; months: number } => {
  const { cards, now, monthly } = file
  const debt = sum(cards.map(({ balance }) => balance)) * UNIT
  let [interest, months, month] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]
  for (const states of everyState(
    file,
    cards.map(() => 0),
  )) {
    month += 1
    for (const state of states) {
      const grown = sum(state) + sum(interestOf(state, file))
      if (grown > monthly * UNIT) continue
      // The last payment is what is left.
      interest = Math.min(interest, (now + monthly * (month - 1)) * UNIT + grown - debt)
      months = Math.min(months, month)
    }
  }
  return { interest: (interest * 100) / UNIT, months }
}

const findMonthBelow = (file: File, percent: number): number => {
  const caps = file.cards.map(({ limit }) => ((Math.ceil(limit * percent) - 1) / 100) * UNIT)
  let month = 0
  for (const states of everyState(file, caps)) {
    if (states.some(state => state.every((balance, index) => balance <= (caps[index] ?? 0)))) return month
    month += 1
  }
  throw new Error('no plan is below in time')
}

const FILES = times(400)

describe('compared with every plan of hundreds of small files', () => {
  it('no plan costs less interest or takes fewer months', () => {
    for (let nth = 0; nth < FILES; nth++) {
      const file = randomFile()
      const cheapest = findCheapest(file)
      const { plan } = solve(file, nth % 2 === 0 ? 'least_interest' : 'fewest_months')
      expect(plan.months, JSON.stringify(file)).toBe(cheapest.months)
      // To the cent, which is how the plan states it.
      expect(Math.abs((plan.interest ?? Number.NaN) - cheapest.interest), JSON.stringify(file)).toBeLessThan(
        0.501,
      )
    }
  })

  it('no plan is below a share of the limits sooner, and nearly always this is proven', () => {
    const counts = { proven: 0, sooner: 0 }
    for (let nth = 0; nth < FILES; nth++) {
      const file = randomFile()
      const percent = nth % 2 === 0 ? 30 : 10
      const month = findMonthBelow(file, percent)
      const { reached, earliest, plan, avalanche } = solve(file, percent === 30 ? 'below_30' : 'below_10')
      expect(earliest, JSON.stringify(file)).toBeLessThanOrEqual(month)
      expect(reached, JSON.stringify(file)).toBeLessThanOrEqual(month)
      if (reached === earliest) counts.proven += 1
      // The cheapest plan, if it reaches the goal as soon.
      if (reached === (percent === 30 ? avalanche.below30 : avalanche.below10))
        expect(plan).toEqual(avalanche)
      // Possible: the plans tried here leave no card between zero and its cap.
      if (reached !== month) counts.sooner += 1
    }
    expect(counts.proven).toBeGreaterThan(FILES * 0.99)
    expect(counts.sooner).toBeLessThan(FILES * 0.01)
  })
})
