import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { documents, storedFiles } from '#features/documents/server/tables.ts'
import { documentKinds } from '#features/documents/upload-rules.ts'
import { users } from '#features/identity/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { bureaus } from '#values/bureau.ts'
import { disputeTypes, followUps, outcomes } from '../dispute-contract.ts'

/** Disputes. What they say of a person is sealed with the person's key. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: disputeTypes }).notNull(),
    /** The report that the letters were made from. They keep what they say of it themselves. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    title: bytes('title').notNull(),
    /** When the person confirmed that what the letters say is true; null while what staff made waits for that. */
    attestedAt: instant('attested_at'),
    /** The opening of the account in which a manager made it; null when the person did. */
    openingId: uuid('opening_id'),
    /** The person disputes what her free yearly report shows: bureaus then have 45 days (15 U.S.C. 1681j(a)(3)). */
    freeAnnualReport: boolean('free_annual_report').notNull().default(false),
    /** The dispute whose answer this one follows, the item answered, and the step that it is; all null of a first one. */
    followsId: uuid('follows_id').references((): AnyPgColumn => disputes.id, { onDelete: 'set null' }),
    followsItemId: uuid('follows_item_id'),
    followsKind: text('follows_kind', { enum: followUps }),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('disputes_user').on(table.userId, table.createdAt),
    index('disputes_report').on(table.reportId),
    index('disputes_follows').on(table.followsId),
  ],
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
    /** What the person wrote in place of the letter's middle; null while it stands as it was made. */
    reworded: bytes('reworded'),
  },
  table => [index('dispute_letters_dispute').on(table.disputeId)],
)

/**
 * Documents whose copies go with every letter of a dispute, in the person's order. A row names the stored file itself, so
 * that what was confirmed is what is printed, also after the document was deleted; its name is sealed as it was then.
 */
export const disputeEnclosures = pgTable(
  'dispute_enclosures',
  {
    id: uuid('id').primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** The version of the document that the file is sealed for. It may be gone. */
    documentId: uuid('document_id').notNull(),
    fileKey: text('file_key')
      .notNull()
      .references(() => storedFiles.key),
    kind: text('kind', { enum: documentKinds }).notNull(),
    name: bytes('name').notNull(),
  },
  table => [
    unique('dispute_enclosures_place').on(table.disputeId, table.place),
    index('dispute_enclosures_file').on(table.fileKey),
  ],
)

/** What a bureau answered on an item, as the person noted it; a later note takes the place of the earlier one. */
export const disputeOutcomes = pgTable(
  'dispute_outcomes',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => disputeItems.id, { onDelete: 'cascade' }),
    bureau: text('bureau', { enum: bureaus }).notNull(),
    outcome: text('outcome', { enum: outcomes }).notNull(),
    answeredOn: date('answered_on', { mode: 'string' }).notNull(),
    /** The bureau's reply; null when there is none, or it was deleted for good. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    /** Whether a reply was kept with the answer: without its document, it was deleted since. */
    hadReply: boolean('had_reply').notNull().default(false),
    notedAt: instant('noted_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.itemId, table.bureau] }),
    index('dispute_outcomes_document').on(table.documentId),
  ],
)

/** A wizard's answers so far: `Draft` as JSON, sealed, one of each type. */
export const disputeDrafts = pgTable(
  'dispute_drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: disputeTypes }).notNull(),
    content: bytes('content').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.type] })],
)

/** Deadlines that a person was written to about, each once. */
export const disputeReminders = pgTable(
  'dispute_reminders',
  {
    letterId: uuid('letter_id')
      .notNull()
      .references(() => disputeLetters.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    toldAt: instant('told_at').notNull(),
  },
  table => [primaryKey({ columns: [table.letterId, table.kind, table.dueOn] })],
)
