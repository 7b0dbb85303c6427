import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau } from '#api/schemas.ts'
import { accountTypes } from '#features/reports/canonical.ts'
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

/** One row behind a number, with its location in the report. */
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

/** What a user can do about a recommendation. */
const Act = z
  .discriminatedUnion('kind', [
    Basis.omit({ value: true }).extend({ kind: z.literal('open') }),
    z.object({
      kind: z.literal('dispute'),
      type: z.enum(['account', 'inquiry']),
      label: z.string(),
      itemId: z.string(),
      bureaus: z.array(Bureau),
    }),
    z.object({ kind: z.literal('pay_plan') }),
  ])
  .meta({ id: 'Act' })
export type Act = z.output<typeof Act>

const Recommendation = Advice.extend({ acts: z.array(Act) }).meta({ id: 'Recommendation' })
export type Recommendation = z.output<typeof Recommendation>

export const Factor = z
  .object({
    id: z.enum(factorIds),
    title: z.string(),
    impactLevel: z.enum(impactLevels),
    rating: z.enum(ratings),
    value: z.string(),
    description: z.string(),
    alerts: z.array(Recommendation),
    /** Every row from which the value is computed. */
    basis: z.array(Basis),
  })
  .meta({ id: 'CreditFactor' })
export type Factor = z.output<typeof Factor>

/** An open card or credit line with its utilization. */
const CardUse = z
  .object({
    accountId: z.string(),
    bureau: Bureau,
    label: z.string(),
    balance: Text,
    limit: Text,
    /** Null unless the report gives balance and limit. */
    percent: z.number().nullable(),
    /** In words, rounded without crossing a rating band. */
    use: Text,
    /** False for a card of another owner that the user may use. */
    own: z.boolean(),
  })
  .meta({ id: 'CardUse' })
export type CardUse = z.output<typeof CardUse>

/** The smallest payments that bring all cards together below a share of their limits. */
const PayPlan = z
  .object({
    belowPercent: z.number(),
    total: z.string(),
    payments: z.array(
      z.object({
        accountId: z.string(),
        bureau: Bureau,
        label: z.string(),
        amount: z.string(),
        balanceAfter: z.string(),
      }),
    ),
  })
  .meta({ id: 'PayPlan' })
export type PayPlan = z.output<typeof PayPlan>

/** When an item must leave the report, or an inquiry usually does. */
const DropOff = Basis.extend({
  kind: z.enum(['account', 'late_payments', 'record', 'inquiry']),
  bureaus: z.array(Bureau),
  /** The reported date that the time is counted from; null if the report lacks it. */
  from: z.object({ name: z.string(), date: z.string() }).nullable(),
  /** Null if only the latest day is known. */
  earliest: Text,
  /** Null if the day cannot be determined. */
  latest: Text,
  /** Until when the bureau itself states that it will report the account; absent if it does not. */
  bureauSays: z.string().optional(),
  why: z.string(),
  /** The section of the law, or whose practice it is. */
  source: z.string(),
}).meta({ id: 'DropOff' })
export type DropOff = z.output<typeof DropOff>

const AccountKind = z
  .object({ type: z.enum(accountTypes), open: z.number(), notOpen: z.number() })
  .meta({ id: 'AccountKind' })
export type AccountKind = z.output<typeof AccountKind>

/** What the pictures and tables of the Overview show. */
const Figures = z
  .object({
    cards: z.array(CardUse),
    payPlans: z.array(PayPlan),
    mix: z.array(AccountKind),
    dropOffs: z.array(DropOff),
  })
  .meta({ id: 'CreditFigures' })
export type Figures = z.output<typeof Figures>

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

/** The source of the figures: when each bureau reported, and in what form. */
const Report = z
  .object({
    id: z.string(),
    reportDate: Text,
    receivedAt: z.string(),
    format: z.string(),
    origin: z.enum(['import', 'bureau', 'sandbox']),
    bureaus: z.array(Bureau),
    /** Each bureau's document and date, which may differ. */
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
    figures: Figures.nullable(),
    report: Report.nullable(),
  })
  .meta({ id: 'CreditAnalytics' })
export type Analytics = z.output<typeof Analytics>

const HistoryEntry = z
  .object({
    /** The report's date, or when it was received. */
    reportTime: z.string(),
    scoreNew: z.number().nullable(),
    /** The previous score at the same bureau; null on the first. */
    scoreOld: z.number().nullable(),
    /** The two scores are from different models and cannot be compared. */
    modelChanged: z.literal(true).optional(),
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
