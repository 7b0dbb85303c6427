import { z } from 'zod'

/** The shapes of advice. Money in whole dollars, ages in years, rounded to one decimal, or two where one would show a goal that is missed. */

export const TradeLine = z.object({
  id: z.string(),
  name: z.string(),
  bank: z.string(),
  ageYears: z.number(),
  creditLimit: z.number(),
  /** Of one slot. */
  price: z.number(),
  /** The last day to buy, `YYYY-MM-DD`. */
  purchaseBy: z.string().nullable(),
})
export type TradeLine = z.output<typeof TradeLine>

/** A line of the plan and what it brings: what the plan would give without it. */
const Selected = z.object({
  slots: z.number(),
  totalCost: z.number(),
  tradeLine: TradeLine,
  addedLimit: z.number(),
  /** The average age of the plan without this line; null when no account would be left. */
  averageAgeWithout: z.number().nullable(),
})

const Guard = z.object({
  code: z.enum(['mortgage', 'frozen', 'fraud_alert', 'no_accounts', 'undated_accounts', 'old_report']),
  level: z.enum(['stop', 'note']),
  title: z.string(),
  text: z.string(),
})

export const Advice = z.object({
  newAverageAge: z.number(),
  newTotalLimit: z.number(),
  totalCost: z.number(),
  message: z.string().nullable(),
  selectedTradeLines: z.array(Selected),
  /** Whether each goal is reached; a goal of zero is. */
  reached: z.object({ averageAge: z.boolean(), extraLimit: z.boolean() }),
  addedLimit: z.number(),
  /** No other mix is better; false only when the time ran out. */
  proven: z.boolean(),
  /** The open accounts as they stand today. */
  before: z.object({
    asOf: z.string(),
    accounts: z.number(),
    averageAge: z.number().nullable(),
    totalLimit: z.number(),
  }),
  /** What an older average costs at least, with the same limit goal. */
  curve: z.array(z.object({ averageAge: z.number(), cost: z.number() })),
  /** What speaks against buying now, the gravest first. */
  guards: z.array(Guard),
  /** Lines on offer that were left out, and why. */
  leftOut: z.array(
    z.object({
      reason: z.enum(['bank_derogatory', 'bank_in_report', 'deadline_passed']),
      names: z.array(z.string()),
    }),
  ),
  freeMoves: z.array(z.object({ code: z.string(), title: z.string(), text: z.string() })),
  notices: z.array(z.string()),
})
export type Advice = z.output<typeof Advice>
