import { z } from 'zod'
import { area } from '#api/endpoint.ts'
import { accountReasons } from '#features/findings/account-reasons.ts'
import { bureaus } from '#values/bureau.ts'

const Bureau = z.enum(bureaus)
const Id = z.uuid('This is not an id')
const DisputeId = z.strictObject({ disputeId: Id })
const LetterId = z.strictObject({ letterId: Id })

const AccountItem = z.strictObject({
  accountId: Id,
  bureaus: z.array(Bureau).min(1, 'Choose at least one bureau').max(3),
  reason: z.enum(accountReasons, 'Choose a reason'),
  explanation: z.string().trim().max(1000, 'Use at most 1,000 characters').optional(),
})

export const AccountDispute = z.strictObject({
  items: z.array(AccountItem).min(1, 'Choose at least one item').max(20, 'Choose at most 20 items'),
  title: z.string().trim().min(1).max(120, 'Use at most 120 characters').optional(),
  attested: z.boolean().optional(),
})
export type AccountDispute = z.output<typeof AccountDispute>

export const outcomes = ['deleted', 'corrected', 'verified', 'frivolous', 'no_answer'] as const

export const Letter = z.object({
  id: z.string(),
  bureau: Bureau,
  body: z.string(),
  /** A line printed on letters that must not be mailed: they were made from an invented report. */
  mark: z.string().nullable(),
  lobStatus: z.enum(['processed', 'sent', 'delivered', 'failed']).nullable(),
  lobErrorMessage: z.string().nullable(),
  lobLetterId: z.string().nullable(),
  lobTrackingUrl: z.string().nullable(),
  lobSentAt: z.string().nullable(),
  lobExpectedDeliveryDate: z.string().nullable(),
})
export type Letter = z.output<typeof Letter>

export const Item = z.object({
  id: z.string(),
  accountId: z.string(),
  creditorName: z.string(),
  bureaus: z.array(Bureau),
  reason: z.enum(accountReasons),
  explanation: z.string().nullable(),
  outcomes: z.partialRecord(Bureau, z.enum(outcomes).nullable()),
})

export const Dispute = z.object({
  id: z.string(),
  type: z.enum(['account', 'inquiry', 'personal-info', 'freeze']),
  title: z.string(),
  status: z.enum(['NEW', 'SENT', 'CLOSED']),
  createdAt: z.string(),
  /** True while what a manager made waits for the person's own word that it is true; its letters are not printed before. */
  awaitingAttestation: z.boolean(),
  items: z.array(Item),
  letters: z.array(Letter),
})
export type Dispute = z.output<typeof Dispute>

export const Preview = z.object({
  letters: z.array(z.object({ bureau: Bureau, body: z.string(), enclosures: z.array(z.string()) })),
})

export const disputes = area({
  list: {
    method: 'GET',
    path: '/dispute',
    who: 'user',
    reply: z.array(Dispute),
    refuses: [],
    fallback: 'Failed to fetch disputes',
    limit: 'read',
    audit: 'dispute_read',
    summary: 'All disputes, newest first',
  },
  one: {
    method: 'GET',
    path: '/dispute/:disputeId',
    who: 'user',
    params: DisputeId,
    reply: Dispute,
    refuses: ['not_found'],
    fallback: 'Failed to fetch disputes',
    limit: 'read',
    audit: 'dispute_read',
    summary: 'One dispute',
  },
  previewAccount: {
    method: 'POST',
    path: '/dispute/account/preview',
    who: 'user',
    opened: 'read',
    body: AccountDispute,
    reply: Preview,
    refuses: ['no_report', 'not_found', 'item_not_reported', 'plan_required', 'explanation_needed'],
    limit: 'dispute',
    summary: 'The letters an account dispute would give; nothing is stored',
  },
  createAccount: {
    method: 'POST',
    path: '/dispute/account',
    who: 'user',
    opened: 'assist',
    body: AccountDispute,
    reply: Dispute,
    status: 201,
    refuses: [
      'no_report',
      'not_found',
      'item_not_reported',
      'plan_required',
      'explanation_needed',
      'not_attested',
    ],
    limit: 'dispute',
    once: true,
    audit: 'dispute_created',
    summary:
      'Dispute accounts at the bureaus that report them; what a manager makes waits for the client to confirm it',
  },
  attest: {
    method: 'POST',
    path: '/dispute/:disputeId/attest',
    who: 'user',
    params: DisputeId,
    body: z.strictObject({ attested: z.boolean() }),
    reply: Dispute,
    refuses: ['not_found', 'not_attested'],
    fallback: 'Failed to confirm the letters',
    limit: 'dispute',
    audit: 'dispute_attested',
    summary: 'Confirm that what the letters of a dispute say is true; only the owner of the account can',
  },
  letterPdf: {
    method: 'GET',
    path: '/dispute/letter/:letterId/pdf',
    who: 'user',
    params: LetterId,
    reply: { file: 'application/pdf' },
    refuses: ['not_found', 'attestation_needed', 'unavailable'],
    fallback: 'Failed to download PDF',
    limit: 'pdf',
    audit: 'letter_read',
    summary: 'One letter as PDF',
  },
  allLettersPdf: {
    method: 'GET',
    path: '/dispute/:disputeId/letters/pdf',
    who: 'user',
    params: DisputeId,
    reply: { file: 'application/pdf' },
    refuses: ['not_found', 'attestation_needed', 'unavailable'],
    fallback: 'Failed to download PDF',
    limit: 'pdf',
    audit: 'letter_read',
    summary: 'All letters of a dispute in one PDF',
  },
})
