import { getTableColumns, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#platform/db/columns.ts'
import { letterEventTypes } from '#providers/letters/port.ts'
import { deliveryStatuses } from '../letter-status.ts'
import { type MailJob, mailJobPhases } from '../state-machine.ts'

/**
 * Mailing jobs: the intent, stored before anything is sent, and its progress. A row is kept as proof of a mailing;
 * its personal content is encrypted and removed with the user.
 */
export const mailJobs = pgTable(
  'mail_jobs',
  {
    /** UUIDv5 of letter and generation: a lost row is recreated with the same id. */
    id: uuid('id').primaryKey(),
    letterId: uuid('letter_id').notNull(),
    generation: integer('generation').notNull(),
    /** Null after the user was erased. Not a foreign key: the row outlives the user. */
    userId: uuid('user_id'),
    certified: boolean('certified').notNull(),
    returnReceipt: boolean('return_receipt').notNull().default(false),
    /**
     * The provider it was requested from (`MailProvider.name`). It moves to another one only by the rules of
     * `transferToProvider`.
     */
    provider: text('post').notNull(),
    /** Addresses, and why it is mailed again: `FrozenContent` as JSON. */
    content: bytes('content'),
    pdf: bytes('pdf'),
    /** Of the PDF; null for mailings from before pages were counted. */
    pages: integer('pages'),
    /** SHA-256 of the PDF and of the whole frozen request; null for a job recreated after a restore. */
    pdfSha: bytes('pdf_sha'),
    requestSha: bytes('request_sha'),
    requestedAt: instant('requested_at').notNull(),
    /** The business day that it counts toward the daily cap. */
    admittedOn: text('admitted_on'),

    phase: text('phase', { enum: mailJobPhases }).notNull(),
    since: instant('since').notNull(),
    dueAt: instant('due_at').notNull(),
    leaseUntil: instant('lease_until'),
    leaseToken: uuid('lease_token'),
    keyGeneration: integer('key_generation').notNull(),
    firstAttemptAt: instant('first_attempt_at'),
    ambiguous: boolean('unclear').notNull(),
    ambiguousAttempts: integer('unclear_ends').notNull(),
    lookedUp: boolean('looked_up').notNull(),
    emptyLookups: integer('empty_look_ups').notNull(),
    lastEmptyAt: instant('last_empty_at'),
    consecutiveFailures: integer('stumbles').notNull(),
    refusalCode: text('refusal_code'),
    refusalMessage: text('refusal_words'),
    problem: text('problem'),

    providerId: text('provider_id').unique(),
    trackingUrl: text('tracking_url'),
    expectedOn: text('expected_on'),
    submittedAt: instant('submitted_at'),
    /** Delivery status, from tracking events. */
    deliveryStatus: text('whereabouts', {
      enum: deliveryStatuses,
    }),
    /** When we learned that a letter accepted by the provider was returned or failed. */
    undeliveredAt: instant('undelivered_at'),
    /** When the delivery status changed; reset to null once the change was processed (`takeMoved`). */
    movedAt: instant('moved_at').defaultNow(),
    /** When to poll the provider next; null if nothing more is expected. */
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
    index('mail_jobs_moved').on(table.movedAt).where(sql`${table.movedAt} is not null`),
    index('mail_jobs_undelivered')
      .on(sql`coalesce(${table.undeliveredAt}, ${table.since})`, table.letterId)
      .where(
        sql`${table.phase} in ('rejected', 'untraceable') or ${table.deliveryStatus} in ('returned', 'rejected', 'failed')`,
      ),
    index('mail_jobs_questions').on(table.requestedAt).where(sql`${table.phase} = 'needs_operator'`),
  ],
)

/** Tracking events as received, each once. */
export const mailEvents = pgTable(
  'mail_events',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    providerId: text('provider_id'),
    /** From the letter's metadata: untrusted, the row may not exist. */
    mailJobId: text('mail_job_id'),
    event: text('event', { enum: letterEventTypes }).notNull(),
    at: instant('at').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  table => [index('mail_events_letter').on(table.providerId), index('mail_events_job').on(table.mailJobId)],
)

/** Letters at the provider that match no job, or the wrong one: for an operator. */
export const mailDiscrepancies = pgTable('mail_orphans', {
  providerId: text('provider_id').primaryKey(),
  mailJobId: text('mail_job_id'),
  kind: text('kind', { enum: ['unknown', 'second', 'missing'] }).notNull(),
  seenAt: instant('seen_at').notNull(),
  /** When an operator handled it. The row stays, so that the next reconciliation does not report it again. */
  settledAt: instant('settled_at'),
})

/** Every provider (key) ever configured, with the account it belongs to. */
export const mailProviders = pgTable('mail_posts', {
  /** `MailProvider.name`. */
  name: text('name').primaryKey(),
  /** Our id for the account, shared by all its keys. */
  account: uuid('account').notNull(),
  seenAt: instant('seen_at').notNull(),
})

/** What applies to all letters. One row, with id 1. */
export const mailSwitch = pgTable('mail_gate', {
  id: integer('id').primaryKey(),
  /** This installation's id at the provider: two installations that share an account ignore each other's letters. */
  env: uuid('env').notNull(),
  /** Identifies the database by its own numbers; a copy has others. */
  fingerprint: text('fingerprint'),
  holdReason: text('hold_reason', { enum: ['restore', 'provider'] }),
  holdUntil: instant('hold_until'),
  restoreEpoch: integer('restore_epoch').notNull().default(0),
  restoredAt: instant('restored_at'),
  /** How far reconciliation after a restore has progressed. */
  comparedTo: instant('compared_to'),
  /** The account letters go to (`mail_posts`); in a restored copy, the account at the time of the backup. */
  account: uuid('account'),
  /** Since when sending is paused because the provider is failing, and when the next letter may probe it. */
  failingSince: instant('failing_since'),
  probeAt: instant('probe_at'),
})

export type MailJobRow = typeof mailJobs.$inferSelect

const { content: _, pdf: __, ...stateColumns } = getTableColumns(mailJobs)

/** All columns but the encrypted ones: a letter's bytes are read only to send them. */
export const mailJobStateColumns = stateColumns
export type MailJobStateRow = Omit<MailJobRow, 'content' | 'pdf'>

export const toMailJob = (row: MailJobStateRow): MailJob => ({
  phase: row.phase,
  since: row.since,
  dueAt: row.dueAt,
  leaseUntil: row.leaseUntil,
  keyGeneration: row.keyGeneration,
  firstAttemptAt: row.firstAttemptAt,
  ambiguous: row.ambiguous,
  ambiguousAttempts: row.ambiguousAttempts,
  lookedUp: row.lookedUp,
  emptyLookups: row.emptyLookups,
  lastEmptyAt: row.lastEmptyAt,
  consecutiveFailures: row.consecutiveFailures,
  refusal:
    row.refusalCode === null || row.refusalMessage === null
      ? null
      : { code: row.refusalCode, message: row.refusalMessage },
  problem: row.problem,
})

export const toMailJobColumns = ({ refusal, ...mailing }: MailJob) => ({
  ...mailing,
  refusalCode: refusal?.code ?? null,
  refusalMessage: refusal?.message ?? null,
})
