import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau } from '#api/schemas.ts'
import { WholeNumber } from '#features/staff/contract.ts'

/** Money in whole dollars; ages in years with one decimal, or two where one would hide a missed goal. */

export const TradeLine = z
  .object({
    id: z.string(),
    name: z.string(),
    bank: z.string(),
    ageYears: z.number(),
    creditLimit: z.number(),
    /** Per slot. */
    price: z.number(),
    /** The last day to buy, `YYYY-MM-DD`. */
    purchaseBy: z.string().nullable(),
  })
  .meta({ id: 'TradeLine' })
export type TradeLine = z.output<typeof TradeLine>

/** A line of the plan, and the average age without it. */
const Selected = z.object({
  slots: z.number(),
  totalCost: z.number(),
  tradeLine: TradeLine,
  addedLimit: z.number(),
  /** Null when no account would be left. */
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
  /** Whether each goal is reached; a goal of zero always is. */
  reached: z.object({ averageAge: z.boolean(), extraLimit: z.boolean() }),
  addedLimit: z.number(),
  /** No other mix is better; false only when time ran out. */
  proven: z.boolean(),
  /** The open accounts today. */
  before: z.object({
    asOf: z.string(),
    accounts: z.number(),
    averageAge: z.number().nullable(),
    totalLimit: z.number(),
  }),
  /** The least cost of other average ages, with the same limit goal. */
  curve: z.array(z.object({ averageAge: z.number(), cost: z.number() })),
  /** Reasons not to buy now, the most serious first. */
  guards: z.array(Guard),
  leftOut: z.array(
    z.object({
      reason: z.enum(['bank_derogatory', 'bank_in_report', 'deadline_passed']),
      lines: z.array(TradeLine.pick({ id: true, name: true, ageYears: true, creditLimit: true })),
    }),
  ),
  freeMoves: z.array(z.object({ code: z.string(), title: z.string(), text: z.string() })),
  notices: z.array(z.string()),
})
export type Advice = z.output<typeof Advice>

const ageMessage = 'Enter years from 0 to 60, with one decimal at most'
const limitMessage = 'Enter whole dollars from 0 to 10,000,000'

/** Years in steps of a tenth; 5.1, for one, is not exact in binary. */
const isTenths = (years: number) => Math.abs(years * 10 - Math.round(years * 10)) < 1e-6

const AdviceRequest = z
  .strictObject({
    desiredAverageAge: z
      .number(ageMessage)
      .min(0, ageMessage)
      .max(60, ageMessage)
      .refine(isTenths, ageMessage)
      .default(5.5),
    desiredExtraLimit: z.int(limitMessage).min(0, limitMessage).max(10_000_000, limitMessage).default(25_000),
    sendToManager: z.boolean().default(false),
  })
  .meta({ id: 'TradeLineAdviceRequest' })

/** A request to the manager and the state of its email. */
export const RequestedEmail = z
  .object({
    id: z.string(),
    status: z.enum(['queued', 'sent', 'failed']),
    errorMessage: z.string().nullable(),
    recipientEmail: z.string(),
    subject: z.string(),
    emailContent: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'TradeLineRequest' })
export type RequestedEmail = z.output<typeof RequestedEmail>

export const InventoryLine = TradeLine.extend({ slots: z.number(), bureaus: z.array(Bureau) }).meta({
  id: 'InventoryLine',
})
export type InventoryLine = z.output<typeof InventoryLine>

/** A line as shown to staff. */
const StaffLine = InventoryLine.extend({
  supplierId: z.string(),
  /** Past its last day to buy, so never recommended. */
  isOver: z.boolean(),
  changedAt: z.string(),
}).meta({ id: 'StaffLine' })
export type StaffLine = z.output<typeof StaffLine>

/** The result of an import. `refusedRows` has at most a hundred of the refused rows. */
const Synced = z
  .object({
    success: z.literal(true),
    added: z.number(),
    updated: z.number(),
    removed: z.number(),
    refused: z.number(),
    refusedRows: z.array(
      z.object({ row: z.number(), supplierId: z.string().nullable(), reason: z.string() }),
    ),
  })
  .meta({ id: 'TradeLineSync' })
