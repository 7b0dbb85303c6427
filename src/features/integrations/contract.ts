import { z } from 'zod'
import { apiScopes, defineEndpoints, keyLives } from '#api/endpoint.ts'
import { outgoingEventTypes } from '#api/outgoing-events.ts'
import { Success } from '#api/schemas.ts'
import { FieldText } from '#features/identity/contract.ts'
import { WholeNumber } from '#features/staff/contract.ts'

const Id = z.uuid('This is not an id')
const EventType = z.enum(outgoingEventTypes)
const Address = z.string().trim().min(1, 'Enter an address').max(500, 'Use at most 500 characters')
const Events = z
  .array(EventType)
  .min(1, 'Choose at least one event')
  .max(outgoingEventTypes.length, 'Choose each event once')
  .refine(chosen => new Set(chosen).size === chosen.length, 'Choose each event once')

const WebhookTarget = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(EventType),
    enabled: z.boolean(),
    /** Why it is off: a manager switched it off, every attempt failed for days, or it answered 410 Gone. */
    offBecause: z.enum(['manager', 'failing', 'gone']).nullable(),
    /** Since when every attempt has failed. */
    failingSince: z.string().nullable(),
    /** Until when events are also signed with the previous secret. */
    earlierSecretUntil: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'WebhookTarget' })
export type WebhookTarget = z.output<typeof WebhookTarget>

const EventDelivery = z
  .object({
    id: z.string(),
    /** The `webhook-id` of every attempt. */
    eventId: z.string(),
    /** An event type, or `test`. */
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(
      z.object({
        at: z.string(),
        result: z.enum(['status', 'private_address', 'not_found', 'unreachable', 'no_answer']),
        /** The HTTP status of the response; null if there was none. */
        status: z.number().nullable(),
      }),
    ),
    /** Time of the next attempt; null after the last one. */
    nextAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'EventDelivery' })
export type EventDelivery = z.output<typeof EventDelivery>

const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The first characters, to tell keys apart. */
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    createdBy: z.string(),
    createdAt: z.string(),
    /** Null for a key that does not expire. */
    expiresAt: z.string().nullable(),
    /** To the minute; null if it was never used. */
    lastUsedAt: z.string().nullable(),
    state: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

/** Shown once: only the receiver can check signatures with it. */
const Secret = z.string()

const reading = ['admin', 'auditor'] as const
const changing = ['admin'] as const

export const integrations = defineEndpoints({
  targets: {
    method: 'GET',
    path: '/manager/webhooks',
    auth: reading,
    scope: 'events:read',
    reply: z.object({ data: z.array(WebhookTarget) }),
    fallback: 'Failed to load the webhook targets',
    rateLimit: 'read',
    summary: 'Where the operator’s own systems receive events',
  },
  addTarget: {
    method: 'POST',
    path: '/manager/webhooks',
    auth: changing,
    body: z.strictObject({ url: Address, events: Events }),
    reply: z.object({ target: WebhookTarget, secret: Secret }),
    status: 201,
    errors: ['invalid_request', 'conflict'],
    fallback: 'Failed to add the webhook target',
    rateLimit: 'staffWrite',
    audit: 'webhook_target_added',
    summary: 'Add a webhook target; only this response contains its secret',
  },
  changeTarget: {
    method: 'PATCH',
    path: '/manager/webhooks/:targetId',
    auth: changing,
    params: z.strictObject({ targetId: Id }),
    body: z.strictObject({
      url: Address.optional(),
      events: Events.optional(),
      enabled: z.boolean().optional(),
    }),
    reply: WebhookTarget,
    errors: ['not_found', 'invalid_request'],
    fallback: 'Failed to change the webhook target',
    rateLimit: 'staffWrite',
    audit: 'webhook_target_changed',
    summary: 'Change a target’s address or events, or switch it on or off',
  },
  removeTarget: {
    method: 'DELETE',
    path: '/manager/webhooks/:targetId',
    auth: changing,
    params: z.strictObject({ targetId: Id }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to remove the webhook target',
    rateLimit: 'staffWrite',
    audit: 'webhook_target_removed',
    summary: 'Remove a target with its log',
  },
  rotateSecret: {
    method: 'POST',
    path: '/manager/webhooks/:targetId/secret',
    auth: changing,
    params: z.strictObject({ targetId: Id }),
    reply: z.object({ target: WebhookTarget, secret: Secret }),
    errors: ['not_found'],
    fallback: 'Failed to create a new secret',
    rateLimit: 'staffWrite',
    audit: 'webhook_secret_made',
    summary: 'Create a new secret; events are also signed with the previous one for 24 hours',
  },
  sendTest: {
    method: 'POST',
    path: '/manager/webhooks/:targetId/test',
    auth: changing,
    params: z.strictObject({ targetId: Id }),
    reply: EventDelivery,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to send the test event',
    rateLimit: 'staffWrite',
    audit: 'webhook_tested',
    summary: 'Send a test event now and return the result',
  },
  deliveries: {
    method: 'GET',
    path: '/manager/webhooks/:targetId/deliveries',
    auth: reading,
    scope: 'events:read',
    params: z.strictObject({ targetId: Id }),
    query: z.strictObject({ after: Id.optional(), limit: WholeNumber(1, 100, 25) }),
    reply: z.object({ data: z.array(EventDelivery), next: z.string().nullable() }),
    errors: ['not_found'],
    fallback: 'Failed to load the log',
    rateLimit: 'read',
    summary: 'The events sent to a target in the last 30 days with every attempt, newest first',
  },
  sendAgain: {
    method: 'POST',
    path: '/manager/webhooks/:targetId/deliveries/:deliveryId/again',
    auth: changing,
    scope: 'events:resend',
    params: z.strictObject({ targetId: Id, deliveryId: Id }),
    reply: EventDelivery,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to send the event again',
    rateLimit: 'staffWrite',
    audit: 'webhook_sent_again',
    summary: 'Send an event again now, with the same id, and return the result',
  },
  keys: {
    method: 'GET',
    path: '/manager/api-keys',
    auth: reading,
    reply: z.object({ data: z.array(ApiKey) }),
    fallback: 'Failed to load the API keys',
    rateLimit: 'read',
    summary: 'The API keys of the operator’s own systems, newest first, without the keys themselves',
  },
  addKey: {
    method: 'POST',
    path: '/manager/api-keys',
    auth: changing,
    body: z.strictObject({
      name: FieldText(60),
      scopes: z
        .array(z.enum(apiScopes))
        .min(1, 'Choose at least one scope')
        .max(apiScopes.length, 'Choose each scope once')
        .refine(chosen => new Set(chosen).size === chosen.length, 'Choose each scope once'),
      days: z.literal(keyLives, 'Choose 30, 90 or 365 days, or null for no end'),
    }),
    reply: z.object({ key: ApiKey, secret: z.string() }),
    status: 201,
    errors: ['conflict'],
    fallback: 'Failed to create the API key',
    rateLimit: 'staffWrite',
    audit: 'api_key_added',
    summary: 'Create an API key, which only this response contains',
  },
  revokeKey: {
    method: 'DELETE',
    path: '/manager/api-keys/:keyId',
    auth: changing,
    params: z.strictObject({ keyId: Id }),
    reply: Success,
    errors: ['not_found'],
    fallback: 'Failed to revoke the API key',
    rateLimit: 'staffWrite',
    audit: 'api_key_revoked',
    summary: 'Revoke an API key: its next call is refused',
  },
})
