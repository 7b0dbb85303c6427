import { maxBalanceBelow } from '#features/credit/factors/card-use.ts'
import { sum } from '#values/money.ts'
import { hasLimits, type PayoffGoal } from '../limits.ts'
import {
  type Budget,
  type Card,
  highestAprFirst,
  interestOf,
  MICROS_PER_CENT,
  type Micros,
  payEqually,
  payInOrder,
  type Run,
  runPlan,
  type Split,
  smallestBalanceFirst,
  sumDue,
} from './model.ts'
import type { PayoffResult } from './payoff.ts'
import { findEarliestMonth, findMonthBelow, findUsePlan, type UseGoal } from './use-goal.ts'

/** In cents; the APR in hundredths of a percent. */
export type CardInput = { balance: number; limit: number | null; apr: number; minimum: number }

/** `others`: cards that the user does not pay but that count in the total utilization. `monthly` null: today's minimums. */
export type PayoffInput = {
  cards: readonly CardInput[]
  others: { balance: number; limit: number }
  goal: PayoffGoal
  now: number
  monthly: number | null
}

type Payoff = Extract<PayoffResult, { kind: 'plan' }>
type Shortfall = Extract<PayoffResult, { kind: 'short' }>

const toMicros = (cents: number): Micros => cents * MICROS_PER_CENT
const toCents = (micros: Micros): number => Math.round(micros / MICROS_PER_CENT)
const toCentsAbove = (micros: Micros): number => Math.ceil(micros / MICROS_PER_CENT)

const toCard = ({ balance, apr, minimum }: CardInput): Card => ({
  balance: toMicros(balance),
  apr,
  minimum: toMicros(minimum),
})

const goalBelow = ({ cards, others }: Pick<PayoffInput, 'cards' | 'others'>, percent: number): UseGoal => {
  const limit = others.limit + sum(cards.map(card => card.limit ?? 0))
  return {
    caps: cards.map(card => (card.limit === null ? null : toMicros(maxBalanceBelow(card.limit, percent)))),
    capOfAll: toMicros(maxBalanceBelow(limit, percent) - others.balance),
  }
}

/** The smallest monthly amount, in cents, that pays everything within 50 years. */
const leastMonthly = (cards: readonly Card[], now: Micros, from: number): number => {
  const split = payInOrder(highestAprFirst(cards))
  const paysOff = (cents: number) => {
    const run = runPlan(cards, { now, monthly: toMicros(cents) }, split)
    return run.kind === 'run' && run.isPaidOff
  }
  let [no, yes] = [
    from,
    toCentsAbove(sum(cards.map(card => card.balance + interestOf(card.balance, card.apr)))),
  ]
  while (yes - no > 1) {
    const middle = Math.floor((no + yes) / 2)
    if (paysOff(middle)) yes = middle
    else no = middle
  }
  return yes
}

const interestIn = ({ balances, paid }: Extract<Run, { kind: 'run' }>, cards: readonly Card[]): number =>
  toCents(sum(balances.at(-1) ?? []) + sum(paid) - sum(cards.map(({ balance }) => balance)))

const describe = (
  run: Run,
  cards: readonly Card[],
  uses: readonly [UseGoal, UseGoal] | null,
): Payoff['plan'] | null => {
  if (run.kind === 'short') return null
  return {
    interest: run.isPaidOff ? interestIn(run, cards) : null,
    months: run.isPaidOff ? run.balances.length - 1 : null,
    below30: uses && findMonthBelow(run, uses[0]),
    below10: uses && findMonthBelow(run, uses[1]),
  }
}

/** Rounded so that each month adds up: old balance plus interest minus payment equals new balance. */
const listMonths = (run: Extract<Run, { kind: 'run' }>, cards: readonly Card[]): Payoff['months'] => {
  let before = cards.map(({ balance }) => balance)
  let owedBefore = toCents(sum(before))
  return run.balances.map((balances, month) => {
    const owed = toCents(sum(balances))
    const paid = toCents(run.paid[month] ?? 0)
    const payments = before.map((balance, index) => {
      const interest = month === 0 ? 0 : interestOf(balance, cards[index]?.apr ?? 0)
      return toCents(balance + interest - (balances[index] ?? 0))
    })
    const line = {
      month,
      paid,
      interest: owed + paid - owedBefore,
      owed,
      payments,
      balances: balances.map(toCents),
    }
    before = [...balances]
    owedBefore = owed
    return line
  })
}

