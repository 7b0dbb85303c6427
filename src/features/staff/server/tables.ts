import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { managerRoles } from '#api/endpoint.ts'
import { ownerId, trustedDeviceTable, users } from '#features/identity/server/tables.ts'
import { bytes, instant } from '#platform/db/columns.ts'

/** Staff. Empty until the first invitation is created on the command line. */
export const managers = pgTable('managers', {
  id: uuid('id').primaryKey(),
  emailIndex: bytes('email_index').notNull().unique(),
  /** `{email, firstName, lastName, standing}` as JSON, encrypted with the system's key: `standing` authenticates the columns below. */
  profile: bytes('profile').notNull(),
  role: text('role', { enum: managerRoles }).notNull(),
  /** Argon2id in PHC form, of the peppered password. */
  passwordHash: text('password_hash').notNull(),
  totpSecret: bytes('totp_secret'),
  totpStep: integer('totp_step'),
  totpEnabledAt: instant('totp_enabled_at'),
  disabledAt: instant('disabled_at'),
  lastSeenAt: instant('last_seen_at'),
  createdAt: instant('created_at').notNull(),
})

/** Wrong passwords and codes by email address, even if no manager has it, and by the caller's network address. */
export const managerFailureCounters = pgTable('manager_guards', {
  /** The blind index of the email address, or a keyed MAC of the caller's. */
  subject: bytes('subject').primaryKey(),
  kind: text('kind', { enum: ['email', 'address'] }).notNull(),
  consecutiveFailures: integer('fails').notNull(),
  lockedUntil: instant('locked_until'),
  attemptedAt: instant('tried_at').notNull(),
})

export const trustedManagerDevices = trustedDeviceTable(
  { table: 'known_devices', owner: 'manager_id', secret: 'device', failures: 'wrong_tries' },
  () => managers.id,
  false,
)

/** Links with which a manager joins, or resets password and app. Only the link's hash is stored. */
export const invitations = pgTable(
  'invitations',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** The existing or future manager whom it is for. */
    managerId: uuid('manager_id').notNull(),
    emailIndex: bytes('email_index').notNull(),
    /** `{email, firstName, lastName, totpSecret, managerId, role, expiresAt}` as JSON, encrypted with the system's key. */
    content: bytes('content').notNull(),
    role: text('role', { enum: managerRoles }).notNull(),
    /** Null when created on the command line. */
    invitedBy: uuid('invited_by'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  table => [index('invitations_email').on(table.emailIndex)],
)

/** Links with which staff invite a person to become a client. Only the link's hash is stored. */
export const clientInvitations = pgTable(
  'client_invitations',
  {
    id: uuid('id').primaryKey(),
    tokenHash: bytes('token_hash').notNull().unique(),
    phoneIndex: bytes('phone_index').notNull(),
    /** `{firstName, lastName, email, phoneNumber}` as JSON, encrypted with the system's key; null once it was accepted. */
    content: bytes('content'),
    /** Null if one of the operator's systems invited with an API key. */
    invitedById: uuid('invited_by_id'),
    timesSent: integer('times_sent').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The user who accepted it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The email with the link, deleted with the typed details. */
    emailId: uuid('email_id'),
  },
  table => [
    uniqueIndex('client_invitations_phone').on(table.phoneIndex).where(sql`${table.usedAt} is null`),
    index('client_invitations_user').on(table.userId),
    index('client_invitations_waiting').on(table.id).where(sql`${table.usedAt} is null`),
    index('client_invitations_manager').on(table.invitedById, table.id).where(sql`${table.usedAt} is null`),
    index('client_invitations_expired').on(table.expiresAt).where(sql`${table.usedAt} is null`),
  ],
)

/** Client accounts opened by managers; shown to the client as the access log. */
export const impersonations = pgTable(
  'openings',
  {
    id: uuid('id').primaryKey(),
    managerId: uuid('manager_id').notNull(),
    /** The manager's session that opened it; it ends with that session. */
    managerSessionId: uuid('manager_session_id').notNull(),
    userId: ownerId(),
    /** `link`: a verification link was created; `round`: letters were prepared in a round. Neither opened the account. */
    scope: text('scope', { enum: ['read', 'assist', 'link', 'round'] }).notNull(),
    /** Opened as an emergency although another manager is responsible for the client. */
    emergency: boolean('emergency').notNull().default(false),
    /** `{managerName, reason}` as JSON, encrypted with the client's key. */
    content: bytes('content').notNull(),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** When the client was notified by email. */
    noticedAt: instant('noticed_at'),
  },
  table => [
    index('openings_user').on(table.userId, table.startedAt),
    index('openings_manager').on(table.managerId),
    index('openings_ended').on(table.endedAt),
    index('openings_open').on(table.managerId).where(sql`${table.endedAt} is null`),
    index('openings_untold')
      .on(table.userId)
      .where(sql`${table.endedAt} is not null and ${table.noticedAt} is null`),
  ],
)

/** Notes of staff about a client. */
export const clientNotes = pgTable(
  'client_notes',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    authorId: uuid('author_id').notNull(),
    /** `{text, earlier}` as JSON, encrypted with the client's key. */
    content: bytes('content').notNull(),
    /** Whether the client can read it. */
    shared: boolean('shared').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  table => [
    index('client_notes_user').on(table.userId, table.id),
    index('client_notes_created').on(table.createdAt),
  ],
)

/** Tasks of managers for a client, with due dates. */
export const clientTasks = pgTable(
  'client_tasks',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    authorId: uuid('author_id').notNull(),
    /** The manager who must do it. */
    assigneeId: uuid('assignee_id').notNull(),
    /** `{text}` as JSON, encrypted with the client's key. */
    content: bytes('content').notNull(),
    dueOn: date('due_on').notNull(),
    /** Whether the client can read it. */
    shared: boolean('shared').notNull(),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    /** The manager who did it. */
    doneById: uuid('done_by_id'),
  },
  table => [
    index('client_tasks_user').on(table.userId, table.id),
    index('client_tasks_open').on(table.userId, table.dueOn, table.id).where(sql`${table.doneAt} is null`),
    index('client_tasks_assignee')
      .on(table.assigneeId, table.dueOn, table.id)
      .where(sql`${table.doneAt} is null`),
    index('client_tasks_due').on(table.dueOn, table.id).where(sql`${table.doneAt} is null`),
    index('client_tasks_done').on(table.doneAt).where(sql`${table.doneAt} is not null`),
  ],
)
