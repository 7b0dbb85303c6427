import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau, Success } from '#api/schemas.ts'
import { moves } from './letter-schedule.ts'

export const OutboxItem = z
  .object({
    id: z.string(),
    channel: z.enum(['sms', 'email', 'letter']),
    to: z.string(),
    subject: z.string(),
    body: z.string(),
    createdAt: z.string(),
    /** Only for letters: our id and the provider's, the bureau it is sent to, and its status. */
    letterId: z.string().optional(),
    providerId: z.string().optional(),
    bureau: Bureau.optional(),
    status: z.enum(['processed', 'sent', 'delivered', 'failed']).optional(),
  })
  .meta({ id: 'OutboxItem' })
export type OutboxItem = z.output<typeof OutboxItem>

const Lines = z.array(z.string())

/** A letter in the sandbox's post office. */
export const SandboxLetter = z
  .object({
    providerId: z.string(),
    letterId: z.string(),
    bureau: Bureau.nullable(),
    status: z.enum(['processed', 'sent', 'delivered', 'failed']),
    to: Lines,
    from: Lines,
    certified: z.boolean(),
    returnReceipt: z.boolean(),
    trackingNumber: z.string().nullable(),
    expectedDelivery: z.string(),
    createdAt: z.string(),
    events: z.array(z.object({ event: z.string(), at: z.string() })),
    /** The events that it can be moved to. */
    moves: z.array(z.enum(moves)),
  })
  .meta({ id: 'SandboxLetter' })
export type SandboxLetter = z.output<typeof SandboxLetter>

/** A letter by the provider's id or by ours. */
const AnyLetterId = z.strictObject({ letterId: z.string().regex(/^[\w-]{1,80}$/, 'This is not an id') })

const Ticket = z.string().regex(/^[\w-]{43}$/, 'must be the ticket of the link')

export const sandbox = defineEndpoints({
  state: {
    method: 'GET',
    path: '/sandbox/state',
    auth: 'anyone',
    reply: z.object({
      active: z.boolean(),
      /** Whether every provider is a sandbox, so that nothing leaves this machine. */
      whole: z.boolean(),
    }),
    fallback: 'Failed to load the sandbox',
    summary: 'Whether any provider is a sandbox, for the mark on every screen',
  },
  outbox: {
    method: 'GET',
    path: '/sandbox/outbox',
    auth: 'anyone',
    atRoot: true,
    reply: z.object({ items: z.array(OutboxItem) }),
    errors: ['not_found'],
    fallback: 'Failed to load the sandbox',
    summary: 'What left the system through sandbox providers, newest first',
  },
  letter: {
    method: 'GET',
    path: '/sandbox/letters/:letterId',
    auth: 'anyone',
    params: AnyLetterId,
    reply: SandboxLetter,
    errors: ['not_found'],
    fallback: 'Failed to load the letter',
    summary: 'A letter in the sandbox post office, with what happened to it',
  },
  letterPdf: {
    method: 'GET',
    path: '/sandbox/letters/:letterId/pdf',
    auth: 'anyone',
    params: AnyLetterId,
    reply: { file: 'application/pdf' },
    errors: ['not_found'],
    fallback: 'Failed to download PDF',
    summary: 'A letter as the sandbox post office would print it',
  },
  moveLetter: {
    method: 'POST',
    path: '/sandbox/letters/:letterId/events',
    auth: 'anyone',
    atRoot: true,
    params: AnyLetterId,
    body: z.strictObject({ event: z.string().max(60) }),
    reply: SandboxLetter,
    errors: ['not_found'],
    fallback: 'Failed to move the letter',
    summary:
      'Move a letter through the mail: rendered, mailed, in_transit, re_routed, in_local_area, processed_for_delivery, pickup_available, issue, delivered, returned or failed',
  },
  // The ticket is sent in a body, never in a URL: URLs end up in logs and histories.
  look: {
    method: 'POST',
    path: '/sandbox/portal/look',
    auth: 'anyone',
    body: z.strictObject({ ticket: Ticket }),
    reply: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('open'),
        firstName: z.string(),
        lastInitial: z.string(),
        ssnLastFour: z.string(),
      }),
      z.object({ state: z.literal('used') }),
      z.object({ state: z.literal('expired') }),
    ]),
    errors: ['not_found'],
    fallback: 'Failed to load the identity check',
    rateLimit: 'signIn',
    summary: 'What the sandbox portal knows about the user of a ticket',
  },
  finish: {
    method: 'POST',
    path: '/sandbox/portal/finish',
    auth: 'anyone',
    body: z.strictObject({ ticket: Ticket, outcome: z.enum(['verified', 'failed']) }),
    reply: Success,
    errors: ['not_found', 'link_used'],
    fallback: 'Failed to end the identity check',
    rateLimit: 'signIn',
    audit: 'identity_checked',
    summary: 'Complete the identity check of the sandbox portal; its ticket is used up',
  },
})
