import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { Factor } from '#features/credit/contract.ts'
import { MAX_STEPS } from '../limits.ts'

/** Hypothetical changes to a user's credit file, one step at a time. Ids are those of the report view. */

const Id = z.string().min(1).max(200)

/** The name of the account or item when the step was chosen, shown when it is no longer in the report. */
const label = z.string().trim().min(1, 'Name the item').max(120)

const ofAccount = { accountId: Id, label }

const amountMessage = 'Enter an amount from $0.01 to $10,000,000'
const Amount = z.int(amountMessage).min(1, amountMessage).max(1_000_000_000, amountMessage)

const balanceMessage = 'Enter an amount from $0 to $10,000,000'
const Balance = z.int(balanceMessage).min(0, balanceMessage).max(1_000_000_000, balanceMessage)

const Day = z.iso.date('Enter a date')
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month')

const monthsMessage = 'Enter from 1 to 120 months'

/** The values of a corrected account; an absent field stays as reported. */
const CorrectedFields = z
  .strictObject({
    balance: Balance,
    limit: Amount,
    dateOpened: Day,
    isOpen: z.boolean(),
    /** Months reported late or worse that were paid on time. */
    onTimeMonths: z.array(Month).min(1).max(120),
  })
  .partial()
  .refine(fields => Object.keys(fields).length > 0, 'Say what would be corrected')

/** An account, inquiry or public record of the report. */
const Item = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), id: Id }),
  z.strictObject({ kind: z.literal('inquiry'), id: Id }),
  z.strictObject({ kind: z.literal('record'), id: Id }),
])
export type Item = z.output<typeof Item>

/** The bureaus that would correct or remove it; absent: every bureau that lists it. */
const bureaus = z.array(Bureau).min(1, 'Choose a bureau').optional()

/** Amounts in cents. */
export const Step = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pay'), ...ofAccount, amount: Amount }),
    z.strictObject({ kind: z.literal('close'), ...ofAccount }),
    z.strictObject({ kind: z.literal('open'), limit: Amount }),
    z.strictObject({ kind: z.literal('raise'), ...ofAccount, limit: Amount }),
    z.strictObject({ kind: z.literal('correct'), ...ofAccount, bureaus, fields: CorrectedFields }),
    z.strictObject({ kind: z.literal('remove'), item: Item, label, bureaus }),
    /** Time passes until an inquiry, or a late month of an account, drops off. */
    z.strictObject({ kind: z.literal('until_inquiry_leaves'), inquiryId: Id, label }),
    z.strictObject({ kind: z.literal('until_late_month_leaves'), ...ofAccount, month: Month }),
    z.strictObject({
      kind: z.literal('months'),
      months: z.int(monthsMessage).min(1, monthsMessage).max(120, monthsMessage),
    }),
  ])
  .meta({ id: 'WhatIfStep' })
export type Step = z.output<typeof Step>

export const Steps = z
  .array(Step)
  .min(1, 'Choose a step')
  .max(MAX_STEPS, `A plan holds up to ${MAX_STEPS} steps. Remove one first.`)

/** The result of a what-if: each bureau's file today, and after the steps. */

const Text = z.string().nullable()

/** A card with amounts in dollars, and its utilization in percent; null where the report lacks the data. */
const Card = z.object({
  accountId: z.string(),
  label: z.string(),
  balance: Text,
  limit: Text,
  percent: z.number().nullable(),
  use: Text,
})

/** A factor as in Analytics, but for one bureau. `value` and `rating` are null if unknown; `lacks` is the reason. */
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
    /** What the figures leave out because the report lacks it. */
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
    /** What dropped off while time passed, with the last day on which it may have been listed. */
    departures: z.array(z.object({ label: z.string(), value: z.string(), latest: z.string() })),
    /** What drops off next, soonest first; `latest` is null where the day is unknown. */
    dropOffs: z.array(z.object({ label: z.string(), value: z.string(), latest: Text, why: z.string() })),
  })
  .meta({ id: 'WhatIfAtBureau' })
export type BureauResult = z.output<typeof BureauResult>

export const WhatIfResult = z
  .object({
    steps: z.array(
      z.object({
        /** The step as a sentence. */
        text: z.string(),
        /** The day after the step. */
        on: z.string(),
        /** Why the step cannot be applied; it then changes nothing. */
        problem: Text,
      }),
    ),
    bureaus: z.array(BureauResult),
    /** Bureaus of the plan without a file in the report. */
    withoutFile: z.array(Bureau),
  })
  .meta({ id: 'WhatIfResult' })
export type WhatIfResult = z.output<typeof WhatIfResult>
