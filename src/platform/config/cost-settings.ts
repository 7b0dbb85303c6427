import { z } from 'zod'

/** What pulls, letters and texts cost the operator, and how many are allowed per month: `costs` of `operator.json`. */

const MAX_CENTS = 100_000
const priceMessage = `must be cents from 0 to ${MAX_CENTS} with at most two decimals, like 120 or 0.79`

/** Stored in hundredths of a cent: a text costs less than a cent. */
const Price = z
  .number(priceMessage)
  .min(0, priceMessage)
  .max(MAX_CENTS, priceMessage)
  .refine(cents => Math.abs(cents * 100 - Math.round(cents * 100)) < 1e-6, priceMessage)
  .transform(cents => Math.round(cents * 100))
  .optional()

const limitMessage = 'must be a whole number from 0 to 10000000'
const Most = z.int(limitMessage).min(0, limitMessage).max(10_000_000, limitMessage).optional()
const Limits = z.strictObject({ client: Most, all: Most }).optional()

export const CostSettings = z.strictObject({
  prices: z
    .strictObject({
      pull: Price,
      letter: Price,
      certifiedLetter: Price,
      returnReceiptLetter: Price,
      /** Price of each page of a letter after the first. */
      extraPage: Price,
      text: Price,
    })
    .default({}),
  /** Per month, per client and in total. Texts have no limit: a sign-in code must never wait for a budget. */
  limits: z.strictObject({ pulls: Limits, letters: Limits }).default({}),
})

/** Prices in hundredths of a cent. */
export type CostSettings = z.output<typeof CostSettings>

export const noCosts: CostSettings = { prices: {}, limits: {} }
