import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { managerRoles } from '#api/endpoint.ts'
import { bytes, instant } from '#platform/db/columns.ts'
import { checkStates, evidenceOutcomes, identitySources } from '../assurance.ts'
import { emailCodePurposes } from '../codes.ts'
import { agreementTextKinds, consentChannels, consentKinds } from '../consent-texts.ts'
import { endReasons, sessionKinds, signInProofs } from '../session-rules.ts'

/** Personal details are encrypted; a phone is found only by its blind index. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    phoneIndex: bytes('phone_index').notNull().unique(),
    /** `Profile` as JSON, encrypted with the user's key. */
    profile: bytes('profile').notNull(),
    /** Nine digits, encrypted with the user's key; decrypted only to check the identity or order a report. */
    ssn: bytes('ssn').notNull(),
    plan: text('plan', { enum: ['free', 'max'] }).notNull(),
    enrolled: boolean('enrolled').notNull(),
    /** What confirmed the identity, when, and the row of evidence; all null if nothing has. */
    identitySource: text('identity_source', { enum: identitySources }),
    identityConfirmedAt: instant('identity_confirmed_at'),
    identityEvidenceId: uuid('identity_evidence_id'),
    /** The opposite of being confirmed, for servers of the previous release. */
    skippedVerification: boolean('skipped_verification').notNull(),
    emailIndex: bytes('email_index').notNull(),
    /** When the address in the profile was confirmed by the code mailed to it. */
    emailVerifiedAt: instant('email_verified_at'),
    /** The authenticator app's secret, encrypted with the user's key; `totp_step` is the last step used. */
    totpSecret: bytes('totp_secret'),
    totpStep: integer('totp_step'),
    totpEnabledAt: instant('totp_enabled_at'),
    /** When the user was last active: after 45 days the number may have been reassigned. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When deletion was requested; it is executed seven days later. */
    deletionAskedAt: instant('deletion_asked_at'),
    /**
     * When the user was warned that unused accounts are erased; earlier than `last_seen_at` once the account is used
     * again.
     */
    inactivityNoticeAt: instant('inactivity_notice_at'),
    /** Whether `user_words` also contains the prefixes of the name; earlier releases stored whole words. */
    beginningsIndexed: boolean('beginnings_indexed').notNull().default(false),
    /** The manager responsible for the client; the second is a disabled manager who was, until someone takes over. */
    responsibleManagerId: uuid('responsible_manager_id'),
    formerManagerId: uuid('former_manager_id'),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('users_email').on(table.emailIndex),
    index('users_created').on(table.createdAt),
    index('users_seen').on(table.lastSeenAt),
    index('users_of_manager').on(table.responsibleManagerId, table.id),
    index('users_unassigned').on(table.id).where(sql`${table.responsibleManagerId} is null`),
    index('users_of_former_manager')
      .on(table.formerManagerId)
      .where(sql`${table.formerManagerId} is not null`),
    index('users_without_beginnings').on(table.id).where(sql`not ${table.beginningsIndexed}`),
    index('users_leaving').on(table.deletionAskedAt).where(sql`${table.deletionAskedAt} is not null`),
    index('users_enrolled').on(table.id).where(sql`${table.enrolled} and ${table.deletionAskedAt} is null`),
  ],
)

/** The user a row belongs to; it is deleted with them. */
export const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Blind indexes of each word of a user's name and of its prefixes, for staff's search. */
export const userWords = pgTable(
  'user_words',
  {
    word: bytes('word').notNull(),
    userId: ownerId(),
  },
  table => [primaryKey({ columns: [table.word, table.userId] }), index('user_words_user').on(table.userId)],
)

/** A code mailed to an address: to confirm it, or as the second proof of a sign-in after a long absence. */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    purpose: text('purpose', { enum: emailCodePurposes }).notNull(),
    emailIndex: bytes('email_index').notNull(),
    codeMac: bytes('code_mac').notNull(),
    sentAt: instant('sent_at').notNull(),
    tries: integer('tries').notNull(),
    consumedAt: instant('consumed_at'),
  },
  table => [index('email_codes_user').on(table.userId, table.sentAt)],
)

/**
 * One user per SSN: the confirmed one, otherwise the first who entered it. A separate table, so that an SSN leads to
 * nothing else about a user.
 */