export type Synced = z.output<typeof Synced>

const synced = {
  auth: ['agent', 'lead', 'admin'],
  reply: Synced,
  fallback: 'Failed to update the tradelines',
  rateLimit: 'staffWrite',
  audit: 'tradelines_synced',
} as const

export const tradelines = defineEndpoints({
  advice: {
    method: 'POST',
    path: '/tradelines/advice',
    auth: 'user',
    impersonation: 'assist',
    query: z.strictObject({ request: z.enum(['true', 'false']).default('false') }),
    body: AdviceRequest,
    reply: Advice.extend({ request: RequestedEmail.nullable() }).meta({ id: 'TradeLineAdvice' }),
    errors: ['unavailable', 'terms_needed'],
    fallback: 'Failed to get tradeline advice',
    rateLimit: 'advice',
    idempotent: true,
    audit: 'tradelines_advised',
    summary:
      'The mix of lines that reaches the goals at the least cost; on request it is mailed to the manager',
  },
  inventory: {
    method: 'GET',
    path: '/tradelines/inventory',
    auth: 'user',
    reply: z.object({ data: z.array(InventoryLine) }),
    errors: ['unavailable'],
    fallback: 'Failed to load tradelines',
    rateLimit: 'read',
    summary: 'The lines on offer, the cheapest first',
  },
  requested: {
    method: 'GET',
    path: '/tradelines/requested',
    auth: 'user',
    query: z.strictObject({ limit: WholeNumber(1, 200, 50), offset: WholeNumber(0, 100_000, 0) }),
    reply: z.object({ data: z.array(RequestedEmail), total: z.number() }),
    fallback: 'Failed to fetch requested tradelines',
    rateLimit: 'read',
    audit: 'tradelines_read',
    summary: 'The requests to the manager, newest first',
  },
  retry: {
    method: 'POST',
    path: '/tradelines/requested/:requestId/retry',
    auth: 'user',
    impersonation: 'assist',
    params: z.strictObject({ requestId: z.uuid('This is not an id') }),
    reply: RequestedEmail,
    errors: ['not_found', 'unavailable'],
    fallback: 'Failed to send the request again',
    rateLimit: 'tradelineRequest',
    audit: 'tradelines_resent',
    summary: 'Mail a failed request again; one that was sent or is being sent is unchanged',
  },
  staffInventory: {
    method: 'GET',
    path: '/manager/tradelines',
    auth: 'manager',
    query: z.strictObject({
      query: z.string().trim().max(120).default(''),
      before: z.uuid('This is not an id').optional(),
      limit: WholeNumber(1, 100, 25),
    }),
    reply: z.object({
      data: z.array(StaffLine),
      total: z.number(),
      next: z.string().nullable(),
      /** When any line last changed; null before the first import. */
      changedAt: z.string().nullable(),
      /** No supplier is configured, so the lines are invented. */
      sandbox: z.boolean(),
    }),
    errors: ['unavailable'],
    fallback: 'Failed to load tradelines',
    rateLimit: 'read',
    summary:
      'The lines on offer as staff see them; a query finds words of the name, the bank or the id; `next` is the `before` of the next page',
  },
  sync: {
    ...synced,
    method: 'POST',
    path: '/tradelines/sync',
    errors: ['unreadable_feed', 'unavailable'],
    summary: "Fetch the supplier's list and offer what is in it; invalid rows are refused one by one",
  },
  syncFile: {
    ...synced,
    method: 'POST',
    path: '/tradelines/sync/file',
    upload: {
      field: 'file',
      maxBytes: 2 * 1024 * 1024,
      accepts: '.csv,.json',
      tooLarge: 'The list must be smaller than 2 MB',
    },
    errors: ['unreadable_feed', 'too_large', 'unsupported_type', 'unavailable'],
    summary: "The same with the supplier's list as a CSV or JSON file",
  },
})
