import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { type ManagerRole, managerRoles } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import {
  deleteRecoveryCodes,
  generateTotpSecret,
  replaceRecoveryCodes,
  totpUri,
  verifyTotpCode,
} from '#features/identity/server/totp.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { encryptedJson } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { newId } from '#platform/ids.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { daysBefore } from '#values/dates.ts'
import type { staff } from '../contract.ts'
import { INVITATION_HOURS } from '../emails.ts'
import { passwordProblem } from '../password-rules.ts'
import { releaseClients } from './assignments.ts'
import { managerDevices, unlockEmail } from './lock-out.ts'
import {
  findManagerByEmail,
  lockRoster,
  type ManagerProfile,
  requireOtherAdmin,
  saveManager,
} from './managers.ts'
import type { Passwords } from './password-hash.ts'
import { invitations } from './tables.ts'
import type { IsTotpRequired } from './totp.ts'

/** Links with which a manager joins, or resets password and authenticator app: 256 random bits, valid once. */

const encryptedContent = encryptedJson(
  invitations.content,
  z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    totpSecret: z.base64(),
    // Encrypted copies of the columns of the same names, so that access to the database alone is not enough to change those.
    // The first release did not store them.
    managerId: z.string().optional(),
    role: z.enum(managerRoles).optional(),
    expiresAt: z.number().optional(),
  }),
)

/** An invitation that can still be accepted. */
type Invitation = ManagerProfile & {
  tokenHash: Buffer
  managerId: string
  role: ManagerRole
  totpSecret: Buffer
}

const isOpen = (now: Date) => and(isNull(invitations.usedAt), gt(invitations.expiresAt, now))

/** Deletes invitations, used or not, some days after their end. */
export const cleanUpInvitations: CleanupTask = async (db, now) => {
  await db
    .delete(invitations)
    .where(lt(invitations.expiresAt, daysBefore(now, retention.staffInvitations.usual)))
}

/** The content of an invitation; null if its columns differ from what was encrypted. */
const readInvitation = (keyring: Keyring, row: typeof invitations.$inferSelect): Invitation | null => {
  const { tokenHash, managerId, role } = row
  const { email, firstName, lastName, totpSecret, ...encrypted } = encryptedContent.decrypt(
    keyring.system,
    tokenHash.toString('hex'),
    row.content,
  )
  const isUnchanged =
    encrypted.managerId === managerId &&
    encrypted.role === role &&
    encrypted.expiresAt !== undefined &&
    encrypted.expiresAt >= row.expiresAt.getTime()
  return isUnchanged
    ? {
        email,
        firstName,
        lastName,
        tokenHash,
        managerId,
        role,
        totpSecret: Buffer.from(totpSecret, 'base64'),
      }
    : null
}

/** Ends every invitation that is open: in a restored copy those used since are open again. */
export const expireInvitations = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(invitations).set({ expiresAt: now }).where(isOpen(now))
}

export type NewInvitation = ManagerProfile & {
  role: ManagerRole
  /** Null at the command line. */
  invitedBy: string | null
  now: Date
}

/**
 * Creates an invitation; an older one for the same email address ends. Refuses `conflict` for a disabled manager, and
 * where the new role would leave no admin.
 */
export const createInvitation = async (
  tx: Database,
  keyring: Keyring,
  { email, firstName, lastName, role, invitedBy, now }: NewInvitation,
): Promise<{ token: string; managerId: string }> => {
  await lockRoster(tx)
  const emailIndex = keyring.emailIndex(email)
  const known = await findManagerByEmail(tx, emailIndex)
  if (known?.disabledAt)
    throw new AppError('conflict', { message: 'This manager is disabled. Let them in again first.' })
  if (known?.role === 'admin' && role !== 'admin') await requireOtherAdmin(tx, known.id)
  const sameAddress = and(eq(invitations.emailIndex, emailIndex), isNull(invitations.usedAt))
  await tx.delete(invitations).where(sameAddress)
  const token = `cmi_${randomBytes(32).toString('base64url')}`
  const tokenHash = sha256(token)
  const managerId = known?.id ?? newId()
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 60 * 60_000)
  const content = {
    email,
    firstName,
    lastName,
    totpSecret: generateTotpSecret().toString('base64'),
    managerId,
    role,
    expiresAt: expiresAt.getTime(),
  }
  await tx.insert(invitations).values({
    tokenHash,
    managerId,
    emailIndex,
    content: encryptedContent.encrypt(keyring.system, tokenHash.toString('hex'), content),
    role,
    invitedBy,
    expiresAt,
  })
  return { token, managerId }
}

