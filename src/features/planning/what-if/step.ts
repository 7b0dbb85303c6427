import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { MOST_STEPS } from '../limits.ts'

/** What a user supposes of their credit file, one step at a time. Ids are those of the report view. */

const Id = z.string().min(1).max(200)

/** The account or item in words, as it was named when the step was chosen: shown once the report lacks it. */
const label = z.string().trim().min(1, 'Name the item').max(120)

const ofAccount = { accountId: Id, label }

const amountMessage = 'Enter an amount from $0.01 to $10,000,000'
const Amount = z.int(amountMessage).min(1, amountMessage).max(1_000_000_000, amountMessage)

const balanceMessage = 'Enter an amount from $0 to $10,000,000'
const Balance = z.int(balanceMessage).min(0, balanceMessage).max(1_000_000_000, balanceMessage)

const Day = z.iso.date('Enter a date')
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month')

const monthsMessage = 'Enter from 1 to 120 months'

/** What a corrected account would say; a field that is absent stays as it is reported. */
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

/** Those that would correct or remove it; absent: every bureau that lists it. */
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
    /** Time passes until an inquiry, or a late month of an account, leaves. */
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
  .max(MOST_STEPS, `A plan holds up to ${MOST_STEPS} steps. Remove one first.`)
