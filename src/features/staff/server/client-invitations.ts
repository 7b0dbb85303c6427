import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNull, lt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import { users } from '#features/identity/server/tables.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import { emails } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import { daysBefore } from '#values/dates.ts'
import { CLIENT_INVITATION_DAYS } from '../emails.ts'
import type { ClientInvitation } from '../intake-contract.ts'
import { readManagerNames } from './assignments.ts'
import { lockActiveManager } from './managers.ts'
import { clientInvitations } from './tables.ts'

/** Links with which an invited person becomes a client: 256 random bits, valid once. */

const Content = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
})
type InvitedPerson = z.output<typeof Content>

const encryptedContent = encryptedJson(clientInvitations.content, Content)

export type InvitationRow = typeof clientInvitations.$inferSelect

const nextLink = (now: Date) => {
  const token = `cci_${randomBytes(32).toString('base64url')}`
  return {
    token,
    tokenHash: sha256(token),
    sentAt: now,
    expiresAt: new Date(now.getTime() + CLIENT_INVITATION_DAYS * 24 * 60 * 60_000),
  }
}

/** What staff typed about a person. */
export const readInvitedPerson = (keyring: Keyring, { id, content }: InvitationRow): InvitedPerson => {
  if (content === null) throw new Error('an accepted invitation was read')
  return encryptedContent.decrypt(keyring.system, id, content)
}

/** Invitations that were not accepted, as shown to staff. */
export const readClientInvitations = async (
  db: Database,
  keyring: Keyring,
  rows: readonly InvitationRow[],
  now: Date,
): Promise<ClientInvitation[]> => {
  const nameOf = await readManagerNames(
    db,
    keyring,
    rows.map(({ invitedById }) => invitedById),
  )
  return rows.map(row => ({
    id: row.id,
    ...readInvitedPerson(keyring, row),
    invitedBy: row.invitedById === null ? null : nameOf(row.invitedById).name,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    status: row.expiresAt > now ? 'open' : 'expired',
  }))
}

const PAGE = 25

