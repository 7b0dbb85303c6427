import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { EventIds, OutgoingEventType } from '#api/outgoing-events.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import type { Attempt } from '../delivery-rules.ts'

/** Where an operator's own systems receive events. */
export const webhookTargets = pgTable('webhook_targets', {
  id: uuid('id').primaryKey(),
  /** `TargetContent` as JSON, encrypted with the system's key: the address and the secrets. */
  content: bytes('content').notNull(),
  events: text('events').array().$type<OutgoingEventType[]>().notNull(),
  enabled: boolean('enabled').notNull(),
  /** Why it is off; null while it is on. */
  offBecause: text('off_because', { enum: ['manager', 'failing', 'gone'] }),
  /** Since when every attempt has failed. */
  failingSince: instant('failing_since'),
  createdAt: instant('created_at').notNull(),
})

/** The outbox: events, written in the transaction that causes them, if any target wants them. */
export const outgoingEvents = pgTable(
  'outgoing_events',
  {
    id: uuid('id').primaryKey(),
    /** An `OutgoingEventType`, or `test`. */
    type: text('type').$type<OutgoingEventType | 'test'>().notNull(),
    /** Null for a test. Not a foreign key: the event about an erased client is sent after the erasure. */
    clientId: uuid('client_id'),
    ids: jsonb('ids').$type<EventIds>().notNull(),
    at: instant('at').notNull(),
  },
  table => [index('outgoing_events_client').on(table.clientId), index('outgoing_events_at').on(table.at)],
)

/** The delivery of an event to one target. */
export const eventDeliveries = pgTable(
  'event_deliveries',
  {
    id: uuid('id').primaryKey(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => outgoingEvents.id, { onDelete: 'cascade' }),
    targetId: uuid('target_id')
      .notNull()
      .references(() => webhookTargets.id, { onDelete: 'cascade' }),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] }).notNull(),
    attempts: jsonb('attempts').$type<Attempt[]>().notNull(),
    /** Time of the next attempt; during an attempt, when it counts as lost and another process tries again. */
    dueAt: instant('due_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('event_deliveries_due').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index('event_deliveries_target').on(table.targetId, table.createdAt, table.id),
    index('event_deliveries_event').on(table.eventId),
  ],
)

/** Keys of the operator's own systems. Rows of revoked keys stay, because the audit log refers to them. */
export const apiKeys = pgTable('api_keys', {
  id: uuid('id').primaryKey(),
  /** A MAC of the key, which cannot be computed from the database alone; null once revoked. */
  keyMac: bytes('key_mac').unique(),
  /** `KeyContent` as JSON, encrypted with the system's key: what it may do and until when. */
  content: bytes('content').notNull(),
  createdById: uuid('created_by_id').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Written at most once a minute. */
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
})
