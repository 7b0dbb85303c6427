import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { WholeNumber } from '#features/staff/contract.ts'
import { costKinds } from './cost-rules.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month, like 2026-11')

const KindCost = z
  .object({
    kind: z.enum(costKinds),
    count: z.number(),
    /** Of letters; null where none were counted. */
    pages: z.number().nullable(),
    /** Of those with a price; null where none had one. */
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
    /** How many of all clients the provider accepted this month. */
    used: z.number(),
    /** Null where there is no limit. */
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
      /** The current month where it is left out. */
      month: Month.optional(),
      /** The last client of the page before. */
      after: z.uuid('This is not an id').optional(),
      limit: WholeNumber(1, 100, 25),
    }),
    reply: z.object({
      month: z.string(),
      /** Months with anything in them and the current one, newest first. */
      months: z.array(z.string()),
      /** Whether the operator set any price. */
      priced: z.boolean(),
      totals: z.array(KindCost),
      /** Of the month shown, by the limits of today. */
      limits: z.array(MonthLimit),
      clients: z.array(ClientCost),
      /** What to ask the next page with; null at the end. */
      next: z.string().nullable(),
    }),
    errors: [],
    fallback: 'Failed to load the costs',
    rateLimit: 'read',
    audit: 'costs_read',
    summary: 'What a month’s pulls, letters and texts cost: in all, and by client',
  },
  exportMonth: {
    method: 'GET',
    path: '/manager/costs/export',
    auth: reading,
    scope: 'costs:read',
    query: z.strictObject({ month: Month }),
    reply: { file: 'text/csv' },
    errors: [],
    fallback: 'Failed to export the costs',
    rateLimit: 'download',
    audit: 'costs_exported',
    summary: 'The costs of a month as CSV, a line for each client and kind',
  },
})
