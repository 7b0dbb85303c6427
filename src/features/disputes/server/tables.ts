import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { bytes, instant } from '#server/columns.ts'
import { bureaus } from '#values/bureau.ts'

/** Disputes. What they say of a person is sealed with the person's key. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['account', 'inquiry', 'personal-info', 'freeze'] }).notNull(),
    /** The report that the letters were made from. They keep what they say of it themselves. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    title: bytes('title').notNull(),
    /** When the person confirmed that what the letters say is true; null while what staff made waits for that. */
    attestedAt: instant('attested_at'),
    /** The opening of the account in which a manager made it; null when the person did. */
    openingId: uuid('opening_id'),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('disputes_user').on(table.userId, table.createdAt)],
)

/** What is disputed, at which bureaus; ids ascend in the order in which the person chose. */
export const disputeItems = pgTable(
  'dispute_items',
  {
    id: uuid('id').primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    bureaus: text('bureaus', { enum: bureaus }).array().notNull(),
    /** `StoredItem` as JSON. */
    content: bytes('content').notNull(),
  },
  table => [index('dispute_items_dispute').on(table.disputeId)],
)

/** One letter to one bureau, with every fact that it says as it stood when it was made. */
export const disputeLetters = pgTable(
  'dispute_letters',
  {
    id: uuid('id').primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    bureau: text('bureau', { enum: bureaus }).notNull(),
    /** `Letter` as JSON. */
    content: bytes('content').notNull(),
  },
  table => [index('dispute_letters_dispute').on(table.disputeId)],
)
