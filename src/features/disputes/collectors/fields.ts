import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { tooLongMessage } from '../limits.ts'
import {
  amountMessage,
  amountPattern,
  ceaseScopes,
  contactMedia,
  debtClaims,
  notDebtCollectorMessage,
  noticeStates,
  validationScopes,
} from './debt-answers.ts'

/** The fields of letters to debt collectors, in requests and in items. */

const Day = z.iso.date('Use a date like 2026-03-31')

const Text = (most: number) => z.string().trim().min(1).max(most, tooLongMessage(most)).optional()

const Amount = z.string().trim().regex(amountPattern, amountMessage)

/** The validation notice of 15 U.S.C. 1692g(a), as far as the user knows about it. */
export const Notice = z
  .strictObject({
    state: z.enum(noticeStates, 'Say whether the notice came'),
    /** The day on which it was received, not in the future. */
    on: Day.optional(),
    /** The last day to dispute that is stated in the notice. */
    endsOn: Day.optional(),
  })
  .meta({ id: 'ValidationNotice' })
export type Notice = z.output<typeof Notice>

/** A debt in collection: a collection entry of the current report, or what the collector states. */
export const CollectedDebt = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('report'), accountId: z.uuid('This is not an id'), bureau: Bureau }),
    z.strictObject({
      from: z.literal('typed'),
      /** The collector's number for the debt. */
      number: Text(40),
      amount: Amount.optional(),
      originalCreditor: Text(80),
    }),
  ])
  .meta({ id: 'CollectedDebt' })
export type CollectedDebt = z.output<typeof CollectedDebt>

/** 15 U.S.C. 1692a(6): neither law nor letter fits a lender that collects its own debts. */
const IsDebtCollector = z.literal(true, notDebtCollectorMessage)

export const validationFields = {
  isDebtCollector: IsDebtCollector,
  debt: CollectedDebt,
  notice: Notice,
  scope: z.enum(validationScopes, 'Choose what you dispute'),
  /** With `part`: how much of the debt is disputed. */
  partAmount: Amount.optional(),
  claims: z.array(z.enum(debtClaims)).max(debtClaims.length).optional(),
  /** Requests the name and address of the original creditor: 15 U.S.C. 1692g(b), 12 CFR 1006.38(c). */
  asksOriginalCreditor: z.boolean().optional(),
}

export const ceaseFields = {
  isDebtCollector: IsDebtCollector,
  debt: CollectedDebt,
  scope: z.enum(ceaseScopes, 'Choose what should stop'),
  /** With `limited`: the ways that the collector should not use. */
  media: z.array(z.enum(contactMedia)).max(contactMedia.length).optional(),
  /** With `limited`: not at the workplace. */
  notAtWork: z.boolean().optional(),
}

/** The debt as a letter names it. Null fields are not mentioned. */
export const NamedDebt = z
  .object({
    /** The account of the report; null for a typed debt. */
    accountId: z.string().nullable(),
    /** The bureau whose file shows it. */
    bureau: Bureau.nullable(),
    number: z.string().nullable(),
    amount: z.string().nullable(),
    originalCreditor: z.string().nullable(),
  })
  .meta({ id: 'NamedDebt' })
export type NamedDebt = z.output<typeof NamedDebt>

/** Fields of items of both types, in addition to those of every item. */
const collected = { collector: z.string(), debt: NamedDebt }

export const validationItemFields = {
  ...collected,
  type: z.literal('validation'),
  reason: z.enum(validationScopes),
  partAmount: z.string().nullable(),
  claims: z.array(z.enum(debtClaims)),
  asksOriginalCreditor: z.boolean(),
  notice: z.object({
    state: z.enum(noticeStates),
    on: z.string().nullable(),
    endsOn: z.string().nullable(),
  }),
}

export const ceaseItemFields = {
  ...collected,
  type: z.literal('cease'),
  reason: z.enum(ceaseScopes),
  media: z.array(z.enum(contactMedia)),
  notAtWork: z.boolean(),
}
