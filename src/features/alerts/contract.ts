import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { Bureau, Success } from '#api/schemas.ts'
import { alertKinds } from './alerts.ts'

export const Alert = z
  .object({
    id: z.string(),
    kind: z.enum(alertKinds),
    title: z.string(),
    /** What each bureau shows; the ids link to the report. */
    items: z.array(
      z.object({
        bureau: Bureau,
        text: z.string(),
        accountId: z.string().optional(),
        inquiryId: z.string().optional(),
        recordId: z.string().optional(),
      }),
    ),
    /** When the report was stored, UTC. */
    createdAt: z.string(),
    read: z.boolean(),
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof Alert>

const Notices = z
  .object({
    /** One email a week instead of one per report. */
    weekly: z.boolean(),
    /**
     * The key with which a browser subscribes, and whether this session's browser is subscribed; null if the server sends
     * none.
     */
    push: z.object({ publicKey: z.string(), on: z.boolean() }).nullable(),
  })
  .meta({ id: 'Notices' })

/** From the link in an email: encrypted, and decrypted only by the server. */
const Token = z.string().max(400)

export const alerts = defineEndpoints({
  list: {
    method: 'GET',
    path: '/alerts',
    auth: 'user',
    reply: z.object({ data: z.array(Alert), unread: z.number() }),
    fallback: 'Failed to load alerts',
    rateLimit: 'read',
    audit: 'alerts_read',
    summary:
      'What is new in reports: accounts, inquiries, derogatory marks, addresses, score drops; newest first',
  },
  read: {
    method: 'POST',
    path: '/alerts/:alertId/read',
    auth: 'user',
    params: z.strictObject({ alertId: z.uuid('This is not an id') }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to mark the alert as read',
    rateLimit: 'read',
    summary: 'Mark an alert as read',
  },
  notices: {
    method: 'GET',
    path: '/alerts/notices',
    auth: 'user',
    reply: Notices,
    fallback: 'Failed to load your notifications',
    rateLimit: 'read',
    summary: 'How the user is notified outside the product',
  },
  setWeekly: {
    method: 'PUT',
    path: '/alerts/notices/weekly',
    auth: 'user',
    impersonation: 'never',
    body: z.strictObject({ weekly: z.boolean() }),
    reply: Success,
    fallback: 'Failed to save your choice',
    rateLimit: 'sensitive',
    audit: 'notices_changed',
    summary: 'One email a week about alerts instead of one per report',
  },
  startPush: {
    method: 'PUT',
    path: '/alerts/notices/push',
    auth: 'user',
    impersonation: 'never',
    body: z.strictObject({
      endpoint: z.url().max(1_000),
      p256dh: z.string().regex(/^[\w-]{87}=?$/),
      auth: z.string().regex(/^[\w-]{22}(==)?$/),
      isNew: z.boolean(),
    }),
    reply: z.object({ on: z.boolean() }),
    errors: ['unavailable'],
    fallback: 'Failed to turn notifications on',
    rateLimit: 'sensitive',
    audit: 'notices_changed',
    summary:
      'Notify this browser by its push service; unless it is new, only where it was notified for the same user before',
  },
  stopPush: {
    method: 'DELETE',
    path: '/alerts/notices/push',
    auth: 'user',
    impersonation: 'never',
    reply: Success,
    fallback: 'Failed to turn notifications off',
    rateLimit: 'sensitive',
    audit: 'notices_changed',
    summary: 'Stop notifying this browser',
  },
  stopEmails: {
    method: 'POST',
    path: '/alerts/unsubscribe',
    auth: 'anyone',
    body: z.strictObject({ token: Token }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to unsubscribe',
    rateLimit: 'unsubscribe',
    audit: 'consent_changed',
    summary: 'Withdraw the consent to emailed notices with the token of an email, without signing in',
  },
  // The List-Unsubscribe header contains this address: mail programs post to it (RFC 8058), people who open it see the
  // page.
  stopEmailsAtOnce: {
    method: 'POST',
    path: '/unsubscribe',
    auth: 'anyone',
    atRoot: true,
    query: z.strictObject({ token: Token }),
    form: { maxBytes: 4 * 1024, acceptsMultipart: true },
    body: z.object({}).catchall(z.string()),
    reply: Success,
    errors: ['not_found'],
    rateLimit: 'unsubscribe',
    audit: 'consent_changed',
    summary: 'The same by one click in a mail program (RFC 8058)',
  },
})
