import { z } from 'zod'
import { defineEndpoints, managerRoles } from '#api/endpoint.ts'
import { agreementRefusals } from '#api/errors.ts'
import { Success } from '#api/schemas.ts'
import { agreementStates } from '#features/agreement/agreement-rules.ts'
import { disputeTypes } from '#features/disputes/dispute-requests.ts'
import { letterStatusNames } from '#features/mailing/letter-status.ts'
import { ResponsibleManager, serving, WholeNumber } from '#features/staff/contract.ts'
import { MAX_CLIENTS, roundApprovals, roundClientStates, roundSteps, roundTexts } from './round-rules.ts'
import { dueFilters, MAX_COUNTED, managerFilters, workKinds } from './work-kinds.ts'

const Id = z.uuid('This is not an id')

const Whose = z.enum(managerFilters, 'Choose mine, unassigned or all').default('all')

const WorkItem = z
  .object({
    id: z.string(),
    kind: z.enum(workKinds),
    clientId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
    /** The last day on time, `YYYY-MM-DD`; null for work that has waited since an instant. */
    dueOn: z.string().nullable(),
    /** Whether the day is over. */
    overdue: z.boolean(),
    /** Whether it may be in time although the day is over: a dispute may have 45 days (15 U.S.C. 1681i(a)(1)(B)). */
    mayBeInTime: z.boolean(),
    /** Whether the deadline counts from an expected delivery. */
    estimated: z.boolean(),
    /** Since when it has waited; null for work with a due day. */
    since: z.string().nullable(),
    /** The manager responsible for the client, or for a task the one who must do it; null if there is none. */
    responsible: ResponsibleManager.nullable(),
    /** The text of a task; null for auditors and other kinds of work. */
    text: z.string().nullable(),
    /** The state of the client's agreement on services; null if the operator requires none. */
    agreement: z.enum(agreementStates).nullable(),
    /** The dispute it is about. */
    dispute: z
      .object({ id: z.string(), type: z.enum(disputeTypes), recipients: z.array(z.string()) })
      .nullable(),
  })
  .meta({ id: 'WorkItem' })
export type WorkItem = z.output<typeof WorkItem>

const ClientLetter = z
  .object({
    id: z.string(),
    disputeId: z.string(),
    type: z.enum(disputeTypes),
    recipient: z.string(),
    /** The status of the letter; a client's letters are `not_mailed` until someone has them mailed. */
    status: z.enum(letterStatusNames),
    mailedAt: z.string().nullable(),
    /** `YYYY-MM-DD`, estimated by the mail provider. */
    expectedOn: z.string().nullable(),
    trackingUrl: z.string().nullable(),
  })
  .meta({ id: 'ClientLetter' })

/** The cursor of a page, created by the server. */
const After = z.string().max(80).optional()

const Round = z
  .object({
    id: z.string(),
    step: z.enum(roundSteps),
    manager: z.string(),
    createdAt: z.string(),
    /** Whether a lead must approve it, or has; nothing is prepared before. */
    approval: z.enum(roundApprovals),
    /** Who approved or declined it. */
    decidedBy: z.string().nullable(),
    /** How many clients are in each state. */
    states: z.partialRecord(z.enum(roundClientStates), z.number()),
  })
  .meta({ id: 'Round' })
export type Round = z.output<typeof Round>

const RoundDetails = Round.extend({
  clients: z.array(
    z.object({
      clientId: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string(),
      state: z.enum(roundClientStates),
      /** Why the client was skipped, or why confirmed letters were not mailed. */
      refusal: z.string().nullable(),
      /** Whether the client was notified by email that letters wait. */
      notified: z.boolean(),
      /** Whether the client was notified by text; null if no notices are texted, or nothing is prepared. */
      text: z.enum(roundTexts).nullable(),
      letters: z.object({ prepared: z.number(), confirmed: z.number(), mailed: z.number() }),
    }),
  ),
  /** What the button would mail now: confirmed letters that have not been mailed. */
  ready: z.object({
    letters: z.number(),
    clients: z.number(),
    /** The cost of their first pages, as first-class and as certified mail; null if the operator set no price. */
    cents: z.object({ firstClass: z.number().nullable(), certified: z.number().nullable() }),
    /** Whether the operator allows certified mail. */
    certifiedOffered: z.boolean(),
  }),
}).meta({ id: 'RoundDetails' })
export type RoundDetails = z.output<typeof RoundDetails>

const RoundCandidate = z
  .object({
    clientId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
    /** Recorded answers that such a letter would follow up. */
    items: z.number(),
    /** When the first of them was recorded. */
    since: z.string(),
    /** Whether the client agreed that staff mail letters. */
    mayMail: z.boolean(),
  })
  .meta({ id: 'RoundCandidate' })
export type RoundCandidate = z.output<typeof RoundCandidate>

/** Who may approve rounds of agents. */
const deciding = ['lead', 'admin'] as const

const Step = z.enum(roundSteps, 'Choose what the round follows up')

