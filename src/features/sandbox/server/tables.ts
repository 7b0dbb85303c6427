import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#server/columns.ts'

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
