import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { pullStates } from '../refresh-rules.ts'

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
    /** `ReportSummary` as JSON: scores and changes, so that the history opens no whole report. */
    summary: bytes('summary').notNull(),
    /** The document as received, gzipped. */
    document: bytes('document').notNull(),
  },
  table => [index('reports_user').on(table.userId, table.receivedAt)],
)

/** A time that the bureaus were asked for a person's report. */
export const reportPulls = pgTable(
  'report_pulls',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: pullStates }).notNull(),
    /** How many tries came to an end. */
    attempts: integer('attempts').notNull(),
    /** Why there is no report, fit to be shown. */
    words: text('words'),
    requestedAt: instant('requested_at').notNull(),
    /** When the last try began. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  table => [
    // Single flight: of a person one pull at a time is open.
    uniqueIndex('report_pulls_open').on(table.userId).where(sql`ended_at is null`),
    index('report_pulls_user').on(table.userId, table.requestedAt),
    // Looked for at every pull, and of the open ones almost never is any held.
    index('report_pulls_held')
      .on(table.requestedAt, table.id)
      .where(sql`${table.endedAt} is null and ${table.state} = 'held'`),
  ],
)
