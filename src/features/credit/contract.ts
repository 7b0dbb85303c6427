import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau } from '#api/schemas.ts'
import { FullReport, ShownPart, Warning } from '#features/reports/contract.ts'

const Text = z.string().nullable()

const factorIds = [
  'payment_history',
  'credit_utilization',
  'derogatory_marks',
  'credit_age',
  'total_accounts',
  'hard_inquiries',
] as const
const ratings = ['excellent', 'good', 'fair', 'poor'] as const
const impactLevels = ['high', 'medium', 'low'] as const

const Advice = z.object({ title: z.string(), recommendation: z.string(), explanation: z.string() })

/** One row behind a number, with its place in the report. */
const Basis = z
  .object({
    label: z.string(),
    value: z.string(),
    accountId: z.string().optional(),
    inquiryId: z.string().optional(),
    recordId: z.string().optional(),
    bureau: Bureau.optional(),
  })
  .meta({ id: 'Basis' })
export type Basis = z.output<typeof Basis>

export const Factor = z
  .object({
    id: z.enum(factorIds),
    title: z.string(),
    impactLevel: z.enum(impactLevels),
    rating: z.enum(ratings),
    value: z.string(),
    description: z.string(),
    alerts: z.array(Advice),
    /** Every row from which the value is computed. */
    basis: z.array(Basis),
  })
  .meta({ id: 'CreditFactor' })
export type Factor = z.output<typeof Factor>

export const MainAlert = Advice.extend({
  kind: z.enum([
    'no_report',
    'processing',
    'identity_theft',
    'impossible_item',
    'to_check',
    'in_dispute',
    'derogatory',
    'utilization',
    'inquiries',
    'thin_file',
    'all_good',
  ]),
  /** Set by an operator, both or neither. */
  marketplaceButtonText: z.string().optional(),
  marketplaceUrl: z.url({ protocol: /^https$/ }).optional(),
  basis: z.array(Basis).optional(),
  /** The finding it is about, if any, from `GET /credit/findings`. */
  findingId: z.string().optional(),
}).meta({ id: 'MainAlert' })
export type MainAlert = z.output<typeof MainAlert>

/** Where the figures come from: when which bureaus reported, and in what form. */
const Report = z
  .object({
    id: z.string(),
    reportDate: Text,
    receivedAt: z.string(),
    format: z.string(),
    origin: z.enum(['import', 'bureau', 'sandbox']),
    bureaus: z.array(Bureau),
    /** Each bureau's document and date: a date of one says nothing of another. */
    parts: z.array(ShownPart),
    warnings: z.array(Warning),
  })
  .meta({ id: 'Report' })

export const Analytics = z
  .object({
    fullReport: FullReport.nullable(),
    creditFactors: z.array(Factor),
    isProcessing: z.boolean(),
    message: z.string().nullable(),
    mainAlert: MainAlert,
    report: Report.nullable(),
  })
  .meta({ id: 'CreditAnalytics' })
export type Analytics = z.output<typeof Analytics>

const HistoryEntry = z
  .object({
    /** The report's own date, or when it arrived. */
    reportTime: z.string(),
    scoreNew: z.number().nullable(),
    /** The previous score at the same bureau; null on the first. */
    scoreOld: z.number().nullable(),
    changes: z.array(z.object({ title: z.string(), summary: z.string() })),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.output<typeof HistoryEntry>

/** Six months of history at the bureaus of the plan, newest first. */
export const History = z
  .object({
    /** The requested bureau. */
    bureau: Bureau.nullable(),
    history: z.partialRecord(Bureau, z.array(HistoryEntry)),
  })
  .meta({ id: 'CreditHistory' })
export type History = z.output<typeof History>

export const credit = defineEndpoints({
  analytics: {
    method: 'GET',
    path: '/credit/analytics',
    auth: 'user',
    query: z.strictObject({ level: z.enum(['1', '3']).optional(), bureau: Bureau.optional() }),
    reply: Analytics,
    errors: ['plan_required'],
    fallback: 'Failed to fetch credit analytics',
    rateLimit: 'read',
    audit: 'report_read',
    summary: 'The report, scores and factors that the plan may see',
  },
  history: {
    method: 'GET',
    path: '/credit/history',
    auth: 'user',
    query: z.strictObject({ level: z.enum(['1', '3']).optional(), bureau: Bureau.optional() }),
    reply: History,
    errors: ['plan_required'],
    fallback: 'Failed to fetch credit history',
    rateLimit: 'read',
    audit: 'report_read',
    summary: 'Scores and notable changes of the last six months, per bureau of the plan',
  },
})
