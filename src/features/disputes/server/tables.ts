import { sql } from 'drizzle-orm'
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
import { outcomes } from '#features/findings/item-state.ts'
import { ownerId } from '#features/identity/server/tables.ts'
import { reports } from '#features/reports/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { disputeTypes, followUps } from '../dispute-requests.ts'
import { freezeAgencies } from '../freezes/specialty-agencies.ts'

/** Recipients of letters. The company of a dispute without a bureau is named only in the encrypted letter. */
const respondentNames = [...bureaus, 'company'] as const

/** How letters and answers are stored; null is a company. */
export const respondentName = (bureau: Bureau | null): (typeof respondentNames)[number] => bureau ?? 'company'

/** Disputes. Personal content is encrypted with the user's key. */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    type: text('type', { enum: disputeTypes }).notNull(),
    /** The report the letters were made from. The letters themselves contain every fact they state. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    title: bytes('title').notNull(),
    /** When the user confirmed that the letters are true; null for a dispute made by staff until then. */
    attestedAt: instant('attested_at'),
    /** The `Warning`s for a dispute made by staff as JSON, which the user reads before confirming; null if there are none. */
    warnings: bytes('warnings'),
    /** When the mailing of its letters was requested; also null for disputes from before this was recorded. */
    mailRequestedAt: instant('mail_requested_at'),
    /** The impersonation session in which a manager made it; null if the user did. */
    openingId: uuid('opening_id'),
    /** The user disputes their free annual report, which gives bureaus 45 days (15 U.S.C. 1681j(a)(3)). */
    freeAnnualReport: boolean('free_annual_report').notNull().default(false),
    /**
     * The dispute whose answer this one follows, the answered item, and the kind of follow-up; all null for a first
     * dispute.
     */
    followsId: uuid('follows_id').references((): AnyPgColumn => disputes.id, { onDelete: 'set null' }),
    followsItemId: uuid('follows_item_id'),
    followsKind: text('follows_kind', { enum: followUps }),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('disputes_user').on(table.userId, table.createdAt),
    index('disputes_created').on(table.createdAt),
    index('disputes_report').on(table.reportId),
    index('disputes_follows').on(table.followsId),
    // For the previous release, which uses it to find letters to mail.
    index('disputes_confirmed').on(table.attestedAt, table.id).where(sql`${table.attestedAt} is not null`),
    index('disputes_unmailed')
      .on(table.attestedAt, table.id)
      .where(sql`${table.attestedAt} is not null and ${table.mailRequestedAt} is null`),
    index('disputes_unconfirmed').on(table.createdAt, table.id).where(sql`${table.attestedAt} is null`),
  ],
)

/** Ids ascend in the order the user chose. */
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

/** One letter to one recipient, with every fact it states. */
export const disputeLetters = pgTable(
  'dispute_letters',
  {
    id: uuid('id').primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    bureau: text('bureau', { enum: respondentNames }).notNull(),
    /** `StoredLetter` as JSON. */
    content: bytes('content').notNull(),
    /** The user's wording of the letter's middle; null if unchanged. */
    reworded: bytes('reworded'),
  },
  table => [index('dispute_letters_dispute').on(table.disputeId)],
)

/**
 * Letters on their way or delivered that have a legal deadline and no recorded answer. Derived from encrypted rows
 * (`refreshAnswersDue`), so that staff lists can use an index. Not a column of the letter, because the letter's row
 * version must change only with its text.
 */
export const answersDue = pgTable(
  'answers_due',
  {
    letterId: uuid('letter_id')
      .primaryKey()
      .references(() => disputeLetters.id, { onDelete: 'cascade' }),
    userId: ownerId(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Counted from an expected delivery. */
    estimated: boolean('estimated').notNull(),
    /** The last day on which the answer may still be in time (`lastDayInTime`); null until it is computed. */
    lastOn: date('last_on', { mode: 'string' }),
  },
  table => [
    index('answers_due_on').on(table.dueOn, table.letterId),
    index('answers_due_user').on(table.userId),
  ],
)

/**
 * Documents whose copies are enclosed with every letter, in the user's order. A row references the stored file itself, so
 * that what was confirmed is printed even after the document is deleted; its name is encrypted as of that time.
 */
export const disputeEnclosures = pgTable(
  'dispute_enclosures',
  {
    id: uuid('id').primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** The document version in the file's associated data. It may have been deleted. */
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
    index('dispute_enclosures_document').on(table.documentId),
  ],
)

/** The answer of a bureau, or of the company, on an item, as the user recorded it; a later record replaces it. */
export const disputeOutcomes = pgTable(
  'dispute_outcomes',
  {
    itemId: uuid('item_id')
      .notNull()
      .references(() => disputeItems.id, { onDelete: 'cascade' }),
    bureau: text('bureau', { enum: respondentNames }).notNull(),
    outcome: text('outcome', { enum: outcomes }).notNull(),
    answeredOn: date('answered_on', { mode: 'string' }).notNull(),
    /** The bureau's reply; null if there is none or it was permanently deleted. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    /** Whether a reply was recorded: without `documentId`, it has been deleted since. */
    hadReply: boolean('had_reply').notNull().default(false),
    notedAt: instant('noted_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.itemId, table.bureau] }),
    index('dispute_outcomes_document').on(table.documentId),
    index('dispute_outcomes_next')
      .on(table.notedAt, table.itemId)
      .where(sql`${table.outcome} in ('verified', 'no_answer')`),
  ],
)

/** A wizard's unfinished answers: `Draft` as JSON, encrypted, one per type. */
export const disputeDrafts = pgTable(
  'dispute_drafts',
  {
    userId: ownerId(),
    type: text('type', { enum: disputeTypes }).notNull(),
    content: bytes('content').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.type] })],
)

/** Deadlines for which a reminder was sent, each once. */
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

/**
 * What a user, or staff for the user, recorded about a freeze. The newest of an agency counts, the others are its
 * history.
 */
export const freezeRecords = pgTable(
  'freeze_records',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    agency: text('agency', { enum: freezeAgencies }).notNull(),
    /** State and days as JSON, encrypted. */
    content: bytes('content').notNull(),
    /** The day of the reminder; a newer record of the agency replaces it. */
    remindOn: date('remind_on', { mode: 'string' }),
    /** When the reminder was sent by email. */
    remindedAt: instant('reminded_at'),
    recordedAt: instant('recorded_at').notNull(),
  },
  table => [
    index('freeze_records_user').on(table.userId, table.agency, table.recordedAt),
    index('freeze_records_remind').on(table.remindOn),
    index('freeze_records_recorded').on(table.recordedAt),
  ],
)