/** The page that a link opens; the token follows the #, which browsers do not send to servers. */
export const invitationLink = (publicUrl: URL, token: string): string =>
  `${publicUrl.origin}/manager/join#${token}`

/** The open invitation of a token. Refuses `link_used` for any problem. */
const findInvitation = async (
  db: Database,
  keyring: Keyring,
  token: string,
  now: Date,
): Promise<Invitation> => {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.tokenHash, sha256(token)), isOpen(now)))
  const invitation = row ? readInvitation(keyring, row) : null
  if (!invitation) throw new AppError('link_used')
  return invitation
}

/** Refuses `link_used` when another request was first or the invitation was withdrawn. */
const consumeInvitation = async (tx: Database, { tokenHash }: Invitation, now: Date): Promise<void> => {
  const used = await tx
    .update(invitations)
    .set({ usedAt: now })
    .where(and(eq(invitations.tokenHash, tokenHash), isOpen(now)))
    .returning({ managerId: invitations.managerId })
  if (used.length === 0) throw new AppError('link_used')
}

/** Withdraws invitations that were not accepted yet; false if there were none. */
export const withdrawInvitations = async (tx: Database, managerId: string): Promise<boolean> => {
  const gone = await tx
    .delete(invitations)
    .where(and(eq(invitations.managerId, managerId), isNull(invitations.usedAt)))
    .returning({ managerId: invitations.managerId })
  return gone.length > 0
}

/** Every invitation that can still be accepted. */
export const listOpenInvitations = async (db: Database, keyring: Keyring, now: Date): Promise<Invitation[]> =>
  (await db.select().from(invitations).where(isOpen(now))).flatMap(row => readInvitation(keyring, row) ?? [])

type Joining = Pick<typeof staff, 'readInvitation' | 'acceptInvitation'>

type Deps = {
  db: Database
  keyring: Keyring
  passwords: Passwords
  isTotpRequired: IsTotpRequired
  support: { name: string }
}

/** Endpoints behind the link of an invitation. */
export const joiningRoutes = ({
  db,
  keyring,
  passwords,
  isTotpRequired,
  support,
}: Deps): Handlers<Joining> => ({
  readInvitation: async ({ body, now }) => {
    const { email, firstName, lastName, role, totpSecret } = await findInvitation(
      db,
      keyring,
      body.token,
      now,
    )
    return {
      email,
      firstName,
      lastName,
      role,
      totpUri: totpUri(totpSecret, support.name, email),
      totpRequired: isTotpRequired(keyring.emailIndex(email)),
    }
  },

  acceptInvitation: async ({ body, audit, now }) => {
    const invitation = await findInvitation(db, keyring, body.token, now)
    const { managerId, email, firstName, lastName, role, totpSecret } = invitation
    const problem = passwordProblem(body.password, { email, firstName, lastName })
    if (problem !== null) throw new AppError('weak_password', { fields: { password: problem } })
    if (body.totp === undefined && isTotpRequired(keyring.emailIndex(email)))
      throw new AppError('totp_required')
    const step = body.totp === undefined ? null : verifyTotpCode(totpSecret, body.totp, null, now)
    if (body.totp !== undefined && step === null) throw new AppError('wrong_code')
    const passwordHash = await passwords.hash(body.password)

    return db.transaction(async tx => {
      await lockRoster(tx)
      await consumeInvitation(tx, invitation, now)
      const emailIndex = keyring.emailIndex(email)
      const known = await findManagerByEmail(tx, emailIndex)
      if (known?.role === 'admin' && role !== 'admin') await requireOtherAdmin(tx, known.id)
      const totp = step === null ? null : { secret: totpSecret, step }
      await saveManager(tx, keyring, {
        id: managerId,
        email,
        firstName,
        lastName,
        role,
        passwordHash,
        totp,
        now,
      })
      // Ends sessions of the old password or app, and clears the failures.
      await endSessions(tx, { managerId }, 'replaced', now)
      await unlockEmail(tx, emailIndex)
      await managerDevices.forget(tx, managerId)
      if (role === 'auditor') await releaseClients(tx, managerId)
      await deleteRecoveryCodes(tx, managerId)
      await audit(tx, { managerId })
      return { recoveryCodes: totp === null ? [] : await replaceRecoveryCodes(tx, keyring, managerId) }
    })
  },
})
