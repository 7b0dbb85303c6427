import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/db/columns.ts'
import { costKinds, type Limited } from '../cost-rules.ts'

/**
 * What a provider accepted, once each: the key is the pull, the mail job or the text. No personal data: the client is an id,
 * which stays after erasure so that sums stay what was billed.
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
    /** Of a letter; null where nobody counted. */
    pages: integer('pages'),
    /** Hundredths of a cent at the price of that day; null without a price. */
    amount: integer('amount'),
  },
  table => [
    primaryKey({ columns: [table.kind, table.reference] }),
    // Everything that a month's page needs, so that no row is read.
    index('cost_entries_month').on(table.month, table.clientId, table.kind, table.pages, table.amount),
    index('cost_entries_client').on(table.clientId),
    index('cost_entries_at').on(table.at),
  ],
)

/** The sums of a month, in several rows a kind so that providers' answers do not wait for one row. */
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

/** Month limits that staff were told about. */
export const costLimitNotices = pgTable(
  'cost_limit_notices',
  {
    month: text('month').notNull(),
    what: text('what').$type<Limited>().notNull(),
  },
  table => [primaryKey({ columns: [table.month, table.what] })],
)
