import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import { type ManagerRole, managerRoles } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { invalidateRecoveryCodes } from '#features/identity/server/totp.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { acquireTransactionLock, advisoryLocks } from '#platform/db/locks.ts'
import type { Manager } from '../contract.ts'
import { managers } from './tables.ts'

export type ManagerRow = typeof managers.$inferSelect

const ManagerProfileSchema = z.object({ email: z.string(), firstName: z.string(), lastName: z.string() })
export type ManagerProfile = z.output<typeof ManagerProfileSchema>

/** What lets a manager in and how far: sealed too, so that nobody changes it who has the database alone. */
const Standing = z.object({
  role: z.enum(managerRoles),
  passwordHash: z.string(),
  appSince: z.number().nullable(),
  disabledSince: z.number().nullable(),
})
const Sealed = ManagerProfileSchema.extend({ standing: Standing.optional() })

type Columns = Pick<ManagerRow, 'role' | 'passwordHash' | 'totpEnabledAt' | 'disabledAt'>

const standingOf = ({ role, passwordHash, totpEnabledAt, disabledAt }: Columns) => ({
  role,
  passwordHash,
  appSince: totpEnabledAt?.getTime() ?? null,
  disabledSince: disabledAt?.getTime() ?? null,
})

const placeOf = (column: 'profile' | 'totp_secret', row: string) => ({ table: 'managers', column, row })

const openedOf = (keyring: Keyring, { id, profile }: ManagerRow) =>
  Sealed.parse(JSON.parse(keyring.system.decrypt(placeOf('profile', id), profile)))

const sealedOf = (
  keyring: Keyring,
  id: string,
  { email, firstName, lastName }: ManagerProfile,
  columns: Columns,
) =>
  keyring.system.encrypt(
    placeOf('profile', id),
    JSON.stringify({ email, firstName, lastName, standing: standingOf(columns) }),
  )

/** A manager's name and email address. */
export const readManagerProfile = (keyring: Keyring, row: ManagerRow): ManagerProfile => {
  const { email, firstName, lastName } = openedOf(keyring, row)
  return { email, firstName, lastName }
}

/** Whether a server stored a row as it is: its email address, role, password, app, and whether it is disabled. */
const isVouched = (keyring: Keyring, row: ManagerRow): boolean => {
  const { email, standing } = openedOf(keyring, row)
  return (
    standing !== undefined &&
    isDeepStrictEqual(standing, standingOf(row)) &&
    keyring.emailIndex(email).equals(row.emailIndex)
  )
}

/** Throws where a row was changed by no server; a new invitation makes it good. */
export const requireAuthenticRow = (keyring: Keyring, row: ManagerRow): void => {
  if (!isVouched(keyring, row)) throw new Error('the row of a manager was changed by no server')
}

/** Changes a manager whose row is held. A row that no server stored so is not vouched for by a change either. */
export const updateManager = async (
  tx: Database,
  keyring: Keyring,
  row: ManagerRow,
  change: Partial<Omit<ManagerRow, 'id' | 'emailIndex' | 'profile'>>,
): Promise<void> => {
  const profile = isVouched(keyring, row)
    ? sealedOf(keyring, row.id, readManagerProfile(keyring, row), { ...row, ...change })
    : row.profile
  await tx
    .update(managers)
    .set({ ...change, profile })
    .where(eq(managers.id, row.id))
}

/**
 * Vouches for the rows of managers from a release that did not, and gives how many they were. Nothing is done where one row is
 * vouched for already: from then on each is, and one that is not was changed by no server.
 */
export const signExistingManagers = async (tx: Database, keyring: Keyring): Promise<number> => {
  await lockRoster(tx)
  const rows = await tx.select().from(managers).for('update')
  if (rows.some(row => openedOf(keyring, row).standing !== undefined)) return 0
  for (const row of rows) {
    const profile = sealedOf(keyring, row.id, readManagerProfile(keyring, row), row)
    await tx.update(managers).set({ profile }).where(eq(managers.id, row.id))
  }
  return rows.length
}

/** A manager as the contract shows one. */
export const toManager = (keyring: Keyring, row: ManagerRow): Manager => {
  const { email, firstName, lastName } = readManagerProfile(keyring, row)
  return { id: row.id, email, firstName, lastName, role: row.role }
}

/** A manager's name as clients read it. */
export const fullName = ({ firstName, lastName }: ManagerProfile): string => `${firstName} ${lastName}`

/** The secret of a manager's authenticator app; null when none was begun. */
export const readTotpSecret = (keyring: Keyring, { id, totpSecret }: ManagerRow): Buffer | null =>
  totpSecret === null ? null : keyring.system.decryptBytes(placeOf('totp_secret', id), totpSecret)

/** Seals the secret of a manager's authenticator app, for this manager's row alone. */
export const encryptTotpSecret = (keyring: Keyring, managerId: string, secret: Uint8Array): Buffer =>
  keyring.system.encrypt(placeOf('totp_secret', managerId), secret)

/** The manager with this email address, or null. */
export const findManagerByEmail = async (tx: Database, emailIndex: Buffer): Promise<ManagerRow | null> => {
  const [row] = await tx.select().from(managers).where(eq(managers.emailIndex, emailIndex))
  return row ?? null
}

/** A manager's row, held until the transaction ends; null when there is none or it is disabled. */
export const lockActiveManager = async (tx: Database, managerId: string): Promise<ManagerRow | null> => {
  const [row] = await tx.select().from(managers).where(eq(managers.id, managerId)).for('update')
  return row && row.disabledAt === null ? row : null
}

/** The signed-in manager, held until the transaction ends. Refuses `no_session` when disabled in the meantime. */
export const requireManager = async (tx: Database, managerId: string): Promise<ManagerRow> => {
  const row = await lockActiveManager(tx, managerId)
  if (!row) throw new AppError('no_session')
  return row
}

export type NewManager = ManagerProfile & {
  id: string
  role: ManagerRole
  passwordHash: string
  /** The authenticator app, when it was set up: its secret and the last step used. */
  totp: { secret: Uint8Array; step: number } | null
  now: Date
}

/** Adds a manager, or resets role, name, password and app of a known one. */
export const saveManager = async (tx: Database, keyring: Keyring, manager: NewManager): Promise<void> => {
  const { id, email, firstName, lastName, role, passwordHash, totp, now } = manager
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
    profile: sealedOf(keyring, id, { email, firstName, lastName }, columns),
    totpSecret: totp === null ? null : encryptTotpSecret(keyring, id, totp.secret),
    totpStep: totp?.step ?? null,
  }
  await tx
    .insert(managers)
    .values({ id, emailIndex: keyring.emailIndex(email), ...values, createdAt: now })
    .onConflictDoUpdate({ target: managers.id, set: values })
}

/** Takes managers' recovery codes away: in a restored copy those used since work again. Who needs one asks for an invitation. */
export const invalidateStaffRecoveryCodes = async (tx: Database, now: Date): Promise<void> => {
  await invalidateRecoveryCodes(tx, tx.select({ id: managers.id }).from(managers), now)
}

/**
 * Holds the list of staff until the transaction ends: changes of who is on it, and as what, come one after the other. It is
 * taken before any manager's row, else two changes could wait for each other.
 */
export const lockRoster = (tx: Database): Promise<void> => acquireTransactionLock(tx, advisoryLocks.roster)

/** Refuses `conflict` when nobody could invite and disable managers without this one. The list must be held. */
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
