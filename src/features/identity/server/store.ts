import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#api/errors.ts'
import { columnAssociatedData, encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/database-failure.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { type Assurance, isIdentityConfirmed } from '../assurance.ts'
import type { User } from '../contract.ts'
import { searchKeys } from '../personal-details.ts'
import type { Plan } from '../plan.ts'
import { Profile } from '../registration-rules.ts'
import { laterSsnClaims, ssnClaims, users, userWords } from './tables.ts'

/** A user, for other features. */
export type UserRecord = {
  id: string
  profile: Profile
  plan: Plan
  enrolled: boolean
  /** What confirmed the identity; null if nothing has. */
  assurance: Assurance | null
  emailVerified: boolean
  hasTotp: boolean
  /** When the user requested deletion. */
  deletionAskedAt: Date | null
  lastSeenAt: Date
  createdAt: Date
}

const encryptedProfile = encryptedJson(users.profile, Profile)
const ssnData = columnAssociatedData(users.ssn)

/** The columns of a `UserRecord`. Every request reads only these, and never the SSN. */
export const userColumns = {
  id: users.id,
  profile: users.profile,
  plan: users.plan,
  enrolled: users.enrolled,
  identitySource: users.identitySource,
  identityConfirmedAt: users.identityConfirmedAt,
  identityEvidenceId: users.identityEvidenceId,
  emailVerifiedAt: users.emailVerifiedAt,
  totpEnabledAt: users.totpEnabledAt,
  deletionAskedAt: users.deletionAskedAt,
  lastSeenAt: users.lastSeenAt,
  createdAt: users.createdAt,
}

export type UserRow = Pick<typeof users.$inferSelect, keyof typeof userColumns>

const toAssurance = ({
  identitySource,
  identityConfirmedAt,
  identityEvidenceId,
}: UserRow): Assurance | null =>
  identitySource === null || identityConfirmedAt === null
    ? null
    : { source: identitySource, confirmedAt: identityConfirmedAt, evidenceId: identityEvidenceId }

export const toUserRecord = async (db: Database, keyring: Keyring, row: UserRow): Promise<UserRecord> => {
  const cipher = await keyring.cipherForUser(db, row.id)
  const { id, plan, enrolled, deletionAskedAt, lastSeenAt, createdAt } = row
  return {
    id,
    plan,
    enrolled,
    assurance: toAssurance(row),
    emailVerified: row.emailVerifiedAt !== null,
    hasTotp: row.totpEnabledAt !== null,
    deletionAskedAt,
    lastSeenAt,
    createdAt,
    profile: encryptedProfile.decrypt(cipher, id, row.profile),
  }
}

const byId = preparePerConnection(db =>
  db
    .select(userColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('person_by_id'),
)

export const findUser = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<UserRecord | null> => {
  const [row] = await byId(db).execute({ id: userId })
  return row ? toUserRecord(db, keyring, row) : null
}

export const readUsers = async (
  db: Database,
  keyring: Keyring,
  rows: readonly UserRow[],
): Promise<UserRecord[]> => {
  const people: UserRecord[] = []
  for (const row of rows) people.push(await toUserRecord(db, keyring, row))
  return people
}

export type ReportSubject = { profile: Profile; ssn: string }

/** Whether a user's identity is confirmed, in SQL. */
export const identityConfirmedSql = (userId: string | PgColumn): SQL =>
  sql`exists (select 1 from ${users} as confirmed where confirmed.id = ${userId} and confirmed.identity_source is not null)`

/** Users for whom reports may be pulled: they agreed, are confirmed, and have not requested deletion. */
export const pullsAllowed = and(
  eq(users.enrolled, true),
  isNotNull(users.identitySource),
  isNull(users.deletionAskedAt),
)

const findSubject = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  allowed: SQL | undefined,
): Promise<ReportSubject | null> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), allowed))
  if (!row) return null
  const cipher = await keyring.cipherForUser(db, userId)
  const profile = encryptedProfile.decrypt(cipher, userId, row.profile)
  return { profile, ssn: cipher.decrypt(ssnData(userId), row.ssn) }
}