/** A page of unaccepted invitations, of one manager or of all, newest first. */
export const listClientInvitations = async (
  db: Database,
  { invitedById, before }: { invitedById: string | null; before: string | undefined },
): Promise<{ rows: InvitationRow[]; next: string | null }> => {
  const rows = await db
    .select()
    .from(clientInvitations)
    .where(
      and(
        isNull(clientInvitations.usedAt),
        invitedById === null ? undefined : eq(clientInvitations.invitedById, invitedById),
        before === undefined ? undefined : lt(clientInvitations.id, before),
      ),
    )
    .orderBy(desc(clientInvitations.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE)
  return { rows: page, next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null }
}

const ofPhone = (phoneIndex: Buffer) =>
  and(eq(clientInvitations.phoneIndex, phoneIndex), isNull(clientInvitations.usedAt))

/** Deletes the unaccepted invitation of a phone number, or only an expired one, with its email. */
export const deleteInvitationOf = async (
  tx: Database,
  phoneIndex: Buffer,
  expiredBy?: Date,
): Promise<void> => {
  const gone = await tx
    .delete(clientInvitations)
    .where(
      and(
        ofPhone(phoneIndex),
        expiredBy === undefined ? undefined : lte(clientInvitations.expiresAt, expiredBy),
      ),
    )
    .returning({ emailId: clientInvitations.emailId })
  for (const one of gone) await deleteInvitationEmail(tx, one)
}

/** Stores an invitation and returns the token of its link. Refuses `conflict` if the phone number has an open one. */
export const addInvitation = async (
  tx: Database,
  keyring: Keyring,
  { person, invitedById, now }: { person: InvitedPerson; invitedById: string | null; now: Date },
): Promise<{ row: InvitationRow; token: string }> => {
  const id = newId()
  const { token, ...link } = nextLink(now)
  const phoneIndex = keyring.phoneIndex(person.phoneNumber)
  await deleteInvitationOf(tx, phoneIndex, now)
  const [row] = await tx
    .insert(clientInvitations)
    .values({
      id,
      ...link,
      phoneIndex,
      content: encryptedContent.encrypt(keyring.system, id, person),
      invitedById,
      timesSent: 1,
    })
    .onConflictDoNothing()
    .returning()
  if (!row)
    throw new AppError('conflict', {
      message: 'This number is invited already. Send that invitation again, or have it taken back first.',
    })
  return { row, token }
}

/** Replaces an invitation's link with one that is valid for another week. */
export const renewInvitation = async (
  tx: Database,
  { id, timesSent }: InvitationRow,
  now: Date,
): Promise<{ row: InvitationRow; token: string }> => {
  const { token, ...link } = nextLink(now)
  const [row] = await tx
    .update(clientInvitations)
    .set({ ...link, timesSent: timesSent + 1 })
    .where(eq(clientInvitations.id, id))
    .returning()
  if (!row) throw new AppError('not_found')
  return { row, token }
}

/** Deletes the email of an invitation, which is not encrypted with a client's key. */
export const deleteInvitationEmail = async (
  tx: Database,
  { emailId }: Pick<InvitationRow, 'emailId'>,
): Promise<void> => {
  if (emailId !== null) await tx.delete(emails).where(eq(emails.id, emailId))
}

const linkUsed = (message: string) => new AppError('link_used', { message })

/** The invitation of a token. Refuses `link_used`, stating whether it was accepted, expired or unknown. */
export const findByToken = async (db: Database, token: string, now: Date): Promise<InvitationRow> => {
  const [row] = await db
    .select()
    .from(clientInvitations)
    .where(eq(clientInvitations.tokenHash, sha256(token)))
  if (!row) throw linkUsed('This invitation is no longer valid. Ask for a new one.')
  if (row.usedAt !== null)
    throw linkUsed('This invitation was used already. Sign in with the phone number of your account.')
  if (row.expiresAt <= now) throw linkUsed('This invitation has expired. Ask for a new one.')
  return row
}

/**
 * Ends an invitation with which a new user registered, and makes the inviting manager responsible, unless they were
 * disabled since or one of the operator's systems sent it. Refuses `link_used`.
 */
export const acceptClientInvitation =
  (keyring: Keyring) =>
  async (
    tx: Database,
    { token, userId, now }: { token: string; userId: string; now: Date },
  ): Promise<void> => {
    const { id, invitedById, emailId } = await findByToken(tx, token, now)
    const manager = invitedById === null ? null : await lockActiveManager(tx, invitedById)
    const accepted = await tx
      .update(clientInvitations)
      .set({ usedAt: now, userId, content: null, emailId: null })
      .where(and(eq(clientInvitations.id, id), isNull(clientInvitations.usedAt)))
      .returning({ id: clientInvitations.id })
    if (accepted.length === 0) throw linkUsed('This invitation was used already. Sign in instead.')
    await deleteInvitationEmail(tx, { emailId })
    const serves = manager !== null && manager.role !== 'auditor'
    await tx
      .update(users)
      .set(serves ? { responsibleManagerId: invitedById } : { formerManagerId: invitedById })
      .where(eq(users.id, userId))
    if (serves) await recordSystemAudit(tx, keyring, 'client_assigned', { userId, objectId: manager.id }, now)
  }

/** Ends every unaccepted invitation: in a restored copy one that was accepted or withdrawn since would be open again. */
export const expireClientInvitations = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(clientInvitations).set({ expiresAt: now }).where(isNull(clientInvitations.usedAt))
}

/** Deletes unaccepted invitations some days after their end, with their emails. */
export const cleanUpClientInvitations: CleanupTask = async (db, now) => {
  const before = daysBefore(now, retention.clientInvitations.usual)
  const expired = and(isNull(clientInvitations.usedAt), lt(clientInvitations.expiresAt, before))
  const carriers = db.select({ id: clientInvitations.emailId }).from(clientInvitations).where(expired)
  await db.delete(emails).where(inArray(emails.id, carriers))
  await db.delete(clientInvitations).where(expired)
}
