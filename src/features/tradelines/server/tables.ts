import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { bureaus } from '#values/bureau.ts'

/** Every line that a supplier ever listed. One that is not listed any more stays, and is offered no longer. */
export const tradelines = pgTable('tradelines', {
  id: uuid('id').primaryKey(),
  supplierId: text('supplier_id').notNull().unique(),
  name: text('name').notNull(),
  bank: text('bank').notNull(),
  /** Whole dollars, as the price: of one slot. */
  creditLimit: integer('credit_limit').notNull(),
  price: integer('price').notNull(),
  slots: integer('slots').notNull(),
  /** A day, or a month where the supplier gives no day. */
  opened: text('opened').notNull(),
  /** The age in months as the supplier stated it, where it states no date; `opened` was counted from it when it was new. */
  statedMonths: integer('stated_months'),
  purchaseBy: text('purchase_by'),
  bureaus: text('bureaus', { enum: bureaus }).array().notNull().default(sql`'{}'`),
  addedAt: instant('added_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  /** Since when it is offered no longer. */
  removedAt: instant('removed_at'),
})

/** Requests to the manager. What was asked and mailed is sealed; how the mailing went is told by the e-mail's own row. */
export const tradelineRequests = pgTable(
  'tradeline_requests',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Recipient, subject and text as JSON, sealed with the person's key. */
    content: bytes('content').notNull(),
    /** A keyed MAC of the same: a second press of the button is recognised by it. */
    contentMac: bytes('content_mac').notNull(),
    /** The e-mail that was tried last. */
    emailId: uuid('email_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [index('tradeline_requests_user').on(table.userId, table.createdAt)],
)
