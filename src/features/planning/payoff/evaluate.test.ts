import { describe, expect, it } from 'vitest'
import { type CardInput, evaluatePayoff, type PayoffInput } from './evaluate.ts'

const card = (balance: number, apr: number, minimum = 0, limit: number | null = null): CardInput => ({
  balance: Math.round(balance * 100),
  apr: Math.round(apr * 100),
  minimum: minimum * 100,
  limit: limit === null ? null : limit * 100,
})

const evaluate = (
  cards: readonly CardInput[],
  { now = 0, monthly, ...rest }: Partial<Omit<PayoffInput, 'cards'>>,
) =>
  evaluatePayoff({
    cards,
    others: { balance: 0, limit: 0 },
    goal: 'least_interest',
    now: now * 100,
    monthly: monthly === undefined || monthly === null ? null : monthly * 100,
    ...rest,
  })

const planOf = (...input: Parameters<typeof evaluate>) => {
  const found = evaluate(...input)
  if (found.kind === 'short') throw new Error(`at least ${found.atLeast}`)
  return found
}

describe('a month', () => {
  it('adds a twelfth of the APR and then subtracts the payment', () => {
    const { months, plan } = planOf([card(1000, 24)], { monthly: 500 })
    expect(months).toEqual([
      { month: 0, paid: 0, interest: 0, owed: 100_000, payments: [0], balances: [100_000] },
      { month: 1, paid: 50_000, interest: 2_000, owed: 52_000, payments: [50_000], balances: [52_000] },
      { month: 2, paid: 50_000, interest: 1_040, owed: 3_040, payments: [50_000], balances: [3_040] },
      { month: 3, paid: 3_101, interest: 61, owed: 0, payments: [3_101], balances: [0] },
    ])
    expect(plan).toMatchObject({ interest: 3_101, months: 3 })
  })

  it('pays the minimums of all cards, and the rest to the highest APR', () => {
    const { months } = planOf([card(1000, 12, 30), card(1000, 24, 40)], { now: 200, monthly: 170 })
    expect(months.slice(0, 2).map(({ payments }) => payments)).toEqual([
      [0, 20_000],
      [3_000, 14_000],
    ])
  })

  it('pays at least the interest on a card, so that no balance grows', () => {
    const { months } = planOf([card(1000, 12, 5), card(1000, 24)], { monthly: 100 })
    expect(months[1]).toMatchObject({ payments: [1_000, 9_000], balances: [100_000, 93_000] })
  })

  it.each([2, 5])('adds up to the cent in every row, with %i cards', count => {
    const cards = Array.from({ length: count }, (_none, nth) => card(812.37 + nth * 333.33, 18.99 + nth, 27))
    const { months, plan } = planOf(cards, { now: 17.5, monthly: 311.11 })
    let before = cards.reduce((sum, { balance }) => sum + balance, 0)
    for (const { owed, interest, paid } of months) {
      expect(before + interest - paid).toBe(owed)
      before = owed
    }
    expect(months.reduce((sum, { interest }) => sum + interest, 0)).toBe(plan.interest)
  })
})

/** The same months in fractions without any rounding. */
const exactInterest = (cards: readonly CardInput[], monthly: number): number => {
  const order = cards
    .map((_card, index) => index)
    .toSorted((a, b) => (cards[b]?.apr ?? 0) - (cards[a]?.apr ?? 0))
  // After each month, amounts are in a 120,000th of what they were in.
  let unit = 1n
  let balances = cards.map(({ balance }) => BigInt(balance))
  let paid = 0n
  while (balances.some(balance => balance > 0n)) {
    unit *= 120_000n
    const minimums = cards.map(({ minimum }) => BigInt(minimum) * unit)
    let left = BigInt(monthly) * unit
    balances = balances.map((balance, index) => balance * (120_000n + BigInt(cards[index]?.apr ?? 0)))
    balances = balances.map((balance, index) => {
      const minimum = minimums[index] ?? 0n
      const payment = balance < minimum ? balance : minimum
      left -= payment
      return balance - payment
    })
    for (const index of order) {
      const balance = balances[index] ?? 0n
      const payment = balance < left ? balance : left
      balances[index] = balance - payment
      left -= payment
    }
    paid = paid * 120_000n + BigInt(monthly) * unit - left
  }
  const debt = cards.reduce((sum, { balance }) => sum + balance, 0)
  return Number((paid * 1_000_000n) / unit) / 1_000_000 - debt
}

it('is as exact to the cent as fractions without rounding', () => {
  for (let nth = 0; nth < 40; nth++) {
    const cards = Array.from({ length: 2 + (nth % 4) }, (_none, index) =>
      card(731.19 * (index + 1) + nth * 97.53, 11.49 + ((nth * 7 + index * 5) % 19), 120 + 60 * index),
    )
    const monthly = 130_000 + nth * 1_003
    const found = evaluatePayoff({
      cards,
      others: { balance: 0, limit: 0 },
      goal: 'fewest_months',
      now: 0,
      monthly,
    })
    expect(found.kind).toBe('plan')
    if (found.kind === 'short') continue
    expect(Math.abs((found.plan.interest ?? 0) - exactInterest(cards, monthly))).toBeLessThan(0.501)
  }
})