/**
 * The input of an identity check; null if the user is being deleted. Only this and `findReportSubject` return a whole
 * Social Security number.
 */
export const findIdentitySubject = (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<ReportSubject | null> => findSubject(db, keyring, userId, isNull(users.deletionAskedAt))

/** The input of a report order; null if the user did not consent, is not confirmed, or is being deleted. */
export const findReportSubject = (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<ReportSubject | null> => findSubject(db, keyring, userId, pullsAllowed)

/** The signed-in user. Throws `no_session` if the user was erased. */
export const requireUser = async (db: Database, keyring: Keyring, userId: string): Promise<UserRecord> => {
  const user = await findUser(db, keyring, userId)
  if (!user) throw new AppError('no_session')
  return user
}

/**
 * Locks a user's row until the transaction ends. Other transactions may still insert rows that refer to the user; if they
 * had to wait too, two transactions that each insert a row for the other's user would deadlock.
 */
export const lockUser = async (tx: Database, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export const findUserIdByPhone = async (
  db: Database,
  keyring: Keyring,
  e164: string,
): Promise<string | null> => {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.phoneIndex, keyring.phoneIndex(e164)))
  return row?.id ?? null
}

/**
 * Throws if the row with this phone index has another phone in its encrypted profile: no server stored that, and it would
 * let another phone sign in.
 */
export const findUserByPhone = async (
  db: Database,
  keyring: Keyring,
  e164: string,
): Promise<UserRecord | null> => {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.phoneIndex, keyring.phoneIndex(e164)))
  const user = row ? await toUserRecord(db, keyring, row) : null
  if (user && user.profile.phoneNumber !== e164)
    throw new Error('the phone of a user was changed by no server')
  return user
}

/** Records a sign-in with this phone; false if it is no longer the user's. */
export const recordSignIn = async (
  tx: Database,
  keyring: Keyring,
  { userId, phone, now }: { userId: string; phone: string; now: Date },
): Promise<boolean> => {
  const theirs = and(eq(users.id, userId), eq(users.phoneIndex, keyring.phoneIndex(phone)))
  const seen = await tx.update(users).set({ lastSeenAt: now }).where(theirs).returning({ id: users.id })
  return seen.length > 0
}

/** Indexes the name for staff's search: its words and their prefixes. */
const indexName = async (tx: Database, keyring: Keyring, userId: string, profile: Profile): Promise<void> => {
  const keys = searchKeys(`${profile.firstName} ${profile.middleName ?? ''} ${profile.lastName}`)
  // A name may consist of punctuation only.
  if (keys.length > 0)
    await tx
      .insert(userWords)
      .values(keys.map(key => ({ word: keyring.wordIndex(key), userId })))
      .onConflictDoNothing()
}

/** Users per run of the task, which decrypts each name. */
const NAMES_AT_ONCE = 500

/** Adds the prefixes of names that an earlier release stored. */
export const indexOlderNames =
  (keyring: Keyring): CleanupTask =>
  async db => {
    const rows = await db
      .select({ id: users.id, profile: users.profile })
      .from(users)
      .where(eq(users.beginningsIndexed, false))
      .limit(NAMES_AT_ONCE)
    for (const { id, profile } of rows)
      await db.transaction(async tx => {
        const cipher = await keyring.cipherForUser(tx, id)
        await indexName(tx, keyring, id, encryptedProfile.decrypt(cipher, id, profile))
        await tx.update(users).set({ beginningsIndexed: true }).where(eq(users.id, id))
      })
  }

type NewUser = {
  id: string
  profile: Profile
  ssn: string
  plan: Plan
  enrolled: boolean
  createdAt: Date
}

/**
 * Stores a new, unconfirmed user with a new key. Throws `phone_taken`, or `cannot_verify` if a confirmed user has the
 * SSN; one entered only by an unconfirmed user blocks nobody. The database's unique keys decide races.
 */
