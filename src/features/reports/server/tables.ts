import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#server/columns.ts'

/** Credit reports as read, and the documents they were read from, sealed with the person's key. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who brought it: the person's own file, a bureau, or the sandbox bureau. */
    origin: text('origin', { enum: ['import', 'bureau', 'sandbox'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The canonical `Report` as JSON, gzipped. */
    content: bytes('content').notNull(),
    /** The document as received, gzipped. */
    document: bytes('document').notNull(),
  },
  table => [index('reports_user').on(table.userId, table.receivedAt)],
)