describe('other splits of the same money', () => {
  const cards = [card(4000, 29.99, 120), card(900, 14.99, 30), card(2500, 21.99, 75)]
  const { plan, avalanche, snowball, equal } = planOf(cards, { monthly: 500 })

  it('cost more than paying the highest APR first', () => {
    expect(plan).toEqual(avalanche)
    expect(snowball?.interest).toBeGreaterThan(plan.interest ?? 0)
    expect(equal?.interest).toBeGreaterThan(plan.interest ?? 0)
  })

  it('pay the smallest balance first, or the same amount to each card', () => {
    const balances = [card(300, 10), card(900, 20)]
    expect(planOf(balances, { monthly: 300 }).snowball).toMatchObject({ months: 5 })
    // Equal: 150 each until the first is paid off.
    expect(planOf([card(300, 0), card(900, 0)], { monthly: 300 }).equal).toMatchObject({
      months: 4,
      interest: 0,
    })
  })
})

describe('use of the limits', () => {
  const cards = [card(900, 20, 25, 1000), card(500, 25, 25, 1000)]

  it('is below a share when every card and the total are', () => {
    const { plan, reached, earliest } = planOf(cards, { goal: 'below_30', monthly: 250 })
    expect(reached).toBe(plan.below30)
    expect(earliest).toBe(reached)
    expect(plan.below10).toBeGreaterThan(plan.below30 ?? 0)
  })

  it('pays no card more than it needs before the others reach the goal', () => {
    const { months, reached } = planOf(cards, { goal: 'below_30', now: 400, monthly: 300 })
    expect(months[reached ?? 0]?.balances.every(balance => balance <= 29_999)).toBe(true)
    const { avalanche } = planOf(cards, { goal: 'below_30', now: 400, monthly: 300 })
    expect(reached).toBeLessThan(avalanche.below30 ?? 0)
  })

  it('returns the least to pay now: one cent below the share on each card', () => {
    expect(planOf(cards, { monthly: 250 }).least).toEqual({
      below30: [60_001, 20_001],
      below10: [80_001, 40_001],
    })
  })

  it('counts cards that another person pays in the total utilization', () => {
    const others = { balance: 60_000, limit: 100_000 }
    const { least, reached, earliest } = planOf(cards, { goal: 'below_10', others, monthly: 250 })
    // Their limits add up to 3,000: to be below 900 leaves 299.99 for these cards, paid off the higher APR first.
    expect(least).toEqual({ below30: [60_001, 50_000], below10: null })
    expect([reached, earliest]).toEqual([null, null])
    const below = planOf(cards, { goal: 'below_30', others, monthly: 250 })
    expect(below.months[(below.reached ?? 0) - 1]?.owed).toBeGreaterThan(29_999)
    expect(below.months[below.reached ?? 0]?.owed).toBeLessThanOrEqual(29_999)
  })

  it('cannot be measured without a limit', () => {
    const { plan, least } = planOf([card(500, 20)], { monthly: 100 })
    expect([plan.below30, plan.below10, least.below30]).toEqual([null, null, null])
  })
})

describe('too little', () => {
  it('returns the sum of the first month’s minimums', () => {
    expect(evaluate([card(1000, 24, 30), card(1000, 12, 35)], { monthly: 64.99 })).toEqual({
      kind: 'short',
      because: 'minimums',
      atLeast: 6_500,
    })
    expect(evaluate([card(1000, 24), card(500, 0)], { monthly: 19.99 })).toMatchObject({ atLeast: 2_000 })
    expect(evaluate([card(1000, 24), card(500, 0)], { now: 1000, monthly: 1 })).toMatchObject({
      kind: 'plan',
    })
  })

  it('returns the smallest amount that pays everything within fifty years', () => {
    const cards = [card(1000, 24), card(2000, 18)]
    const found = evaluate(cards, { monthly: 50 })
    expect(found).toMatchObject({ kind: 'short', because: 'years' })
    if (found.kind === 'plan') return
    expect(planOf(cards, { monthly: found.atLeast / 100 }).plan.months).toBeLessThanOrEqual(600)
    expect(evaluate(cards, { monthly: (found.atLeast - 1) / 100 })).toMatchObject({ kind: 'short' })
  })

  it('uses today’s minimums when no monthly amount is given', () => {
    expect(planOf([card(1000, 24, 100), card(50, 0, 60)], { now: 500 }).monthly).toBe(15_000)
  })
})

describe('the curve', () => {
  const { curve, plan } = planOf([card(4000, 29.99, 120), card(900, 14.99, 30)], { monthly: 500 })

  it('contains the plan itself, and falls as the amount rises', () => {
    expect(curve.find(({ monthly }) => monthly === 50_000)).toMatchObject({
      months: plan.months,
      interest: plan.interest,
    })
    expect(curve.length).toBeLessThan(16)
    for (const [index, { interest, months }] of curve.entries()) {
      expect(interest).toBeLessThanOrEqual(curve[index - 1]?.interest ?? interest)
      expect(months).toBeLessThanOrEqual(curve[index - 1]?.months ?? months)
    }
  })
})
