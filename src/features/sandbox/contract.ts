import { z } from 'zod'
import { area } from '#api/endpoint.ts'

export const OutboxItem = z.object({
  id: z.string(),
  channel: z.enum(['sms', 'email', 'letter']),
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  createdAt: z.string(),
})
export type OutboxItem = z.output<typeof OutboxItem>

const Ticket = z.string().regex(/^[\w-]{43}$/, 'must be the ticket of the link')

export const sandbox = area({
  state: {
    method: 'GET',
    path: '/sandbox/state',
    who: 'anyone',
    reply: z.object({
      active: z.boolean(),
      /** Every provider is one: nothing leaves this machine. */
      whole: z.boolean(),
    }),
    refuses: [],
    summary: 'Whether any provider is a sandbox, for the mark on every screen',
  },
  outbox: {
    method: 'GET',
    path: '/sandbox/outbox',
    who: 'anyone',
    atRoot: true,
    reply: z.object({ items: z.array(OutboxItem) }),
    refuses: ['not_found'],
    summary: 'What left the system through sandbox providers, newest first',
  },
  // The ticket is sent in a body, never in an address: addresses stand in logs and histories.
  look: {
    method: 'POST',
    path: '/sandbox/portal/look',
    who: 'anyone',
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
    refuses: ['not_found'],
    fallback: 'Failed to load the identity check',
    limit: 'signIn',
    summary: 'What the sandbox portal knows of the person whom a ticket lets in',
  },
  finish: {
    method: 'POST',
    path: '/sandbox/portal/finish',
    who: 'anyone',
    body: z.strictObject({ ticket: Ticket, outcome: z.enum(['verified', 'failed']) }),
    reply: z.object({ success: z.literal(true) }),
    refuses: ['not_found', 'link_used'],
    fallback: 'Failed to end the identity check',
    limit: 'signIn',
    audit: 'identity_checked',
    summary: 'Ends the identity check of the sandbox portal; its ticket is used up',
  },
})
