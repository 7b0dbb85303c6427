import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau } from '#api/schemas.ts'
import {
  checkedPersonalFields,
  findingDisputeTypes,
  severities,
  suggestedReasons,
  verdicts,
} from './finding.ts'

export const ShownFinding = z
  .object({
    /** Made of the rule, the item and the bureaus, so it stays the same in later reports. */
    id: z.string(),
    /** The id of the check in docs/reference/finder-checks.md. */
    rule: z.string(),
    title: z.string(),
    explanation: z.string(),
    severity: z.enum(severities),
    verdict: z.enum(verdicts),
    /** The bureaus' entries were compared with each other. */
    comparesBureaus: z.literal(true).optional(),
    bureaus: z.array(Bureau),
    evidence: z.array(z.object({ bureau: Bureau, field: z.string(), value: z.string() })),
    /** Shown first in the wizard; nothing is preselected. Null where the kind of dispute has no reasons. */
    suggestedReason: z.enum(suggestedReasons).nullable(),
    /** The wizard that accepts it; null for a public record, which has none. */
    disputeType: z.enum(findingDisputeTypes).nullable(),
    accountId: z.string().optional(),
    inquiryId: z.string().optional(),
    recordId: z.string().optional(),
    personalField: z.enum(checkedPersonalFields).optional(),
    /** One of at most five that are worth a dispute now. */
    recommended: z.boolean(),
    /** The open dispute about the item, with the bureaus of the finding that have not answered. */
    dispute: z
      .object({
        id: z.string(),
        status: z.enum(['NEW', 'SENT']),
        sentOn: z.string().nullable(),
        bureaus: z.array(Bureau),
      })
      .optional(),
  })
  .meta({ id: 'Finding' })
export type ShownFinding = z.output<typeof ShownFinding>

export const ShownFindings = z.object({ items: z.array(ShownFinding) }).meta({ id: 'FindingList' })
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
