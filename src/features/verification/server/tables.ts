import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { reviewStates } from '../document-review.ts'

/** Letters with a code. The id is that of the letter in `mail_jobs`; the code is stored only as a keyed MAC. */
export const mailedCodes = pgTable(
  'mailed_codes',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    codeMac: bytes('code_mac').notNull(),
    /** A keyed MAC of the address that it was mailed to. */
    addressMac: bytes('address_mac').notNull(),
    requestedAt: instant('requested_at').notNull(),
    validUntil: instant('valid_until').notNull(),
    /** Wrong codes. */
    tries: integer('tries').notNull(),
    usedAt: instant('used_at'),
  },
  table => [index('mailed_codes_user').on(table.userId, table.requestedAt)],
)

/** Requests that staff review documents. At most one per user is pending. */
export const documentReviews = pgTable(
  'document_reviews',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    state: text('state', { enum: reviewStates }).notNull(),
    requestedAt: instant('requested_at').notNull(),
    /** The account's address at the time of the decision, as a keyed MAC. */
    addressMac: bytes('address_mac'),
    /** The first of two managers who confirm. */
    firstManagerId: uuid('first_manager_id'),
    managerId: uuid('manager_id'),
    managerName: bytes('manager_name'),
    /** What staff wrote to the user, encrypted. */
    reason: bytes('reason'),
    decidedAt: instant('decided_at'),
  },
  table => [
    uniqueIndex('document_reviews_waiting').on(table.userId).where(sql`${table.decidedAt} is null`),
    index('document_reviews_user').on(table.userId, table.requestedAt),
    index('document_reviews_queue').on(table.requestedAt).where(sql`${table.decidedAt} is null`),
  ],
)