export const ssnClaims = pgTable(
  'ssn_claims',
  {
    ssnIndex: bytes('ssn_index').primaryKey(),
    userId: ownerId(),
    /** Whether the user's identity is confirmed: the number is then reserved for them. */
    confirmed: boolean('confirmed').notNull().default(false),
  },
  table => [index('ssn_claims_user').on(table.userId)],
)

/** Users who entered an SSN that another unconfirmed user had entered before. */
export const laterSsnClaims = pgTable(
  'later_ssn_claims',
  {
    ssnIndex: bytes('ssn_index').notNull(),
    userId: ownerId(),
  },
  table => [
    primaryKey({ columns: [table.ssnIndex, table.userId] }),
    index('later_ssn_claims_user').on(table.userId),
  ],
)

/** What was learned about a user's identity. Rows are only added; the same evidence is stored once. */
export const identityEvidence = pgTable(
  'identity_evidence',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    source: text('source', { enum: identitySources }).notNull(),
    outcome: text('outcome', { enum: evidenceOutcomes }).notNull(),
    /** The source's reference: the id of a check, a callback or a ticket. */
    reference: text('reference').notNull(),
    /** The manager who decided, if one did, and the encrypted name. */
    managerId: uuid('manager_id'),
    managerName: bytes('manager_name'),
    /** What staff wrote to the user when they revoked a confirmation, encrypted. */
    reason: bytes('reason'),
    at: instant('at').notNull(),
  },
  table => [unique('identity_evidence_once').on(table.userId, table.source, table.reference, table.outcome)],
)

/** Requests to the identity check. At most one per user is open. */
export const identityChecks = pgTable(
  'identity_checks',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    state: text('state', { enum: checkStates }).notNull(),
    /** Why it failed, safe to show. */
    message: text('message'),
    requestedAt: instant('requested_at').notNull(),
    endedAt: instant('ended_at'),
  },
  table => [
    uniqueIndex('identity_checks_open').on(table.userId).where(sql`ended_at is null`),
    index('identity_checks_user').on(table.userId, table.requestedAt),
  ],
)

/** A series of answers: the newest row of a kind counts. */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    kind: text('kind', { enum: consentKinds }).notNull(),
    given: boolean('given').notNull(),
    version: text('version').notNull(),
    /** SHA-256 of the text that was shown, in hexadecimal; null for answers given before texts had hashes. */
    textHash: text('text_hash'),
    /** The channel of an answer that was not given in the product. */
    via: text('via', { enum: consentChannels }),
    at: instant('at').notNull(),
  },
  table => [index('consents_user').on(table.userId)],
)

/** Every text that was ever in force, so that what a user agreed to can be shown; the first release stored none. */
export const agreementTexts = pgTable('agreement_texts', {
  /** SHA-256 of its content, in hexadecimal. */
  hash: text('hash').primaryKey(),
  kind: text('kind', { enum: agreementTextKinds }).notNull(),
  version: text('version').notNull(),
  content: jsonb('content').notNull(),
  since: instant('since').notNull(),
})

/** A code that was texted. The code itself is never stored, only its keyed MAC. */
export const codeChallenges = pgTable(
  'code_challenges',
  {
    id: uuid('id').primaryKey(),
    phoneIndex: bytes('phone_index').notNull(),
    /** Null if only the service that made the code knows it. */
    codeMac: bytes('code_mac'),
    /** SHA-256 of the cookie of the requesting browser; null for API clients. */
    browser: bytes('browser'),
    sentAt: instant('sent_at').notNull(),
    tries: integer('tries').notNull(),
    /** When the right code was entered while the number had no account: it then proves the phone for registration. */
    provenAt: instant('proven_at'),
    consumedAt: instant('consumed_at'),
    /** The provider's error number if the text did not arrive; null if that is not known. */
    undelivered: integer('undelivered'),
    /** Requested on a trusted browser: no other browser can replace it or use up its attempts. */
    known: boolean('known').notNull().default(false),
  },
  table => [
    index('code_challenges_phone').on(table.phoneIndex, table.sentAt),
    index('code_challenges_sent').on(table.sentAt),
  ],
)

