import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/db/columns.ts'
import { costKinds, type Limited } from '../cost-rules.ts'

/**
 * What a provider accepted, one row each: the key is the id of the pull, mail job or text. No personal data: the client
 * is an id, which remains after erasure so that totals still match what was billed.
 */
export const costEntries = pgTable(
  'cost_entries',
  {
    kind: text('kind', { enum: costKinds }).notNull(),
    reference: uuid('reference').notNull(),
    /** The nil UUID for a text to a number without an account. */
    clientId: uuid('client_id').notNull(),
    /** `YYYY-MM` in the business time zone. */
    month: text('month').notNull(),
    at: instant('at').notNull(),
    /** Of a letter; null if they were not counted. */
    pages: integer('pages'),
    /** Hundredths of a cent at that day's price; null without a price. */
    amount: integer('amount'),
  },
  table => [
    primaryKey({ columns: [table.kind, table.reference] }),
    // Covers everything that a month's page needs, so that the table itself is not read.
    index('cost_entries_month').on(table.month, table.clientId, table.kind, table.pages, table.amount),
    index('cost_entries_client').on(table.clientId),
    index('cost_entries_at').on(table.at),
  ],
)

/** The totals of a month, sharded into several rows per kind so that concurrent updates do not contend for one row. */
export const costTotals = pgTable(
  'cost_totals',
  {
    month: text('month').notNull(),
    kind: text('kind', { enum: costKinds }).notNull(),
    shard: integer('shard').notNull(),
    count: integer('count').notNull(),
    /** How many of them had a price. */
    priced: integer('priced').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.month, table.kind, table.shard] })],
)

/** Monthly limits about which staff were emailed. */
export const costLimitNotices = pgTable(
  'cost_limit_notices',
  {
    month: text('month').notNull(),
    what: text('what').$type<Limited>().notNull(),
  },
  table => [primaryKey({ columns: [table.month, table.what] })],
)
