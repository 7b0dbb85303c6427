import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { bureaus } from '#values/bureau.ts'
import {
  checkedPersonalFields,
  findingDisputeTypes,
  severities,
  suggestedReasons,
  verdicts,
} from './finding.ts'

const Bureau = z.enum(bureaus)

/** One thing that looks wrong: what the report shows, how sure that is, and which dispute it may lead to. */
export const ShownFinding = z.object({
  /** Lasting: the rule, the thing and the bureaus. */
  id: z.string(),
  /** The check, as docs/finder.md lists it. */
  rule: z.string(),
  title: z.string(),
  explanation: z.string(),
  severity: z.enum(severities),
  verdict: z.enum(verdicts),
  bureaus: z.array(Bureau),
  evidence: z.array(z.object({ bureau: Bureau, field: z.string(), value: z.string() })),
  /** The reason that the wizard shows first; null where its kind of dispute has none. Nothing is preselected. */
  suggestedReason: z.enum(suggestedReasons).nullable(),
  /** The wizard that takes it; null for a public record, about which the bureau is written to. */
  disputeType: z.enum(findingDisputeTypes).nullable(),
  accountId: z.string().optional(),
  inquiryId: z.string().optional(),
  recordId: z.string().optional(),
  personalField: z.enum(checkedPersonalFields).optional(),
  /** Among the at most five that are worth a dispute now. */
  recommended: z.boolean(),
  /** The open dispute of what it is about, and the bureaus of the finding whose answer is awaited; absent without one. */
  dispute: z
    .object({
      id: z.string(),
      status: z.enum(['NEW', 'SENT']),
      sentOn: z.string().nullable(),
      bureaus: z.array(Bureau),
    })
    .optional(),
})
export type ShownFinding = z.output<typeof ShownFinding>

export const ShownFindings = z.object({ items: z.array(ShownFinding) })
export type ShownFindings = z.output<typeof ShownFindings>

export const findings = defineEndpoints({
  list: {
    method: 'GET',
    path: '/credit/findings',
    auth: 'user',
    impersonation: 'read',
    reply: ShownFindings,
    errors: [],
    fallback: 'Failed to fetch findings',
    rateLimit: 'read',
    audit: 'report_read',
    summary: 'What looks wrong in the file, as far as the plan shows it, the weightiest first',
  },
})
