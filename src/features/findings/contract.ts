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
import { itemStateNames } from './item-state.ts'

/** The state of a disputed item at one bureau. Days are `YYYY-MM-DD`. */
const StateAt = z
  .object({
    bureau: Bureau,
    /** The dispute that determines the state. */
    disputeId: z.string(),
    state: z.enum(itemStateNames),
    createdOn: z.string(),
    /** The day the letter was sent to the mail provider. */
    mailedOn: z.string().nullable(),
    /** The day by which the bureau must have answered; null until the letter is known to have been delivered. */
    dueOn: z.string().nullable(),
    /** The day of the answer that the user recorded. */
    answeredOn: z.string().nullable(),
    /**
     * The bureau's report that is newer than the answer, or than the letter if there is none, and whether it lists the
     * item; null if that is not certain.
     */
    newerReport: z.object({ date: z.string(), lists: z.boolean().nullable() }).nullable(),
  })
  .meta({ id: 'ItemStateAtBureau' })

const ShownItemState = z
  .object({
    item: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('account'), id: z.string() }),
      /** The inquiries of one application. */
      z.object({ kind: z.literal('inquiry'), ids: z.array(z.string()) }),
      z.object({ kind: z.literal('personal'), field: z.string(), value: z.string() }),
    ]),
    at: z.array(StateAt),
  })
  .meta({ id: 'ItemState' })
export type ShownItemState = z.output<typeof ShownItemState>

export const ShownFinding = z
  .object({
    /** Derived from the rule, the item and the bureaus, so it stays the same in later reports. */
    id: z.string(),
    /** The id of the check in the `rules` folder. */
    rule: z.string(),
    title: z.string(),
    explanation: z.string(),
    severity: z.enum(severities),
    verdict: z.enum(verdicts),
    /** The bureaus' entries were compared with each other. */
    comparesBureaus: z.literal(true).optional(),
    bureaus: z.array(Bureau),
    evidence: z.array(z.object({ bureau: Bureau, field: z.string(), value: z.string() })),
    /** Shown first in the wizard, but never preselected. Null if the dispute type has no reasons. */
    suggestedReason: z.enum(suggestedReasons).nullable(),
    /** The wizard that accepts it; null for a public record, which has none. */
    disputeType: z.enum(findingDisputeTypes).nullable(),
    accountId: z.string().optional(),
    inquiryId: z.string().optional(),
    recordId: z.string().optional(),
    personalField: z.enum(checkedPersonalFields).optional(),
    /** One of at most five that are worth a dispute now. */
    recommended: z.boolean(),
    /** The states of the user's disputes of its item at its bureaus; empty if there are none. */
    states: z.array(StateAt),
    /** The item is in dispute or was answered, so no screen proposes it again. */
    handled: z.boolean(),
  })
  .meta({ id: 'Finding' })
export type ShownFinding = z.output<typeof ShownFinding>

export const ShownFindings = z
  .object({
    items: z.array(ShownFinding),
    /** Every item that the user disputed at a bureau of the plan, with its state there. */
    disputed: z.array(ShownItemState),
  })
  .meta({ id: 'FindingList' })
export type ShownFindings = z.output<typeof ShownFindings>

export const findings = defineEndpoints({
  list: {
    method: 'GET',
    path: '/credit/findings',
    auth: 'user',
    impersonation: 'read',
    reply: ShownFindings,
    fallback: 'Failed to fetch findings',
    rateLimit: 'read',
    audit: 'report_read',
    summary:
      'What looks wrong in the file, the most important first, and the states of disputed items, limited to the plan',
  },
})
