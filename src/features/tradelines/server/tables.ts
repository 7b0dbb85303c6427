import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { bureaus } from '#values/bureau.ts'

/** Every line that a supplier ever listed; removed ones stay, with their date. */
export const tradelines = pgTable('tradelines', {
  id: uuid('id').primaryKey(),
  supplierId: text('supplier_id').notNull().unique(),
  name: text('name').notNull(),
  bank: text('bank').notNull(),
  /** Per slot, in whole dollars, like the price. */
  creditLimit: integer('credit_limit').notNull(),
  price: integer('price').notNull(),
  slots: integer('slots').notNull(),
  /** A day, or a month where the supplier states no day. */
  opened: text('opened').notNull(),
  /** The age in months where the supplier states no date; `opened` was computed from it. */
  statedMonths: integer('stated_months'),
  purchaseBy: text('purchase_by'),
  bureaus: text('bureaus', { enum: bureaus }).array().notNull().default(sql`'{}'`),
  addedAt: instant('added_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  /** Null while it is on offer. */
  removedAt: instant('removed_at'),
})

/** Requests to the manager, encrypted. The state of the email is in its own row. */
export const tradelineRequests = pgTable(
  'tradeline_requests',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** Recipient, subject and text as JSON, encrypted with the user's key. */
    content: bytes('content').notNull(),
    /** A keyed MAC of the content, to recognize a second click on the button. */
    contentMac: bytes('content_mac').notNull(),
    /** The last email. */
    emailId: uuid('email_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a manager marked it as handled. */
    handledAt: instant('handled_at'),
  },
  table => [
    index('tradeline_requests_user').on(table.userId, table.createdAt),
    index('tradeline_requests_open').on(table.createdAt, table.id).where(sql`${table.handledAt} is null`),
  ],
)
