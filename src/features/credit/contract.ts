import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { accountStatuses, accountTypes, payTokens } from '#features/reports/canonical.ts'
import { Warning } from '#features/reports/contract.ts'
import { bureaus } from '#values/bureau.ts'

const Bureau = z.enum(bureaus)
const Text = z.string().nullable()

const Score = z.object({
  bureau: Bureau,
  score: z.number(),
  dateReported: Text,
  model: Text,
  factors: z.array(z.string()),
})

const Address = z.object({ street: Text, city: Text, state: Text, postal: Text })

/** One account as one bureau reports it, masked; rows of one account share `id` and `creditorName`. */
export const ShownAccount = z.object({
  id: z.string(),
  creditorName: z.string(),
  creditorNameReported: z.string(),
  bureau: Bureau,
  accountNumber: Text,
  accountType: z.enum(accountTypes),
  accountTypeDetail: Text,
  /** The creditor's kind of business, as reported. */
  industry: Text,
  responsibility: Text,
  accountStatus: z.enum(accountStatuses),
  openClosed: z.enum(['Open', 'Closed']).nullable(),
  /** The status in the reporting company's words. */
  condition: Text,
  isDerogatory: z.boolean(),
  isCollection: z.boolean(),
  originalCreditor: Text,
  monthlyPayment: Text,
  dateOpened: Text,
  currentBalance: Text,
  termLength: z.number().nullable(),
  highBalance: Text,
  creditLimit: Text,
  originalAmount: Text,
  amountPastDue: Text,
  chargeOffAmount: Text,
  payStatus: z.enum(payTokens).nullable(),
  worstStatus: z.enum(payTokens).nullable(),
  paymentStatus: z.string(),
  comments: z.string(),
  disputed: z.boolean().nullable(),
  lastReported: Text,
  dateLastActive: Text,
  dateLastPayment: Text,
  dateClosed: Text,
  dateFirstDelinquency: Text,
  late30: z.number().nullable(),
  late60: z.number().nullable(),
  late90: z.number().nullable(),
  paymentHistory: z.array(z.object({ date: z.string(), status: z.enum(payTokens) })),
  address: Address.nullable(),
  creditorPhone: Text,
  valuesShared: z.boolean(),
  bureausKnown: z.boolean(),
})
export type ShownAccount = z.output<typeof ShownAccount>

const Inquiry = z.object({
  id: z.string(),
  company: z.string(),
  date: Text,
  bureau: Bureau,
  kind: z.enum(['hard', 'soft', 'unknown']),
  address: Address.nullable(),
})

const PublicRecord = z.object({
  id: z.string(),
  bureau: Bureau,
  type: z.string(),
  disposition: Text,
  filed: Text,
  disposed: Text,
  court: Text,
  caseNumber: Text,
  amount: Text,
})

const Personal = z.object({
  bureau: Bureau,
  name: Text,
  aliases: z.array(z.string()),
  dob: Text,
  ssn: Text,
  currentAddress: Text,
  previousAddresses: z.array(z.string()),
  employers: z.array(z.string()),
  phones: z.array(z.string()),
  consumerStatements: z.array(z.string()),
})

export const FullReport = z.object({
  creditScores: z.array(Score),
  otherScores: z.array(Score),
  scoreExclusions: z.array(z.object({ bureau: Bureau, model: Text, reason: z.string() })),
  accountInformation: z.array(ShownAccount),
  creditInquiries: z.array(Inquiry),
  publicRecords: z.array(PublicRecord),
  personalInformation: z.array(Personal),
  fileStatuses: z.array(
    z.object({ bureau: Bureau, status: z.enum(['hit', 'noHit', 'thin', 'frozen', 'error']), text: Text }),
  ),
})
export type FullReport = z.output<typeof FullReport>

export const factorIds = [
  'payment_history',
  'credit_utilization',
  'derogatory_marks',
  'credit_age',
  'total_accounts',
  'hard_inquiries',
] as const
export const ratings = ['excellent', 'good', 'fair', 'poor'] as const
export const impactLevels = ['high', 'medium', 'low'] as const

const Advice = z.object({ title: z.string(), recommendation: z.string(), explanation: z.string() })

/** One row behind a number, with its place in the report. */
const Basis = z.object({
  label: z.string(),
  value: z.string(),
  accountId: z.string().optional(),
  inquiryId: z.string().optional(),
  recordId: z.string().optional(),
  bureau: Bureau.optional(),
})
export type Basis = z.output<typeof Basis>

export const Factor = z.object({
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
})
export type MainAlert = z.output<typeof MainAlert>

export const Analytics = z.object({
  fullReport: FullReport.nullable(),
  creditFactors: z.array(Factor),
  isProcessing: z.boolean(),
  message: z.string().nullable(),
  mainAlert: MainAlert,
  report: z
    .object({
      id: z.string(),
      reportDate: Text,
      receivedAt: z.string(),
      format: z.string(),
      origin: z.enum(['import', 'bureau', 'sandbox']),
      bureaus: z.array(Bureau),
      warnings: z.array(Warning),
    })
    .nullable(),
})
export type Analytics = z.output<typeof Analytics>

const HistoryEntry = z.object({
  /** The report's own date, or when it arrived. */
  reportTime: z.string(),
  scoreNew: z.number().nullable(),
  /** The previous score at the same bureau; null on the first. */
  scoreOld: z.number().nullable(),
  changes: z.array(z.object({ title: z.string(), summary: z.string() })),
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** Six months of history at the bureaus of the plan, newest first. */
export const History = z.object({
  /** The requested bureau. */
  bureau: Bureau.nullable(),
  history: z.partialRecord(Bureau, z.array(HistoryEntry)),
})
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
