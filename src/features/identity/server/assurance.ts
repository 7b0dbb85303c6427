import { and, desc, eq, ne } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { recordSystemAudit } from '#platform/audit/audit-log.ts'
import { columnAssociatedData, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { checkMessages, type EvidenceOutcome, type IdentitySource, isConfirmedByStaff } from '../assurance.ts'
import { findIdentitySubject, lockUser, requireUser } from './store.ts'
import { identityEvidence, laterSsnClaims, ssnClaims, users } from './tables.ts'

/** Confirms who a user is: takes evidence, and writes the state and the audit log. Nothing else writes either. */

type Evidence = {
  userId: string
  source: IdentitySource
  /** The source's reference: the id of a check, a callback or a ticket. The same one counts once. */
  evidenceId: string
  /** The manager who decided, if one did. */
  manager?: { id: string; name: string } | undefined
  /** The reason shown to the user, if staff revoked a confirmation. */
  reason?: string
}

/**
 * `confirmed`: the state changed. `unchanged`: it was confirmed before, or this evidence is not new. `conflict`: another
 * confirmed user has the same Social Security number.
 */
export type Confirmation = 'confirmed' | 'unchanged' | 'conflict'

export type ConfirmIdentity = (tx: Database, evidence: Evidence, now: Date) => Promise<Confirmation>

const managerNameData = columnAssociatedData(identityEvidence.managerName)
const reasonData = columnAssociatedData(identityEvidence.reason)

/** Returns the row's id; null if the same evidence with the same outcome exists. */
const addEvidence = async (
  tx: Database,
  keyring: Keyring,
  { userId, source, evidenceId, manager, reason }: Evidence,
  outcome: EvidenceOutcome,
  now: Date,
): Promise<string | null> => {
  const id = newId()
  const cipher = await keyring.cipherForUser(tx, userId)
  const [added] = await tx
    .insert(identityEvidence)
    .values({
      id,
      userId,
      source,
      outcome,
      reference: evidenceId,
      managerId: manager?.id ?? null,
      managerName: manager ? cipher.encrypt(managerNameData(id), manager.name) : null,
      reason: reason === undefined ? null : cipher.encrypt(reasonData(id), reason),
      at: now,
    })
    .onConflictDoNothing()
    .returning({ id: identityEvidence.id })
  return added?.id ?? null
}

/**
 * Reserves an SSN for the user; returns the unconfirmed users who also entered it, or null if another confirmed user has
 * it. The row of the SSN decides between two who are confirmed concurrently.
 */
const claimSsn = async (tx: Database, ssnIndex: Buffer, userId: string): Promise<string[] | null> => {
  await tx.insert(ssnClaims).values({ ssnIndex, userId }).onConflictDoNothing()
  const [claim] = await tx.select().from(ssnClaims).where(eq(ssnClaims.ssnIndex, ssnIndex)).for('update')
  if (!claim || (claim.confirmed && claim.userId !== userId)) return null
  await tx.update(ssnClaims).set({ userId, confirmed: true }).where(eq(ssnClaims.ssnIndex, ssnIndex))
  await tx
    .delete(laterSsnClaims)
    .where(and(eq(laterSsnClaims.ssnIndex, ssnIndex), eq(laterSsnClaims.userId, userId)))
  if (claim.userId !== userId)
    await tx.insert(laterSsnClaims).values({ ssnIndex, userId: claim.userId }).onConflictDoNothing()
  const displaced = await tx
    .select({ userId: laterSsnClaims.userId })
    .from(laterSsnClaims)
    .where(eq(laterSsnClaims.ssnIndex, ssnIndex))
  return displaced.map(other => other.userId)
}

/** Whether another confirmed user has the SSN that this user entered, so that this user cannot be confirmed. */
export const isDisplaced = async (db: Database, userId: string): Promise<boolean> => {
  const [other] = await db
    .select({ userId: ssnClaims.userId })
    .from(laterSsnClaims)
    .innerJoin(ssnClaims, eq(ssnClaims.ssnIndex, laterSsnClaims.ssnIndex))
    .where(
      and(eq(laterSsnClaims.userId, userId), eq(ssnClaims.confirmed, true), ne(ssnClaims.userId, userId)),
    )
  return other !== undefined
}

type AssuranceDeps = {
  keyring: Keyring
  queueEmail: QueueEmail
  support: { email: string }
  /** Runs after a confirmation, in its transaction: the report is pulled if the user consented. */
  onConfirmed: (tx: Database, userId: string, now: Date) => Promise<void>
}

/** Tells a displaced user what this means for them, and nothing about the other account. */
const notifyDisplaced = async (
  tx: Database,
  { keyring, queueEmail, support }: AssuranceDeps,
  userId: string,
): Promise<void> => {
  const { profile } = await requireUser(tx, keyring, userId)
  const text = [
    `Hello ${profile.firstName},`,
    '',
    'We could not confirm the Social Security number in your account, so we do not fetch credit reports for it.',
    'Everything you imported, wrote or uploaded stays, and you can go on using it.',
    '',
    `If the number is yours, write to ${support.email}: we will look at it with you.`,
  ].join('\n')
  await queueEmail(tx, {
    userId,
    to: profile.email,
    kind: 'identity-displaced',
    subject: 'We could not confirm your Social Security number',
    text,
  })
}

/**
 * The only function that confirms an identity. In the caller's transaction it stores the evidence, removes the SSN from
 * unconfirmed users who also entered it, and calls `onConfirmed`. Repeating the same evidence changes nothing.
 */
export const createConfirmIdentity =
  (deps: AssuranceDeps): ConfirmIdentity =>
  async (tx, evidence, now) => {
    const { keyring, onConfirmed } = deps
    const { userId, source } = evidence
    await lockUser(tx, userId)
    const { assurance } = await requireUser(tx, keyring, userId)
    if (assurance !== null) {
      await addEvidence(tx, keyring, evidence, 'confirmed', now)
      return 'unchanged'
    }
    const subject = await findIdentitySubject(tx, keyring, userId)
    if (subject === null) return 'unchanged'
    const displaced = await claimSsn(tx, keyring.ssnIndex(subject.ssn), userId)
    const outcome = displaced === null ? 'conflict' : 'confirmed'
    const id = await addEvidence(tx, keyring, evidence, outcome, now)
    if (displaced === null) return 'conflict'
    // Evidence that confirmed once and was withdrawn since does not confirm again.
    if (id === null) return 'unchanged'
    await tx
      .update(users)
      .set({
        identitySource: source,
        identityConfirmedAt: now,
        identityEvidenceId: id,
        skippedVerification: false,
      })
      .where(eq(users.id, userId))
    await recordSystemAudit(tx, keyring, 'identity_confirmed', { userId, objectId: id }, now)
    for (const other of displaced) {
      await recordSystemAudit(tx, keyring, 'identity_displaced', { userId: other, objectId: id }, now)
      await notifyDisplaced(tx, deps, other)
    }
    await onConfirmed(tx, userId, now)
    return 'confirmed'
  }

/**
 * Stores evidence that a user is not confirmed. It revokes what the same source confirmed, and nothing that another
 * source did; true if it revoked something.
 */
export const recordRefusal = async (
  tx: Database,
  keyring: Keyring,
  evidence: Evidence,
  now: Date,
): Promise<boolean> => {
  const { userId, source } = evidence
  await lockUser(tx, userId)
  const { assurance } = await requireUser(tx, keyring, userId)
  const id = await addEvidence(tx, keyring, evidence, 'not_confirmed', now)
  if (id === null || assurance?.source !== source) return false
  await tx
    .update(users)
    .set({
      identitySource: null,
      identityConfirmedAt: null,
      identityEvidenceId: null,
      skippedVerification: true,
    })
    .where(eq(users.id, userId))
  await tx.update(ssnClaims).set({ confirmed: false }).where(eq(ssnClaims.userId, userId))
  await recordSystemAudit(tx, keyring, 'identity_withdrawn', { userId, objectId: id }, now)
  return true
}

/**
 * Revokes a confirmation by staff, with a reason that the user reads. Its evidence stays and does not confirm again.
 * Throws `conflict` if something other than staff confirmed.
 */
export const withdrawStaffConfirmation = async (
  tx: Database,
  keyring: Keyring,
  { userId, manager, reason }: { userId: string; manager: { id: string; name: string }; reason: string },
  now: Date,
): Promise<void> => {
  await lockUser(tx, userId)
  const { assurance } = await requireUser(tx, keyring, userId)
  if (assurance === null || !isConfirmedByStaff(assurance.source))
    throw new AppError('conflict', { message: checkMessages.notByStaff })
  const evidence = await listEvidence(tx, keyring, userId)
  const confirmed = evidence.find(({ id }) => id === assurance.evidenceId)
  if (confirmed === undefined) throw new Error('A confirmation of staff has no evidence')
  const { source, reference } = confirmed
  await recordRefusal(tx, keyring, { userId, source, evidenceId: reference, manager, reason }, now)
}

/** Stores a partner's result, in the caller's transaction. */
export type StorePartnerResult = (
  tx: Database,
  result: { userId: string; verified: boolean; evidenceId: string },
  now: Date,
) => Promise<void>

export const createStorePartnerResult =
  (keyring: Keyring, confirmIdentity: ConfirmIdentity): StorePartnerResult =>
  async (tx, { userId, verified, evidenceId }, now) => {
    const evidence = { userId, source: 'portal', evidenceId } as const
    if (verified) await confirmIdentity(tx, evidence, now)
    else await recordRefusal(tx, keyring, evidence, now)
  }

type StoredEvidence = {
  id: string
  source: IdentitySource
  outcome: EvidenceOutcome
  reference: string
  managerName: string | null
  reason: string | null
  at: Date
}

/** Newest first. */
export const listEvidence = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<StoredEvidence[]> => {
  const rows = await db
    .select()
    .from(identityEvidence)
    .where(eq(identityEvidence.userId, userId))
    .orderBy(desc(identityEvidence.at), desc(identityEvidence.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, source, outcome, reference, managerName, reason, at }) => ({
    id,
    source,
    outcome,
    reference,
    managerName: managerName === null ? null : cipher.decrypt(managerNameData(id), managerName),
    reason: reason === null ? null : cipher.decrypt(reasonData(id), reason),
    at,
  }))
}
