import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from '#server/columns.ts'

/** People. Who they are is sealed; the phone is found by its blind index only. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  phoneIndex: bytes('phone_index').notNull().unique(),
  /** `Profile` as JSON, sealed with the person's key. */
  profile: bytes('profile').notNull(),
  /** Nine digits, sealed with the person's key; opened only to order a report. */
  ssn: bytes('ssn').notNull(),
  plan: text('plan', { enum: ['free', 'max'] }).notNull(),
  enrolled: boolean('enrolled').notNull(),
  skippedVerification: boolean('skipped_verification').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** One person per SSN. In a table of its own: nothing else about a person can be reached from an SSN. */
export const ssnClaims = pgTable('ssn_claims', {
  ssnIndex: bytes('ssn_index').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
})

/** What the person agreed to, as a series: the newest row of a kind is what holds. */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['reportAccess', 'sms', 'email', 'terms', 'staffMailing'] }).notNull(),
    given: boolean('given').notNull(),
    version: text('version').notNull(),
    at: instant('at').notNull(),
  },
  table => [index('consents_user').on(table.userId)],
)

/** A code that was texted. The code itself is never stored, only its keyed MAC. */
export const codeChallenges = pgTable(
  'code_challenges',
  {
    id: uuid('id').primaryKey(),
    phoneIndex: bytes('phone_index').notNull(),
    codeMac: bytes('code_mac').notNull(),
    /** SHA-256 of the cookie of the browser that asked; null for API clients. */
    browser: bytes('browser'),
    sentAt: instant('sent_at').notNull(),
    tries: integer('tries').notNull(),
    /** When the right code was given while the number had no account yet: it then proves the phone for registering. */
    provenAt: instant('proven_at'),
    consumedAt: instant('consumed_at'),
  },
  table => [index('code_challenges_phone').on(table.phoneIndex, table.sentAt)],
)

/** Wrong codes per phone, over all its challenges. */
export const phoneGuards = pgTable('phone_guards', {
  phoneIndex: bytes('phone_index').primaryKey(),
  /** Instants, in milliseconds, of wrong codes in the last 24 hours. */
  recentFails: jsonb('recent_fails').$type<number[]>().notNull(),
  consecutiveFails: integer('consecutive_fails').notNull(),
  locks: integer('locks').notNull(),
  lockedUntil: instant('locked_until'),
})

/** A sign-in and everything that follows from it until it ends. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 32 random bytes, sealed: tokens are derived from it, so that a lost answer can be given again. */
    secret: bytes('secret').notNull(),
    /** Which pair of tokens is current. */
    generation: integer('generation').notNull(),
    rotatedAt: instant('rotated_at').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason', { enum: ['signed_out', 'reuse', 'too_many', 'replaced'] }),
  },
  table => [index('sessions_user').on(table.userId)],
)

/** Tokens that were given out, by SHA-256. */
export const sessionTokens = pgTable(
  'session_tokens',
  {
    hash: bytes('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['access', 'refresh'] }).notNull(),
    generation: integer('generation').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index('session_tokens_session').on(table.sessionId)],
)
