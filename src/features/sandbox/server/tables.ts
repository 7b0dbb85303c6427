import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#server/columns.ts'
import { userKeys } from '#server/tables.ts'

/** What sandbox adapters sent. Codes stand in it, so it is sealed like everything else. */
export const outboxItems = pgTable(
  'outbox_items',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: ['sms', 'email', 'letter'] }).notNull(),
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('outbox_items_created').on(table.createdAt)],
)

/** Single-use tickets of the sandbox portal, as hashes. They go with the person's key. */
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
