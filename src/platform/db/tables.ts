import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid, varchar } from 'drizzle-orm/pg-core'
import type { AuditEvent } from '#api/audit-events.ts'
import type { RetentionKind } from '#api/retention.ts'
import { bytes, instant } from './columns.ts'

/** A user's data key, wrapped by the root key. Deleting the row makes the user's fields unreadable. */
export const userKeys = pgTable('user_keys', {
  userId: uuid('user_id').primaryKey(),
  wrapped: bytes('wrapped').notNull(),
})

/** A constant encrypted with the root key, so that a wrong keyring is detected before anything changes. */
export const keyCanary = pgTable('key_canary', {
  id: integer('id').primaryKey(),
  sealed: bytes('sealed').notNull(),
})

/** Counters of the rate limits that outlive a restart; the shape is that of rate-limiter-flexible. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull(),
    expire: bigint('expire', { mode: 'number' }),
    /**
     * Whom a limit per user, manager or phone counts for; null for all other limits. The database computes it, because
     * rate-limiter-flexible writes no other column: keys are `name:subject:seconds:value` (`rate-limits.ts`).
     */
    owner: text('owner').generatedAlwaysAs(
      sql`case when split_part(key, ':', 2) in ('person', 'phone') then split_part(key, ':', 4) end`,
    ),
  },
  table => [index('rate_limits_expire').on(table.expire), index('rate_limits_owner').on(table.owner)],
)

/** Responses to requests with an `Idempotency-Key`. */
export const rememberedAnswers = pgTable(
  'remembered_answers',
  {
    scope: text('scope').notNull(),
    key: bytes('key').notNull(),
    request: bytes('request').notNull(),
    /** The owner of the encryption key; null for values of no user. */
    userId: uuid('user_id').references(() => userKeys.userId, { onDelete: 'cascade' }),
    answer: bytes('answer'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('remembered_answers_created').on(table.createdAt),
    index('remembered_answers_user').on(table.userId),
  ],
)

/** The audit log. A trigger of the migration refuses any change, and any deletion before `kept_until`. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    act: text('act').$type<AuditEvent>().notNull(),
    /** `done`, `failed`, or the code of a refusal. */
    outcome: text('outcome').notNull(),
    actor: text('actor', { enum: ['anyone', 'user', 'manager', 'key', 'system'] }).notNull(),
    managerId: uuid('manager_id'),
    /** The API key that acted. */
    keyId: uuid('key_id'),
    /** Whom it concerns. Not a foreign key: the row outlives the person. */
    userId: uuid('user_id'),
    openingId: uuid('opening_id'),
    objectId: text('object_id'),
    addressPrefix: text('address_prefix').notNull(),
    requestId: uuid('request_id').notNull(),
    keptUntil: instant('kept_until').notNull(),
    /** MAC of the row, with a key that is not in the database; null in rows of the first release. */
    mac: bytes('mac'),
  },
  table => [
    index('audit_events_user').on(table.userId, table.at),
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_act').on(table.act, table.at, table.id),
    index('audit_events_manager')
      .on(table.managerId, table.at, table.id)
      .where(sql`${table.managerId} is not null`),
    index('audit_events_key').on(table.keyId, table.at, table.id).where(sql`${table.keyId} is not null`),
    index('audit_events_opening').on(table.openingId, table.at),
    index('audit_events_request').on(table.requestId),
    index('audit_events_kept').on(table.keptUntil),
    index('audit_events_configuration').on(table.at).where(sql`act = 'configuration_changed'`),
  ],
)

/** The hash chain: one link per audit row, in the order of chaining (`platform/audit/hash-chain.ts`). */
export const auditLinks = pgTable('audit_links', {
  /** 1, 2, 3 and so on, without a gap. */
  number: bigint('number', { mode: 'number' }).primaryKey(),
  eventId: uuid('event_id').notNull().unique(),
  /** The row may be deleted after this time. */
  keptUntil: instant('kept_until').notNull(),
  /** The row's MAC. */
  mac: bytes('mac').notNull(),
  /** MAC of the columns above and the previous link. */
  link: bytes('link').notNull(),
})

/** Single-use codes that replace a lost authenticator app, as keyed MACs. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** A user's or a manager's id. */
    ownerId: uuid('owner_id').notNull(),
    mac: bytes('mac').notNull(),
    usedAt: instant('used_at'),
  },
  table => [primaryKey({ columns: [table.ownerId, table.mac] })],
)

/** How many rows of each kind were deleted in a night (`jobs/disposal.ts`). */
export const disposals = pgTable(
  'disposals',
  {
    /** In the business time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<RetentionKind>().notNull(),
    count: integer('count').notNull(),
  },
  table => [primaryKey({ columns: [table.day, table.kind] })],
)

/** Erased users, until none of their data can be recovered. */
export const erasures = pgTable(
  'erasures',
  {
    userId: uuid('user_id').primaryKey(),
    erasedAt: instant('erased_at').notNull(),
    /** After this time no dead row, WAL or backup contains data of the user. */
    unrecoverableAfter: instant('unrecoverable_after').notNull(),
    /** When the tables were rewritten without the dead rows; null until then. */
    rewrittenAt: instant('rewritten_at'),
  },
  table => [index('erasures_waiting').on(table.erasedAt).where(sql`${table.rewrittenAt} is null`)],
)

/** Emails; the content is encrypted with the user's key, or with the system's if they belong to no user. */
export const emails = pgTable(
  'emails',
  {
    id: uuid('id').primaryKey(),
    /** Deleted with the user's key, without which the content is unreadable anyway. */
    userId: uuid('user_id').references(() => userKeys.userId, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    content: bytes('content').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    /** Why the last attempt failed, in displayable form. */
    words: text('words'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  table => [
    index('emails_state').on(table.state, table.createdAt),
    index('emails_created').on(table.createdAt),
    index('emails_user').on(table.userId),
  ],
)
