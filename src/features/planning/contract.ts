import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau, Success } from '#api/schemas.ts'
import { MAX_NAME_LENGTH } from './limits.ts'
import { PayoffContent, PayoffRequest, PayoffResult, PayoffStart } from './payoff/payoff.ts'
import { FileFigures, Steps, WhatIfResult } from './what-if/step.ts'

/** The content of a saved plan, by kind. Results are recalculated from every new report, so none is stored. */
export const PlanContent = z
  .discriminatedUnion('kind', [z.strictObject({ kind: z.literal('what_if'), steps: Steps }), PayoffContent])
  .meta({ id: 'PlanContent' })
export type PlanContent = z.output<typeof PlanContent>
export type PlanKind = PlanContent['kind']

const PlanName = z
  .string()
  .trim()
  .min(1, 'Name the plan')
  .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters`)
  .regex(/^\P{Cc}*$/u, 'Use letters, digits and punctuation only')

export const SavedPlan = z
  .object({
    id: z.string(),
    name: z.string(),
    content: PlanContent,
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'SavedPlan' })
export type SavedPlan = z.output<typeof SavedPlan>

/** The figures of one bureau over its reports, oldest first. */
const BureauProgress = z
  .object({ bureau: Bureau, points: z.array(FileFigures.pick({ on: true, factors: true })) })
  .meta({ id: 'BureauProgress' })
export type BureauProgress = z.output<typeof BureauProgress>

const params = z.strictObject({ planId: z.uuid('This is not an id') })

export const planning = defineEndpoints({
  whatIf: {
    method: 'POST',
    path: '/plan/what-if',
    auth: 'user',
    impersonation: 'read',
    body: z.strictObject({ steps: Steps }),
    reply: WhatIfResult,
    errors: ['no_report'],
    fallback: 'Failed to calculate this plan',
    rateLimit: 'read',
    audit: 'report_read',
    summary: 'What steps would change in each bureau’s file of the plan, before and after; nothing is stored',
  },
  payoffStart: {
    method: 'GET',
    path: '/plan/payoff',
    auth: 'user',
    reply: PayoffStart,
    fallback: 'Failed to load your cards',
    rateLimit: 'read',
    audit: 'report_read',
    summary:
      'The cards that a payoff plan can pay, and the progress of saved plans according to the newest report',
  },
  payoff: {
    method: 'POST',
    path: '/plan/payoff',
    auth: 'user',
    impersonation: 'read',
    body: PayoffRequest,
    reply: PayoffResult,
    fallback: 'Failed to calculate this plan',
    rateLimit: 'read',
    summary:
      'The best card payments for a goal, compared with three common methods; an estimate from the request',
  },
  progress: {
    method: 'GET',
    path: '/plan/progress',
    auth: 'user',
    reply: z.object({ bureaus: z.array(BureauProgress) }),
    fallback: 'Failed to load your progress',
    rateLimit: 'read',
    audit: 'report_read',
    summary: 'The factors of each bureau of the plan on the dates of its reports',
  },
  list: {
    method: 'GET',
    path: '/plans',
    auth: 'user',
    reply: z.object({ data: z.array(SavedPlan) }),
    fallback: 'Failed to load your saved plans',
    rateLimit: 'read',
    audit: 'plans_read',
    summary: 'The saved plans of every kind, the last changed first',
  },
  save: {
    method: 'POST',
    path: '/plans',
    auth: 'user',
    impersonation: 'assist',
    body: z.strictObject({ name: PlanName, content: PlanContent }),
    reply: SavedPlan,
    status: 201,
    errors: ['too_many_plans'],
    fallback: 'Failed to save the plan',
    rateLimit: 'draft',
    idempotent: true,
    audit: 'plan_saved',
    summary: 'Save a plan under a name',
  },
  change: {
    method: 'PATCH',
    path: '/plans/:planId',
    auth: 'user',
    impersonation: 'assist',
    params,
    body: z.strictObject({ name: PlanName, content: PlanContent }).partial(),
    reply: SavedPlan,
    errors: ['not_found'],
    fallback: 'Failed to change the plan',
    rateLimit: 'draft',
    audit: 'plan_saved',
    summary: 'Rename a saved plan or replace its content; its kind cannot change',
  },
  remove: {
    method: 'DELETE',
    path: '/plans/:planId',
    auth: 'user',
    impersonation: 'assist',
    params,
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to delete the plan',
    rateLimit: 'draft',
    audit: 'plan_deleted',
    summary: 'Delete a saved plan',
  },
})
