import { sum } from '#values/money.ts'

/**
 * How card balances change month by month under a plan (docs/reference/payoff.md). Whole numbers only: inside the
 * calculation money is in millionths of a cent, so that rounding does not decide between two plans.
 */

/** Millionths of a cent. */
export type Micros = number

export const MICROS_PER_CENT = 1_000_000
export const MAX_MONTHS = 600

/** Divides an APR in hundredths of a percent over twelve months: 24.99 % is 2499 of these units. */
const APR_UNITS = 120_000

/** `minimum`: what must be paid each month, or the month's interest if that is more. */
export type Card = { balance: Micros; apr: number; minimum: Micros }

/** One month's interest, rounded half up. The parts stay below 2^53 up to a balance of nine million dollars. */
export const interestOf = (balance: Micros, apr: number): Micros => {
  const rest = balance % APR_UNITS
  return ((balance - rest) / APR_UNITS) * apr + Math.floor((rest * apr + APR_UNITS / 2) / APR_UNITS)
}

/** What must be paid on a card in a month with this interest: its balance never grows. */
const dueOf = ({ minimum }: Card, balance: Micros, interest: Micros): Micros =>
  Math.min(balance + interest, Math.max(minimum, interest))

/** What must be paid on all cards in the month after these balances. */
export const sumDue = (cards: readonly Card[], balances: readonly Micros[]): Micros =>
  sum(
    cards.map((card, index) => {
      const balance = balances[index] ?? 0
      return dueOf(card, balance, interestOf(balance, card.apr))
    }),
  )

/** Reduces balances by the rest of a payment after the minimums. Month 0 is the payment now. */
export type Split = (extra: Micros, balances: Micros[], month: number) => void

export type Budget = { now: Micros; monthly: Micros }

/**
 * Balances of each card after the payment now and after each month, and what was paid in each of these steps. A run ends
 * when everything is paid, or at the last requested month. `short`: the monthly amount is less than `due`, the payments
 * that must be made in the first month.
 */
export type Run =
  | { kind: 'run'; balances: readonly (readonly Micros[])[]; paid: readonly Micros[]; isPaidOff: boolean }
  | { kind: 'short'; due: Micros }

export const runPlan = (
  cards: readonly Card[],
  { now, monthly }: Budget,
  split: Split,
  lastMonth = MAX_MONTHS,
): Run => {
  let current = cards.map(({ balance }) => balance)
  const before = sum(current)
  split(now, current, 0)
  const due = sumDue(cards, current)
  if (due > monthly) return { kind: 'short', due }
  let owed = sum(current)
  const balances = [current]
  const paid = [before - owed]
  for (let month = 1; owed > 0 && month <= lastMonth; month++) {
    let extra = monthly
    let grown = owed
    const next = current.slice()
    for (const [index, card] of cards.entries()) {
      const balance = current[index] ?? 0
      if (balance === 0) continue
      const interest = interestOf(balance, card.apr)
      const payment = dueOf(card, balance, interest)
      extra -= payment
      grown += interest
      next[index] = balance + interest - payment
    }
    split(extra, next, month)
    owed = sum(next)
    balances.push(next)
    paid.push(grown - owed)
    current = next
  }
  return { kind: 'run', balances, paid, isPaidOff: owed === 0 }
}

/** Pays everything to the first card in the order that still has a balance, then to the next. */
export const payInOrder =
  (order: readonly number[]): Split =>
  (extra, balances) => {
    let left = extra
    for (const index of order) {
      const payment = Math.min(left, balances[index] ?? 0)
      balances[index] = (balances[index] ?? 0) - payment
      left -= payment
    }
  }

const indicesBy = (cards: readonly Card[], compare: (one: Card, other: Card) => number): number[] =>
  cards
    .map((card, index) => ({ card, index }))
    .toSorted((one, other) => compare(one.card, other.card) || one.index - other.index)
    .map(({ index }) => index)

/**
 * The avalanche: the highest APR first, and among equal APRs the smaller balance, which costs the same. Of all plans it
 * leaves the least total debt after every month. Proof: number the cards by APR, highest first; let x be the balances under the
 * avalanche and y under any other plan after the same month. Claim: sum x <= sum y. The avalanche pays one card q beyond its
 * minimum at a time. Cards before q are at 0, so d = y - x >= 0 there. Cards after q had nothing but minimums, and of a higher
 * balance at least as much is left after a least payment as of a lower one, so d <= 0 there. With sum d >= 0 by induction, and
 * growth factors g that fall with the number, sum g d >= g(q) sum d >= 0. The avalanche then pays the whole amount or all that
 * is owed; no plan pays more. The amount now is the same step without interest. Minimums affordable in the first month stay
 * so, since balances never grow.
 */
export const highestAprFirst = (cards: readonly Card[]): number[] =>
  indicesBy(cards, (one, other) => other.apr - one.apr || one.balance - other.balance)

/** The snowball. */
export const smallestBalanceFirst = (cards: readonly Card[]): number[] =>
  indicesBy(cards, (one, other) => one.balance - other.balance || other.apr - one.apr)

/** Pays the same amount to every card that still has a balance; what one card does not need goes to the others. */
export const payEqually: Split = (extra, balances) => {
  let left = extra
  const open = balances
    .map((balance, index) => ({ balance, index }))
    .filter(({ balance }) => balance > 0)
    .toSorted((one, other) => one.balance - other.balance)
  for (const [position, { balance, index }] of open.entries()) {
    const payment = Math.min(balance, Math.floor(left / (open.length - position)))
    balances[index] = balance - payment
    left -= payment
  }
}
