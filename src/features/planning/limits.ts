/** Saved plans per user. */
export const MAX_SAVED_PLANS = 40
/** In one what-if plan. */
export const MAX_STEPS = 12
export const MAX_NAME_LENGTH = 60

/** Limits of a payoff plan and the messages for values outside them; amounts in cents. */

/** What a plan is for. Least interest and fewest months are one plan (docs/reference/payoff.md). */
export const payoffGoals = ['least_interest', 'fewest_months', 'below_30', 'below_10'] as const
export type PayoffGoal = (typeof payoffGoals)[number]

/** Whether utilization can be measured. */
export const hasLimits = (cards: readonly { limit: number | null }[]): boolean =>
  cards.some(({ limit }) => limit !== null)

export const MAX_CARDS = 30
export const MAX_AMOUNT = 100_000_000
/** Hundredths of a percent. */
export const MAX_APR = 10_000

export const payoffMessages = {
  cards: 'There is no card with a balance to pay',
  manyCards: `A payoff plan takes up to ${MAX_CARDS} cards`,
  balance: 'Enter a balance from $0.01 to $1,000,000',
  apr: 'Enter the APR of your statement, from 0 to 100, with two decimals at most',
  minimum: 'Enter a minimum payment from $0 to $1,000,000',
  now: 'Enter an amount from $0 to $1,000,000, or leave it empty',
  monthly: 'Enter an amount from $0.01 to $1,000,000, or leave it empty for the minimum payments',
  nothing: 'Enter an amount now, an amount each month, or both',
  goal: 'No card here has a limit in your report, so its use cannot be measured',
  sameCard: 'Each card once',
} as const