export const desk = defineEndpoints({
  work: {
    method: 'GET',
    path: '/manager/work',
    auth: managerRoles,
    scope: 'queue:read',
    query: z.strictObject({
      kind: z.enum(workKinds, 'This is no kind of work').optional(),
      due: z.enum(dueFilters, 'Choose now, week or all').default('all'),
      manager: Whose,
      after: After,
      limit: WholeNumber(1, 100, 25),
    }),
    reply: z.object({ data: z.array(WorkItem), next: z.string().nullable() }),
    fallback: 'Failed to load the work queue',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary: 'What waits for staff, the longest due first; `next` is the `after` of the next page',
  },
  workCounts: {
    method: 'GET',
    path: '/manager/work/counts',
    auth: managerRoles,
    scope: 'queue:read',
    query: z.strictObject({ manager: Whose }),
    reply: z.object({
      /** How much of each kind is overdue or has no due day, at most 100. */
      counts: z.partialRecord(z.enum(workKinds), z.number().max(MAX_COUNTED + 1)),
    }),
    fallback: 'Failed to count the work queue',
    rateLimit: 'read',
    summary: 'How much work waits of each kind; 100 means more than 99',
  },
  letters: {
    method: 'GET',
    path: '/manager/clients/:clientId/letters',
    /** Managers read letters while impersonating the client, who can see that. */
    auth: [],
    scope: 'letters:read',
    params: z.strictObject({ clientId: Id }),
    query: z.strictObject({ before: Id.optional(), limit: WholeNumber(1, 100, 25) }),
    reply: z.object({ data: z.array(ClientLetter), next: z.string().nullable() }),
    errors: ['not_found'],
    fallback: 'Failed to load the letters',
    rateLimit: 'read',
    audit: 'client_letters_read',
    summary:
      'Where a client’s letters are, newest first, without their content; `next` is the `before` of the next page',
  },
  handleTradelineRequest: {
    method: 'POST',
    path: '/manager/work/tradelines/:requestId/handled',
    auth: serving,
    params: z.strictObject({ requestId: Id }),
    reply: Success,
    errors: ['not_found', 'not_own_client', ...agreementRefusals],
    fallback: 'Failed to mark the request as handled',
    rateLimit: 'staffWrite',
    audit: 'tradelines_handled',
    summary: 'Mark a request for tradelines as handled, which removes it from the work queue',
  },
  roundCandidates: {
    method: 'GET',
    path: '/manager/rounds/candidates',
    auth: serving,
    query: z.strictObject({ step: Step, after: After }),
    reply: z.object({ data: z.array(RoundCandidate), next: z.string().nullable() }),
    fallback: 'Failed to load clients',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary:
      'Clients with answers on record that no letter of this step follows yet, the oldest answer first',
  },
  rounds: {
    method: 'GET',
    path: '/manager/rounds',
    auth: managerRoles,
    query: z.strictObject({ after: After }),
    reply: z.object({ data: z.array(Round), next: z.string().nullable() }),
    fallback: 'Failed to load rounds',
    rateLimit: 'read',
    summary: 'Rounds, newest first; agents limited to their own clients see only their own',
  },
  round: {
    method: 'GET',
    path: '/manager/rounds/:roundId',
    auth: managerRoles,
    params: z.strictObject({ roundId: Id }),
    reply: RoundDetails,
    errors: ['not_found'],
    fallback: 'Failed to load the round',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary: 'A round with its clients, what each confirmed, and what can be mailed now',
  },
  createRound: {
    method: 'POST',
    path: '/manager/rounds',
    auth: serving,
    body: z.strictObject({
      /** Chosen by the caller: repeating the request with the same id does not create another round. */
      id: Id,
      step: Step,
      clientIds: z
        .array(Id)
        .min(1, 'Choose at least one client')
        .max(MAX_CLIENTS, `Choose at most ${MAX_CLIENTS} clients`),
    }),
    reply: z.object({ id: z.string() }),
    status: 201,
    errors: ['not_found', 'not_own_client', 'conflict'],
    fallback: 'Failed to begin the round',
    rateLimit: 'staffWrite',
    audit: 'round_begun',
    summary:
      'Prepare the next letters of clients and ask each to confirm, immediately or after a lead’s approval; nothing is mailed',
  },
  approveRound: {
    method: 'POST',
    path: '/manager/rounds/:roundId/approve',
    auth: deciding,
    params: z.strictObject({ roundId: Id }),
    reply: Success,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to approve the round',
    rateLimit: 'staffWrite',
    audit: 'round_approved',
    summary: 'Approve a round that an agent began: its letters are prepared and its clients asked',
  },
  declineRound: {
    method: 'POST',
    path: '/manager/rounds/:roundId/decline',
    auth: deciding,
    params: z.strictObject({ roundId: Id }),
    reply: Success,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to decline the round',
    rateLimit: 'staffWrite',
    audit: 'round_declined',
    summary: 'Decline a round that an agent began: nothing is prepared',
  },
  mailRound: {
    method: 'POST',
    path: '/manager/rounds/:roundId/mail',
    auth: serving,
    params: z.strictObject({ roundId: Id }),
    body: z.strictObject({
      /** The number of letters shown to the caller; if it has changed, the call is refused as `conflict`. */
      letters: z.int().min(1).max(10_000),
      certified: z.boolean().default(false),
    }),
    reply: Success,
    errors: ['not_found', 'not_allowed', 'conflict', 'certified_not_offered'],
    fallback: 'Failed to mail the letters',
    rateLimit: 'staffWrite',
    audit: 'round_mailed',
    summary: 'Mail the letters of a round that their clients confirmed',
  },
})
