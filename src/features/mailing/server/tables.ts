import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/db/columns.ts'
import { letterEventTypes } from '#providers/letters/post-words.ts'
import { mailJobPhases } from '../standing.ts'

/**
 * Letters that were handed over to be mailed: the intent, written before anything goes out, and how far it came. A row is
 * kept as the proof of a mailing; what it says of a person is sealed and goes when she is erased.
 */
export const mailJobs = pgTable(
  'mail_jobs',
  {
    /** UUIDv5 of letter and generation: a row that was lost and is made again has the same. */
    id: uuid('id').primaryKey(),
    letterId: uuid('letter_id').notNull(),
    generation: integer('generation').notNull(),
    /** Null once the person was erased. Not a foreign key: the row outlives her. */
    userId: uuid('user_id'),
    certified: boolean('certified').notNull(),
    /** Which post it was asked of (`LetterPost`, `name`). Another one gets it only by the rules of `accounts.ts`. */
    post: text('post').notNull(),
    /** Addresses, and why it is mailed again: `FrozenContent` as JSON. */
    content: bytes('content'),
    pdf: bytes('pdf'),
    /** SHA-256 of the PDF, and of the whole request as it was frozen; null of a mailing that a restore found again. */
    pdfSha: bytes('pdf_sha'),
    requestSha: bytes('request_sha'),
    requestedAt: instant('requested_at').notNull(),
    /** The business day on which it counts towards the daily cap. */
    admittedOn: text('admitted_on'),

    phase: text('phase', { enum: mailJobPhases }).notNull(),
    since: instant('since').notNull(),
    dueAt: instant('due_at').notNull(),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
    keyGeneration: integer('key_generation').notNull(),
    firstAttemptAt: instant('first_attempt_at'),
    unclear: boolean('unclear').notNull(),
    unclearEnds: integer('unclear_ends').notNull(),
    lookedUp: boolean('looked_up').notNull(),
    emptyLookUps: integer('empty_look_ups').notNull(),
    lastEmptyAt: instant('last_empty_at'),
    stumbles: integer('stumbles').notNull(),
    refusalCode: text('refusal_code'),
    refusalWords: text('refusal_words'),
    problem: text('problem'),

    providerId: text('provider_id').unique(),
    trackingUrl: text('tracking_url'),
    expectedOn: text('expected_on'),
    submittedAt: instant('submitted_at'),
    /** From what the provider told of its way. */
    whereabouts: text('whereabouts', {
      enum: ['submitted', 'processed', 'sent', 'delivered', 'returned', 'rejected', 'failed'],
    }),
    /** When the provider is asked about it next; null when nothing more is expected. */
    askAt: instant('ask_at'),
  },
  table => [
    unique('mail_jobs_letter').on(table.letterId, table.generation),
    index('mail_jobs_due')
      .on(table.dueAt)
      .where(sql`${table.phase} in ('requested', 'ready', 'submitting', 'unknown')`),
    index('mail_jobs_ask').on(table.askAt).where(sql`${table.askAt} is not null`),
    index('mail_jobs_admitted').on(table.admittedOn, table.userId),
    index('mail_jobs_user').on(table.userId),
    index('mail_jobs_submitted').on(table.submittedAt),
    index('mail_jobs_copies')
      .on(table.submittedAt)
      .where(sql`${table.phase} = 'submitted' and ${table.pdf} is not null`),
    index('mail_jobs_questions').on(table.requestedAt).where(sql`${table.phase} = 'needs_operator'`),
  ],
)

/** What the provider told of letters, as it came; the same news twice is one row. */
export const mailEvents = pgTable(
  'mail_events',
  {
    /** The provider's. */
    id: text('id').primaryKey(),
    providerId: text('provider_id'),
    /** From the letter's metadata: a name that somebody gave us, not a promise that there is such a row. */
    mailJobId: text('mail_job_id'),
    event: text('event', { enum: letterEventTypes }).notNull(),
    at: instant('at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  table => [index('mail_events_letter').on(table.providerId), index('mail_events_job').on(table.mailJobId)],
)

/** Letters at the provider that our books do not know, or know as another: for an operator. */
export const mailDiscrepancies = pgTable('mail_orphans', {
  providerId: text('provider_id').primaryKey(),
  mailJobId: text('mail_job_id'),
  kind: text('kind', { enum: ['unknown', 'second', 'missing'] }).notNull(),
  seenAt: instant('seen_at').notNull(),
  /** When an operator had seen to it; the row stays, so that the next comparison does not ask again. */
  settledAt: instant('settled_at'),
})

/** The posts that were ever set, each with the account of ours that its letters are in. */
export const mailProviders = pgTable('mail_posts', {
  /** `LetterPost`, `name`. */
  name: text('name').primaryKey(),
  /** Ours, made when an account is first seen: two keys of one account have the same. */
  account: uuid('account').notNull(),
  seenAt: instant('seen_at').notNull(),
})

/** What holds for all letters. One row, of id 1. */
export const mailSwitch = pgTable('mail_gate', {
  id: integer('id').primaryKey(),
  /** Our name at the provider, made once: two installations with one account do not take each other's letters. */
  env: uuid('env').notNull(),
  /** What the database is, by its own numbers; another one is a copy. */
  fingerprint: text('fingerprint'),
  holdReason: text('hold_reason', { enum: ['restore', 'provider'] }),
  holdUntil: instant('hold_until'),
  restoreEpoch: integer('restore_epoch').notNull().default(0),
  restoredAt: instant('restored_at'),
  /** How far the comparison after a restore has come: letters made before are compared. */
  comparedTo: instant('compared_to'),
  /** The account that letters go to (`mail_posts`); of a copy, that of when it was made. */
  account: uuid('account'),
  /** Since when sending is paused because the provider fails steadily, and when the next letter may try. */
  failingSince: instant('failing_since'),
  probeAt: instant('probe_at'),
})
