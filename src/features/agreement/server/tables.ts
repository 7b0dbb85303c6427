import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ownerId } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'

/**
 * Signed statements of credit file rights. They have no foreign key and are encrypted with the system's key, because the
 * organization must keep each for two years after it was signed (15 U.S.C. 1679c(c)), even if the account is erased
 * earlier.
 */
export const signedDisclosures = pgTable(
  'signed_disclosures',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the text, in hexadecimal. */
    textHash: text('text_hash').notNull(),
    /** Text, signature and release as JSON. */
    content: bytes('content').notNull(),
    signedAt: instant('signed_at').notNull(),
  },
  table => [
    index('signed_disclosures_user').on(table.userId, table.signedAt),
    index('signed_disclosures_signed').on(table.signedAt),
  ],
)

/** Signed contracts; the newest of a client counts. */
export const serviceContracts = pgTable(
  'service_contracts',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    /** The statement that was signed before the contract. */
    disclosureId: uuid('disclosure_id').notNull(),
    /** SHA-256 of the offered text, in hexadecimal. */
    textHash: text('text_hash').notNull(),
    /** Text, parties, signature and release as JSON, encrypted with the user's key. */
    content: bytes('content').notNull(),
    signedAt: instant('signed_at').notNull(),
    signedOn: date('signed_on', { mode: 'string' }).notNull(),
    /** The last day for canceling, and when that day ends where the client is. */
    cancelDay: date('cancel_day', { mode: 'string' }).notNull(),
    cancelUntil: instant('cancel_until').notNull(),
    cancelledAt: instant('cancelled_at'),
    /** The day on which a paper notice was mailed or delivered; null if the client canceled online. */
    noticeSentOn: date('notice_sent_on', { mode: 'string' }),
  },
  table => [index('service_contracts_user').on(table.userId, table.signedAt)],
)
