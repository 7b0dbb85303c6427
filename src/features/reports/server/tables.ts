import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { pullStates } from '../refresh-rules.ts'
import { stepStates } from '../step-rules.ts'

/** Parsed credit reports and their source documents, encrypted with the user's key. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** Uploaded by the user, pulled from a bureau, or from the sandbox bureau. */
    origin: text('origin', { enum: ['import', 'bureau', 'sandbox'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Counts the changes of the content: a removed import changes the reports that kept its part. */
    revision: integer('revision').notNull().default(0),
    /** The canonical `Report` as JSON, gzipped. */
    content: bytes('content').notNull(),
    /** `ReportSummary` as JSON: scores and changes, so that the history needs no whole report. */
    summary: bytes('summary').notNull(),
    /** The document as received, gzipped. */
    document: bytes('document').notNull(),
  },
  table => [
    index('reports_user').on(table.userId, table.receivedAt),
    index('reports_received').on(table.receivedAt),
  ],
)

/** One request to the bureaus for a user's report. */
export const reportPulls = pgTable(
  'report_pulls',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    state: text('state', { enum: pullStates }).notNull(),
    /** Finished attempts. */
    attempts: integer('attempts').notNull(),
    /** Why there is no report, safe to show. */
    message: text('words'),
    requestedAt: instant('requested_at').notNull(),
    /** When the last attempt started. */
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** When an order was sent to the source, for sources with orders; reset to null if it was surely not accepted. */
    orderBegunAt: instant('order_begun_at'),
    /** The source's order number. */
    orderNumber: bytes('order_number'),
  },
  table => [
    // At most one open pull per user.
    uniqueIndex('report_pulls_open').on(table.userId).where(sql`ended_at is null`),
    index('report_pulls_user').on(table.userId, table.requestedAt),
    // Queried at every pull, and held pulls are rare.
    index('report_pulls_held')
      .on(table.requestedAt, table.id)
      .where(sql`${table.endedAt} is null and ${table.state} = 'held'`),
    index('report_pulls_failed').on(table.endedAt, table.id).where(sql`${table.state} = 'failed'`),
  ],
)

/** The identity steps that the source of credit data required from users. */
export const reportSteps = pgTable(
  'report_steps',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    state: text('state', { enum: stepStates }).notNull(),
    /** `StoredStep` as JSON: the source's id, and the question while the step is open. */
    content: bytes('content').notNull(),
    tries: integer('tries').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  table => [
    // At most one open step per user.
    uniqueIndex('report_steps_open').on(table.userId).where(sql`ended_at is null`),
    index('report_steps_user').on(table.userId, table.createdAt),
  ],
)