/** Devices on which an owner signed in, with the consecutive wrong attempts since. */
export const trustedDeviceTable = (
  names: { table: string; owner: string; secret: string; failures: string },
  owner: () => AnyPgColumn,
  hasLifeIndex: boolean,
) =>
  pgTable(
    names.table,
    {
      ownerId: uuid(names.owner).notNull().references(owner, { onDelete: 'cascade' }),
      /** SHA-256 of the device's cookie. */
      secretHash: bytes(names.secret).notNull(),
      failures: integer(names.failures).notNull(),
      signedInAt: instant('signed_in_at').notNull(),
    },
    table => [
      primaryKey({ columns: [table.ownerId, table.secretHash] }),
      index(`${names.table}_${names.secret}`).on(table.secretHash),
      ...(hasLifeIndex ? [index(`${names.table}_signed_in`).on(table.signedInAt)] : []),
    ],
  )

export const trustedBrowsers = trustedDeviceTable(
  { table: 'known_browsers', owner: 'user_id', secret: 'browser', failures: 'wrong_codes' },
  () => users.id,
  true,
)

/** Wrong codes per phone, except those on trusted browsers. */
export const phoneFailureCounters = pgTable('phone_guards', {
  phoneIndex: bytes('phone_index').primaryKey(),
  /** Instants, in milliseconds, of wrong codes in the last 24 hours. */
  recentFailures: jsonb('recent_fails').$type<number[]>().notNull(),
  consecutiveFailures: integer('consecutive_fails').notNull(),
  locks: integer('locks').notNull(),
  lockedUntil: instant('locked_until'),
})

/** A sign-in and its state until it ends. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: sessionKinds }).notNull(),
    /** The account's user: absent for a manager's own session. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The manager: absent for a user's own session. */
    managerId: uuid('manager_id'),
    role: text('role', { enum: managerRoles }),
    /** For an impersonation: its id, the manager's encrypted name, and the manager's session, with which it ends. */
    openingId: uuid('opening_id'),
    managerName: bytes('manager_name'),
    managerSessionId: uuid('manager_session_id'),
    /** The factors that proved who signed in. */
    proof: text('proof', { enum: signInProofs }).notNull(),
    /** Whether the manager must use an authenticator app. */
    appDue: boolean('app_due').notNull().default(false),
    /** Browser and operating system from the User-Agent header, like 'Chrome on Windows'. */
    device: text('device').notNull(),
    /** 32 random bytes, encrypted: tokens are derived from it, so that a lost reply can be repeated. */
    secret: bytes('secret').notNull(),
    /** Which pair of tokens is current. */
    generation: integer('generation').notNull(),
    rotatedAt: instant('rotated_at').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason', { enum: endReasons }),
  },
  table => [
    index('sessions_user').on(table.userId),
    index('sessions_manager').on(table.managerId),
    index('sessions_of_staff')
      .on(table.managerId)
      .where(sql`${table.managerId} is not null and ${table.endedAt} is null`),
    index('sessions_opening').on(table.openingId),
    index('sessions_manager_session').on(table.managerSessionId),
    index('sessions_expires').on(table.expiresAt),
    // Even if everything else fails, no session of such a manager is based on a password alone (16 CFR 314.4(c)(5)).
    check(
      'sessions_app',
      sql`not ${table.appDue} or ${table.proof} in ('password+totp', 'password+recovery')`,
    ),
    check(
      'sessions_owner',
      sql`case ${table.kind}
        when 'user' then ${table.userId} is not null and ${table.managerId} is null and ${table.openingId} is null
        when 'manager' then ${table.userId} is null and ${table.managerId} is not null and ${table.role} is not null
        else ${table.userId} is not null and ${table.managerId} is not null and ${table.openingId} is not null
          and ${table.managerName} is not null and ${table.managerSessionId} is not null
      end`,
    ),
  ],
)

/** A session's browser with its push subscription. It ends with the session or its row. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    sessionId: uuid('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the address at the push service: one browser gets the notifications of one user. */
    endpointHash: bytes('endpoint_hash').notNull().unique(),
    /** Address and keys as JSON, encrypted with the user's key. */
    content: bytes('content').notNull(),
    createdAt: instant('created_at').notNull(),
    /** News up to this time was notified. */
    toldUntil: instant('told_until').notNull(),
  },
  table => [index('push_subscriptions_user').on(table.userId)],
)

/** Issued tokens, by SHA-256. */
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
    /**
     * A keyed MAC over this row and the session it opens; null for a token of an earlier release, which opens nothing.
     */
    mac: bytes('mac'),
  },
  table => [
    index('session_tokens_session').on(table.sessionId),
    index('session_tokens_expires').on(table.expiresAt),
  ],
)