/** The least that brings each card below its share, plus what the total still needs, on the highest APR. */
const leastNow = (cards: readonly Card[], { caps, capOfAll }: UseGoal): number[] | null => {
  const needed = cards.map(({ balance }, index) => Math.max(0, balance - (caps[index] ?? balance)))
  const measured = cards.map(({ balance }, index) =>
    caps[index] === null ? 0 : balance - (needed[index] ?? 0),
  )
  let left = Math.max(0, sum(measured) - capOfAll)
  for (const index of highestAprFirst(cards)) {
    const more = Math.min(left, measured[index] ?? 0)
    needed[index] = (needed[index] ?? 0) + more
    left -= more
  }
  return left > 0 ? null : needed.map(toCents)
}

const POINTS = 12

/** Whole dollars around the monthly amount, which is one of them. */
const curveAmounts = (monthly: number, least: number): number[] => {
  const from = Math.max(least, Math.round(monthly / 2))
  const step = (monthly * 2 - from) / POINTS
  const even = Array.from(
    { length: POINTS + 1 },
    (_none, index) => Math.ceil((from + step * index) / 100) * 100,
  )
  return [...new Set([...even, monthly])].toSorted((one, other) => one - other)
}

const prepare = (input: PayoffInput) => {
  const cards = input.cards.map(toCard)
  const uses = hasLimits(input.cards) ? ([goalBelow(input, 30), goalBelow(input, 10)] as const) : null
  const goal = input.goal === 'below_30' ? uses?.[0] : input.goal === 'below_10' ? uses?.[1] : undefined
  const byApr = payInOrder(highestAprFirst(cards))
  const dueToday = toCentsAbove(
    sumDue(
      cards,
      cards.map(({ balance }) => balance),
    ),
  )
  /** The best plan with a monthly amount in cents. */
  const solve = (monthly: number) => {
    const budget: Budget = { now: toMicros(input.now), monthly: toMicros(monthly) }
    const usePlan = goal === undefined ? null : findUsePlan(cards, budget, goal)
    return { budget, usePlan, run: runPlan(cards, budget, usePlan?.split ?? byApr) }
  }
  return { cards, uses, goal, byApr, dueToday, monthly: input.monthly ?? dueToday, solve }
}

/** The balance of each card after each month of the best plan, in cents; empty where the money is too little. */
export const planBalances = (input: PayoffInput): number[][] => {
  const { solve, monthly } = prepare(input)
  const { run } = solve(monthly)
  return run.kind === 'short' ? [] : run.balances.map(balances => balances.map(toCents))
}

/** The best split of the money over the cards, and three common ones for comparison. */
export const evaluatePayoff = (input: PayoffInput): Payoff | Shortfall => {
  const { cards, uses, goal, byApr, dueToday, monthly, solve } = prepare(input)
  const { budget, usePlan, run } = solve(monthly)
  const outcomeOf = (split: Split) => describe(runPlan(cards, budget, split), cards, uses)
  const avalanche = outcomeOf(byApr)
  if (run.kind === 'short') return { kind: 'short', because: 'minimums', atLeast: toCentsAbove(run.due) }
  const plan = describe(run, cards, uses)
  if (avalanche === null || plan === null || !run.isPaidOff)
    return { kind: 'short', because: 'years', atLeast: leastMonthly(cards, budget.now, monthly) }
  return {
    kind: 'plan',
    monthly,
    reached: goal === undefined ? plan.months : (usePlan?.month ?? null),
    earliest:
      goal === undefined ? plan.months : usePlan && findEarliestMonth(cards, budget, goal, usePlan.month),
    plan,
    avalanche,
    equal: outcomeOf(payEqually),
    snowball: outcomeOf(payInOrder(smallestBalanceFirst(cards))),
    least: { below30: uses && leastNow(cards, uses[0]), below10: uses && leastNow(cards, uses[1]) },
    curve: curveAmounts(monthly, dueToday).flatMap(amount => {
      const point = solve(amount)
      if (point.run.kind === 'short' || !point.run.isPaidOff) return []
      return {
        monthly: amount,
        interest: interestIn(point.run, cards),
        months: point.run.balances.length - 1,
        reached: point.usePlan?.month ?? null,
      }
    }),
    months: listMonths(run, cards),
  }
}
