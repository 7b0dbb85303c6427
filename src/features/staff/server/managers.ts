import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { type ManagerRole, managerRoles } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { invalidateRecoveryCodes } from '#features/identity/server/totp.ts'
import { columnAssociatedData, encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import type { Manager } from '../contract.ts'
import { managers } from './tables.ts'

export type ManagerRow = typeof managers.$inferSelect

const ManagerProfile = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })
export type ManagerProfile = z.output<typeof ManagerProfile>

/** What decides a manager's access. Also encrypted, so that access to the database alone is not enough to change it. */
const Standing = z.object({
  role: z.enum(managerRoles),
  passwordHash: z.string(),
  appSince: z.number().nullable(),
  disabledSince: z.number().nullable(),
})
type Standing = z.output<typeof Standing>

const encryptedProfile = encryptedJson(
  managers.profile,
  ManagerProfile.extend({ standing: Standing.optional() }),
)
const totpSecretData = columnAssociatedData(managers.totpSecret)

type Columns = Pick<ManagerRow, 'role' | 'passwordHash' | 'totpEnabledAt' | 'disabledAt'>

const toStanding = ({ role, passwordHash, totpEnabledAt, disabledAt }: Columns): Standing => ({
  role,
  passwordHash,
  appSince: totpEnabledAt?.getTime() ?? null,
  disabledSince: disabledAt?.getTime() ?? null,
})

const decryptProfile = ({ system }: Keyring, { id, profile }: ManagerRow) =>
  encryptedProfile.decrypt(system, id, profile)

const encryptProfile = (
  { system }: Keyring,
  id: string,
  { email, firstName, lastName }: ManagerProfile,
  columns: Columns,
) => encryptedProfile.encrypt(system, id, { email, firstName, lastName, standing: toStanding(columns) })

/** The email addresses of enabled managers with these roles. */
export const listStaffAddresses = async (
  tx: Database,
  keyring: Keyring,
  roles: readonly ManagerRole[],
): Promise<string[]> => {
  const rows = await tx
    .select()
    .from(managers)
    .where(and(inArray(managers.role, [...roles]), isNull(managers.disabledAt)))
  return rows.map(row => readManagerProfile(keyring, row).email)
}

/** A manager's name and email address. */
export const readManagerProfile = (keyring: Keyring, row: ManagerRow): ManagerProfile => {
  const { standing: _, ...profile } = decryptProfile(keyring, row)
  return profile
}

/** Whether a row is as a server stored it: email address, role, password, app, and whether it is disabled. */
const isAuthentic = (keyring: Keyring, row: ManagerRow): boolean => {
  const { email, standing } = decryptProfile(keyring, row)
  return (
    standing !== undefined &&
    isDeepStrictEqual(standing, toStanding(row)) &&
    keyring.emailIndex(email).equals(row.emailIndex)
  )
}

/** Throws for a row that was changed outside of a server; a new invitation repairs it. */
export const requireAuthenticRow = (keyring: Keyring, row: ManagerRow): void => {
  if (!isAuthentic(keyring, row)) throw new Error('the row of a manager was changed by no server')
}

/** Changes a manager whose row is locked. A row that is not authentic stays so. */
export const updateManager = async (
  tx: Database,
  keyring: Keyring,
  row: ManagerRow,
  change: Partial<Omit<ManagerRow, 'id' | 'emailIndex' | 'profile'>>,
): Promise<void> => {
  const profile = isAuthentic(keyring, row)
    ? encryptProfile(keyring, row.id, readManagerProfile(keyring, row), { ...row, ...change })
    : row.profile
  await tx
    .update(managers)
    .set({ ...change, profile })
    .where(eq(managers.id, row.id))
}

/**
 * Authenticates the rows of managers from a release without `standing`, and returns how many there were. Does nothing if
 * any row has it: from then on every row has it, and one without it was not stored by a server.
 */
export const signExistingManagers = async (tx: Database, keyring: Keyring): Promise<number> => {
  await lockRoster(tx)
  const rows = await tx.select().from(managers).for('update')
  if (rows.some(row => decryptProfile(keyring, row).standing !== undefined)) return 0
  for (const row of rows) {
    const profile = encryptProfile(keyring, row.id, readManagerProfile(keyring, row), row)
    await tx.update(managers).set({ profile }).where(eq(managers.id, row.id))
  }
  return rows.length
}

