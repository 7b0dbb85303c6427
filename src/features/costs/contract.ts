import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { WholeNumber } from '#features/staff/contract.ts'
import { costKinds } from './cost-rules.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month, like 2026-11')

const KindCost = z
  .object({
    kind: z.enum(costKinds),
    count: z.number(),
    /** Pages of letters; null if none were counted. */
    pages: z.number().nullable(),
    /** The cost of those with a price; null if none had one. */
    cents: z.number().nullable(),
    /** How many had no price when they were sent. */
    withoutPrice: z.number(),
  })
  .meta({ id: 'KindCost' })
export type KindCost = z.output<typeof KindCost>

const ClientCost = z
  .object({
    /** Null for texts to numbers without an account. */
    clientId: z.string().nullable(),
    /** Null after erasure, and where there is no account. */
    name: z.string().nullable(),
    kinds: z.array(KindCost),
  })
  .meta({ id: 'ClientCost' })
export type ClientCost = z.output<typeof ClientCost>

const MonthLimit = z
  .object({
    what: z.enum(['pulls', 'letters']),
    /** How many of all clients' requests the provider accepted this month. */
    used: z.number(),
    /** Null without a limit. */
    ofAll: z.number().nullable(),
    ofClient: z.number().nullable(),
  })
  .meta({ id: 'MonthLimit' })
export type MonthLimit = z.output<typeof MonthLimit>

const reading = ['lead', 'admin', 'auditor'] as const

export const costs = defineEndpoints({
  month: {
    method: 'GET',
    path: '/manager/costs',
    auth: reading,
    scope: 'costs:read',
    query: z.strictObject({
      /** Defaults to the current month. */
      month: Month.optional(),
      /** The last client of the previous page. */
      after: z.uuid('This is not an id').optional(),
      limit: WholeNumber(1, 100, 25),
    }),
    reply: z.object({
      month: z.string(),
      /** Months with entries, and the current one, newest first. */
      months: z.array(z.string()),
      /** Whether the operator set any price. */
      priced: z.boolean(),
      totals: z.array(KindCost),
      /** For the month shown, by today's limits. */
      limits: z.array(MonthLimit),
      clients: z.array(ClientCost),
      /** The `after` of the next page; null at the end. */
      next: z.string().nullable(),
    }),
    fallback: 'Failed to load the costs',
    rateLimit: 'read',
    audit: 'costs_read',
    summary: 'What a month’s pulls, letters and texts cost: in total and by client',
  },
  exportMonth: {
    method: 'GET',
    path: '/manager/costs/export',
    auth: reading,
    scope: 'costs:read',
    query: z.strictObject({ month: Month }),
    reply: { file: 'text/csv' },
    fallback: 'Failed to export the costs',
    rateLimit: 'download',
    audit: 'costs_exported',
    summary: 'The costs of a month as CSV, one line per client and kind',
  },
})
