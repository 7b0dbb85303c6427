import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/db/columns.ts'
import { userKeys } from '#platform/db/tables.ts'
import { letterEventTypes } from '#providers/letters/port.ts'

/** What sandbox adapters sent. It contains codes, so it is encrypted like everything else. */
export const outboxItems = pgTable(
  'outbox_items',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: ['sms', 'email', 'letter'] }).notNull(),
    /** Whom it concerns, deleted with that user's key; null for texts, which are found by number, and without such a user. */
    userId: uuid('user_id').references(() => userKeys.userId, { onDelete: 'cascade' }),
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('outbox_items_created').on(table.createdAt), index('outbox_items_user').on(table.userId)],
)

/** Single-use tickets of the sandbox portal, as hashes. Deleted with the user's key. */
export const portalTickets = pgTable(
  'portal_tickets',
  {
    ticketHash: bytes('ticket_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userKeys.userId, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  table => [
    index('portal_tickets_expires').on(table.expiresAt),
    index('portal_tickets_user').on(table.userId),
  ],
)

/** Letters that the sandbox's post office accepted. Deleted with the user's key. */
export const sandboxLetters = pgTable(
  'sandbox_letters',
  {
    /** The provider's id of the letter. */
    providerId: text('provider_id').primaryKey(),
    /** The idempotency key: the same key is the same letter. */
    key: text('key').notNull().unique(),
    mailJobId: uuid('mail_job_id').notNull(),
    letterId: uuid('letter_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userKeys.userId, { onDelete: 'cascade' }),
    /** `Envelope` as JSON. */
    content: bytes('content').notNull(),
    pdf: bytes('pdf').notNull(),
    /** Moved manually, so that the schedule no longer applies. */
    byHand: boolean('by_hand').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('sandbox_letters_created').on(table.createdAt),
    index('sandbox_letters_mail_job').on(table.mailJobId),
    index('sandbox_letters_letter').on(table.letterId),
    index('sandbox_letters_user').on(table.userId),
  ],
)

/** The events of these letters. */
export const sandboxLetterEvents = pgTable(
  'sandbox_letter_events',
  {
    id: text('id').primaryKey(),
    providerId: text('provider_id')
      .notNull()
      .references(() => sandboxLetters.providerId, { onDelete: 'cascade' }),
    event: text('event', { enum: letterEventTypes }).notNull(),
    at: instant('at').notNull(),
  },
  table => [index('sandbox_letter_events_letter').on(table.providerId)],
)
