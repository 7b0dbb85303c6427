import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { Factor } from '#features/credit/contract.ts'

/** What a what-if answers: each bureau's file on today's day, and as the steps would leave it. */

const Text = z.string().nullable()

/** A card with amounts in dollars, and its use in percent; null where the report lacks what it takes. */
const Card = z.object({
  accountId: z.string(),
  label: z.string(),
  balance: Text,
  limit: Text,
  percent: z.number().nullable(),
  use: Text,
})

/** A factor as in Analytics, but of one bureau alone. `value` and `rating` are null where they cannot be told, for the reason `lacks`. */
const FileFactor = Factor.pick({ id: true, title: true, impactLevel: true })
  .extend({ value: Text, rating: Factor.shape.rating.nullable(), lacks: Text })
  .meta({ id: 'CreditFileFactor' })

const Opened = z.object({ label: z.string(), date: z.string() }).nullable()

export const FileFigures = z
  .object({
    on: z.string(),
    factors: z.array(FileFactor),
    /** Of the open cards that report both balance and limit, in dollars. */
    cardsInAll: z.object({ balance: z.string(), limit: z.string(), percent: z.number() }).nullable(),
    cards: z.array(Card),
    counts: z.object({
      accounts: z.number(),
      openAccounts: z.number(),
      openCards: z.number(),
      derogatory: z.number(),
      lateMonths: z.number(),
      ratedMonths: z.number(),
      inquiries: z.number(),
    }),
    /** Of the open accounts that report when they were opened; years with two decimals. */
    ages: z.object({ averageYears: z.number().nullable(), oldest: Opened, newest: Opened }),
    /** What is left out of the figures because the report lacks it. */
    leftOut: z.array(z.string()),
  })
  .meta({ id: 'CreditFileFigures' })
export type FileFigures = z.output<typeof FileFigures>

const BureauResult = z
  .object({
    bureau: Bureau,
    /** The date of the bureau's report. */
    reportDate: Text,
    before: FileFigures,
    after: FileFigures,
    /** By the number of the step, from 0. */
    notes: z.array(z.object({ step: z.number(), text: z.string() })),
    /** What left while time passed, with the last day on which it may have been listed. */
    departures: z.array(z.object({ label: z.string(), value: z.string(), latest: z.string() })),
    /** What leaves next, the soonest first; `latest` is null where the day cannot be told. */
    dropOffs: z.array(z.object({ label: z.string(), value: z.string(), latest: Text, why: z.string() })),
  })
  .meta({ id: 'WhatIfAtBureau' })
export type BureauResult = z.output<typeof BureauResult>

export const WhatIfResult = z
  .object({
    steps: z.array(
      z.object({
        /** In words. */
        text: z.string(),
        /** The day after the step. */
        on: z.string(),
        /** Why the step cannot be done; it then changes nothing. */
        problem: Text,
      }),
    ),
    bureaus: z.array(BureauResult),
    /** Of the plan, without a file in the report. */
    withoutFile: z.array(Bureau),
  })
  .meta({ id: 'WhatIfResult' })
export type WhatIfResult = z.output<typeof WhatIfResult>
