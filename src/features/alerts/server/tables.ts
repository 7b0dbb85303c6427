import { index, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'

/** What a report brought, one row a thing. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** Its place among those of the report, from 0: each is told once. */
    place: integer('place').notNull(),
    /** `AlertContent` as JSON, of every bureau, sealed with the person's key; a plan cuts it when it is read. */
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  table => [
    unique('alerts_once').on(table.reportId, table.place),
    index('alerts_user').on(table.userId, table.createdAt),
  ],
)
