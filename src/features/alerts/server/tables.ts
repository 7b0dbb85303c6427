import { index, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { ownerId, users } from '#features/identity/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'

/** Users who chose one email a week about their alerts instead of one per report. */
export const weeklyEmails = pgTable('weekly_emails', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Alerts up to this time were emailed. */
  toldUntil: instant('told_until').notNull(),
})

export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** Position among the alerts of the report, from 0; unique, so each is stored once. */
    place: integer('place').notNull(),
    /**
     * `AlertContent` of all bureaus as JSON, encrypted with the user's key and limited to the plan on
     * reading.
     */
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  table => [
    unique('alerts_once').on(table.reportId, table.place),
    index('alerts_user').on(table.userId, table.createdAt),
    index('alerts_created').on(table.createdAt),
  ],
)