export const createUser = async (tx: Database, keyring: Keyring, user: NewUser): Promise<void> => {
  const { id, profile, ssn, plan, enrolled, createdAt } = user
  const cipher = await keyring.createUserCipher(tx, id)
  const [added] = await tx
    .insert(users)
    .values({
      id,
      phoneIndex: keyring.phoneIndex(profile.phoneNumber),
      profile: encryptedProfile.encrypt(cipher, id, profile),
      ssn: cipher.encrypt(ssnData(id), ssn),
      plan,
      enrolled,
      skippedVerification: true,
      emailIndex: keyring.emailIndex(profile.email),
      lastSeenAt: createdAt,
      beginningsIndexed: true,
      createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!added) throw new AppError('phone_taken')
  await indexName(tx, keyring, id, profile)
  const ssnIndex = keyring.ssnIndex(ssn)
  const [claimed] = await tx
    .insert(ssnClaims)
    .values({ ssnIndex, userId: id })
    .onConflictDoNothing()
    .returning({ userId: ssnClaims.userId })
  if (claimed) return
  const [holder] = await tx
    .select({ confirmed: ssnClaims.confirmed })
    .from(ssnClaims)
    .where(eq(ssnClaims.ssnIndex, ssnIndex))
  if (holder?.confirmed) throw new AppError('cannot_verify')
  await tx.insert(laterSsnClaims).values({ ssnIndex, userId: id })
}

type ChangeableDetails = Pick<
  Profile,
  'email' | 'phoneNumber' | 'address' | 'goal' | 'goalTargetPeriod' | 'goalSetOn'
>

/**
 * Changes details of the profile and returns the previous one. A new email address is not confirmed. Throws
 * `phone_taken`; the database's unique key decides races.
 */
export const updateProfile = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  change: Partial<ChangeableDetails>,
): Promise<Profile> => {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!row) throw new AppError('no_session')
  const cipher = await keyring.cipherForUser(tx, userId)
  const before = encryptedProfile.decrypt(cipher, userId, row.profile)
  const profile = { ...before, ...change }
  const changed = {
    profile: encryptedProfile.encrypt(cipher, userId, profile),
    phoneIndex: keyring.phoneIndex(profile.phoneNumber),
    emailIndex: keyring.emailIndex(profile.email),
    ...(profile.email === before.email ? {} : { emailVerifiedAt: null }),
  }
  try {
    await tx.update(users).set(changed).where(eq(users.id, userId))
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('phone_taken') : error
  }
  return before
}

/** Marks an address as confirmed. Throws `conflict` if it changed in the meantime, or was confirmed before. */
export const confirmEmail = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  address: string,
  now: Date,
): Promise<void> => {
  const confirmed = await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(
      and(
        eq(users.id, userId),
        eq(users.emailIndex, keyring.emailIndex(address)),
        isNull(users.emailVerifiedAt),
      ),
    )
    .returning({ id: users.id })
  if (confirmed.length === 0) throw new AppError('conflict')
}

/** False if there is no such user. */
export const updatePlan = async (db: Database, userId: string, plan: Plan): Promise<boolean> => {
  const saved = await db.update(users).set({ plan }).where(eq(users.id, userId)).returning({ id: users.id })
  return saved.length > 0
}

/** The minimum that users need to recognize their account on the portal's page. */
export const findPortalIdentity = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<{ firstName: string; lastInitial: string; ssnLastFour: string } | null> => {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  if (!row) return null
  const cipher = await keyring.cipherForUser(db, userId)
  const { firstName, lastName } = encryptedProfile.decrypt(cipher, userId, row.profile)
  const ssn = cipher.decrypt(ssnData(userId), row.ssn)
  return { firstName, lastInitial: lastName.slice(0, 1), ssnLastFour: ssn.slice(-4) }
}

/** A user in the contract's form; `subscription` always equals `maxPlanEnabled`. */
export const toUser = ({ id, profile, plan, enrolled, assurance, createdAt }: UserRecord): User => ({
  id,
  firstName: profile.firstName,
  lastName: profile.lastName,
  email: profile.email,
  phoneNumber: profile.phoneNumber,
  birthDate: profile.birthDate,
  createdAt: createdAt.toISOString(),
  enrolled,
  skippedVerification: !isIdentityConfirmed({ assurance }),
  subscription: plan === 'max',
  maxPlanEnabled: plan === 'max',
  address: profile.address,
})
