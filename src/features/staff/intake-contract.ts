import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Success } from '#api/schemas.ts'
import { FieldText, InvitationToken, PhoneNumber } from '#features/identity/contract.ts'
import { serving } from './contract.ts'

const Id = z.uuid('This is not an id')

/** How an invitation is sent. A text is sent only to a person who requested it (47 CFR 64.1200(a)(1)). */
const Ways = z.strictObject({ byText: z.boolean(), byEmail: z.boolean(), askedForText: z.boolean() })
type Ways = z.output<typeof Ways>

const oneWay = ({ byText, byEmail }: Ways) => byText || byEmail
const oneWayProblem = { message: 'Choose a text, an email or both', path: ['byText'] }
const asked = ({ byText, askedForText }: Ways) => !byText || askedForText
const askedProblem = { message: 'Text only somebody who asked you for it', path: ['askedForText'] }

const ClientInvitation = z
  .object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    /** Null if one of the operator's systems invited with an API key. */
    invitedBy: z.string().nullable(),
    sentAt: z.string(),
    expiresAt: z.string(),
    status: z.enum(['open', 'expired']),
  })
  .meta({ id: 'ClientInvitation' })
export type ClientInvitation = z.output<typeof ClientInvitation>

const Sent = z
  .object({
    invitation: ClientInvitation,
    /** Why the text was not sent, as far as known; null if none was requested or it was sent. */
    textProblem: z.string().nullable(),
  })
  .meta({ id: 'SentClientInvitation' })

export const intake = defineEndpoints({
  invitations: {
    method: 'GET',
    path: '/manager/client-invitations',
    auth: serving,
    query: z.strictObject({ before: Id.optional() }),
    reply: z.object({ data: z.array(ClientInvitation), next: z.string().nullable() }),
    fallback: 'Failed to load invitations',
    rateLimit: 'read',
    summary: 'Invitations that were not accepted yet, newest first; `next` is the `before` of the next page',
  },
  invite: {
    method: 'POST',
    path: '/manager/client-invitations',
    auth: serving,
    scope: 'clients:invite',
    body: Ways.extend({
      firstName: FieldText(40),
      lastName: FieldText(40),
      email: z.email('Enter an email address, like name@example.com').max(254),
      phoneNumber: PhoneNumber,
    })
      .refine(oneWay, oneWayProblem)
      .refine(asked, askedProblem),
    reply: Sent,
    status: 201,
    errors: ['phone_taken', 'phone_not_served', 'conflict'],
    fallback: 'Failed to send the invitation',
    rateLimit: 'staffWrite',
    audit: 'client_invited',
    summary: 'Invite a person to become a client; the link is valid for seven days',
  },
  resend: {
    method: 'POST',
    path: '/manager/client-invitations/:invitationId/send',
    auth: serving,
    params: z.strictObject({ invitationId: Id }),
    body: Ways.refine(oneWay, oneWayProblem).refine(asked, askedProblem),
    reply: Sent,
    errors: ['not_found', 'phone_taken', 'conflict'],
    fallback: 'Failed to send the invitation',
    rateLimit: 'staffWrite',
    audit: 'client_invited',
    summary: 'Send an invitation again with a new link for seven days; the previous link stops working',
  },
  withdraw: {
    method: 'DELETE',
    path: '/manager/client-invitations/:invitationId',
    auth: serving,
    params: z.strictObject({ invitationId: Id }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to take the invitation back',
    rateLimit: 'staffWrite',
    audit: 'client_invitation_withdrawn',
    summary: 'Take an invitation back: its link stops working, and what was entered is deleted',
  },
  open: {
    method: 'POST',
    path: '/client-invitation',
    auth: 'anyone',
    body: z.strictObject({ token: InvitationToken }),
    reply: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      /** Who becomes responsible; null if one of the operator's systems sent it. */
      invitedBy: z.string().nullable(),
    }),
    errors: ['link_used'],
    fallback: 'Failed to open the invitation',
    rateLimit: 'registration',
    summary: 'The details that an invitation link prefills at registration',
  },
})