/** A manager as defined by the contract. */
export const toManager = (keyring: Keyring, row: ManagerRow): Manager => ({
  id: row.id,
  ...readManagerProfile(keyring, row),
  role: row.role,
})

/** A manager's name as shown to clients. */
export const fullName = ({ firstName, lastName }: ManagerProfile): string => `${firstName} ${lastName}`

/** The secret of a manager's authenticator app; null before setup has started. */
export const readTotpSecret = ({ system }: Keyring, { id, totpSecret }: ManagerRow): Buffer | null =>
  totpSecret && system.decryptBytes(totpSecretData(id), totpSecret)

export const encryptTotpSecret = ({ system }: Keyring, managerId: string, secret: Uint8Array): Buffer =>
  system.encrypt(totpSecretData(managerId), secret)

/** The manager with this email address, or null. */
export const findManagerByEmail = async (tx: Database, emailIndex: Buffer): Promise<ManagerRow | null> => {
  const [row] = await tx.select().from(managers).where(eq(managers.emailIndex, emailIndex))
  return row ?? null
}

/** A manager's row, locked until the transaction ends; null when there is none or it is disabled. */
export const lockActiveManager = async (tx: Database, managerId: string): Promise<ManagerRow | null> => {
  const [row] = await tx.select().from(managers).where(eq(managers.id, managerId)).for('update')
  return row && row.disabledAt === null ? row : null
}

/** The signed-in manager, locked until the transaction ends. Refuses `no_session` when disabled in the meantime. */
export const requireManager = async (tx: Database, managerId: string): Promise<ManagerRow> => {
  const row = await lockActiveManager(tx, managerId)
  if (!row) throw new AppError('no_session')
  return row
}

type NewManager = ManagerProfile & {
  id: string
  role: ManagerRole
  passwordHash: string
  /** The authenticator app, when it was set up: its secret and the last step used. */
  totp: { secret: Uint8Array; step: number } | null
  now: Date
}

/** Adds a manager, or resets role, name, password and app of an existing one. */
export const saveManager = async (
  tx: Database,
  keyring: Keyring,
  { id, role, passwordHash, totp, now, ...profile }: NewManager,
): Promise<void> => {
  const [known] = await tx
    .select({ disabledAt: managers.disabledAt })
    .from(managers)
    .where(eq(managers.id, id))
    .for('update')
  const columns = {
    role,
    passwordHash,
    totpEnabledAt: totp === null ? null : now,
    disabledAt: known?.disabledAt ?? null,
  }
  const values = {
    ...columns,
    profile: encryptProfile(keyring, id, profile, columns),
    totpSecret: totp === null ? null : encryptTotpSecret(keyring, id, totp.secret),
    totpStep: totp?.step ?? null,
  }
  await tx
    .insert(managers)
    .values({ id, emailIndex: keyring.emailIndex(profile.email), ...values, createdAt: now })
    .onConflictDoUpdate({ target: managers.id, set: values })
}

/** Invalidates managers' recovery codes: in a restored copy those used since the backup would work again. */
export const invalidateStaffRecoveryCodes = async (tx: Database, now: Date): Promise<void> => {
  await invalidateRecoveryCodes(tx, tx.select({ id: managers.id }).from(managers), now)
}

/**
 * Locks the roster until the transaction ends, so that changes of members and roles are serialized. Acquired before the
 * lock of any manager's row; otherwise two changes could deadlock.
 */
export const lockRoster = (tx: Database): Promise<void> => acquireTransactionLock(tx, advisoryLocks.roster)

/** Refuses `conflict` when this is the only admin. The roster must be locked. */
export const requireOtherAdmin = async (tx: Database, managerId: string): Promise<void> => {
  const [other] = await tx
    .select({ id: managers.id })
    .from(managers)
    .where(and(eq(managers.role, 'admin'), isNull(managers.disabledAt), ne(managers.id, managerId)))
    .limit(1)
  if (!other)
    throw new AppError('conflict', {
      message: 'This is the only admin. Make another manager an admin first.',
    })
}
