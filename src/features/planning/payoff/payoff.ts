import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { hasLimits, MAX_AMOUNT, MAX_APR, MAX_CARDS, payoffGoals, payoffMessages } from '../limits.ts'

/** Requests and responses of payoff plans; amounts in cents. */

const cents = (least: number, message: string) => z.int(message).min(least, message).max(MAX_AMOUNT, message)

const Name = z.string().trim().min(1).max(120)

/** A card with what the user typed. The label names it when it is no longer in the report. */
const PlannedCard = z.strictObject({
  accountId: z.string().min(1).max(200),
  label: Name,
  balance: cents(1, payoffMessages.balance),
  limit: cents(1, 'This is not a limit').nullable(),
  /** In hundredths of a percent: 2499 is 24.99 %. */
  apr: z.int(payoffMessages.apr).min(0, payoffMessages.apr).max(MAX_APR, payoffMessages.apr),
  minimum: cents(0, payoffMessages.minimum),
})

const Total = z
  .int()
  .min(0)
  .max(100 * MAX_AMOUNT)

export const PayoffRequest = z
  .strictObject({
    cards: z.array(PlannedCard).min(1, payoffMessages.cards).max(MAX_CARDS, payoffMessages.manyCards),
    /** Cards that are not paid but count in the total utilization: paid off, or of another owner. */
    others: z.strictObject({ balance: Total, limit: Total }),
    goal: z.enum(payoffGoals),
    now: cents(0, payoffMessages.now),
    /** Null: today's minimum payments. */
    monthly: cents(1, payoffMessages.monthly).nullable(),
  })
  .superRefine(({ cards, goal, now, monthly }, context) => {
    if (now === 0 && monthly === null)
      context.addIssue({ code: 'custom', path: ['monthly'], message: payoffMessages.nothing })
    if (goal.startsWith('below') && !hasLimits(cards))
      context.addIssue({ code: 'custom', path: ['goal'], message: payoffMessages.goal })
    if (new Set(cards.map(({ accountId }) => accountId)).size < cards.length)
      context.addIssue({ code: 'custom', path: ['cards'], message: payoffMessages.sameCard })
  })
  .meta({ id: 'PayoffRequest' })
export type PayoffRequest = z.output<typeof PayoffRequest>

/** A saved payoff plan: the request, and the day of month 0. */
export const PayoffContent = z.strictObject({
  kind: z.literal('payoff'),
  startsOn: z.iso.date('Enter a date'),
  request: PayoffRequest,
})

const Months = z.number().nullable()

/** One way to split the same money; months count from now. */
const Outcome = z
  .object({ interest: z.number().nullable(), months: Months, below30: Months, below10: Months })
  .meta({ id: 'PayoffOutcome' })

export const PayoffResult = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('plan'),
      monthly: z.number(),
      /** When the goal is reached, and the month before which no plan reaches it; null if this one does not. */
      reached: Months,
      earliest: Months,
      plan: Outcome,
      avalanche: Outcome,
      equal: Outcome.nullable(),
      snowball: Outcome.nullable(),
      /** The least to pay now on each card to be below the share; null where that is not enough. */
      least: z.object({ below30: z.array(z.number()).nullable(), below10: z.array(z.number()).nullable() }),
      curve: z.array(
        z.object({ monthly: z.number(), interest: z.number(), months: z.number(), reached: Months }),
      ),
      months: z.array(
        z.object({
          month: z.number(),
          paid: z.number(),
          interest: z.number(),
          owed: z.number(),
          payments: z.array(z.number()),
          balances: z.array(z.number()),
        }),
      ),
    }),
    z.object({
      kind: z.literal('short'),
      because: z.enum(['minimums', 'years']),
      /** The smallest monthly amount that is enough. */
      atLeast: z.number(),
    }),
  ])
  .meta({ id: 'PayoffResult' })
export type PayoffResult = z.output<typeof PayoffResult>

/** A card of the report that can be in a plan. */
const ReportedCard = PlannedCard.pick({ accountId: true, label: true })
  .extend({
    bureau: Bureau,
    number: z.string().nullable(),
    balance: z.number(),
    limit: z.number().nullable(),
    /** The reported monthly payment. */
    minimum: z.number().nullable(),
    /** When the balance was reported. */
    asOf: z.string().nullable(),
  })
  .meta({ id: 'ReportedCard' })
export type ReportedCard = z.output<typeof ReportedCard>

/** One card of a saved plan compared with the newest report. */
const CardProgress = z
  .object({
    accountId: z.string(),
    label: z.string(),
    state: z.enum(['ahead', 'behind', 'on_plan', 'older', 'missing']),
    expected: z.number().nullable(),
    reported: z.number().nullable(),
    asOf: z.string().nullable(),
    sentence: z.string(),
  })
  .meta({ id: 'PayoffCardProgress' })
export type CardProgress = z.output<typeof CardProgress>

/** The progress of a saved plan according to the newest report. */
const PayoffProgress = z
  .object({ planId: z.string(), sentence: z.string(), cards: z.array(CardProgress) })
  .meta({ id: 'PayoffProgress' })
export type PayoffProgress = z.output<typeof PayoffProgress>

export const PayoffStart = z
  .object({
    hasReport: z.boolean(),
    cards: z.array(ReportedCard),
    others: z.object({ balance: z.number(), limit: z.number() }),
    saved: z.array(PayoffProgress),
  })
  .meta({ id: 'PayoffStart' })
export type PayoffStart = z.output<typeof PayoffStart>
