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

/** Confirming who a user is: evidence in, state and audit log out. Nothing else writes either. */

type Evidence = {
  userId: string
  source: IdentitySource
  /** What the source calls it: the id of a check, a callback or a ticket. The same one counts once. */
  evidenceId: string
  /** The manager who decided, where one did. */
  manager?: { id: string; name: string } | undefined
  /** What the user reads, where staff took a confirmation back. */
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

/** Gives the row's id; null when the same evidence with the same outcome is there. */
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
 * Makes an SSN the user's alone; gives those who gave it too and are not confirmed, or null when another confirmed user has
 * it. The row of the SSN decides between two who are confirmed at once.
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

/** Whether another confirmed user has the SSN that this user gave, so that this one cannot be confirmed. */
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
  /** What follows from a confirmation, in its transaction: the report is pulled when the user consented. */
  onConfirmed: (tx: Database, userId: string, now: Date) => Promise<void>
}

/** Tells a displaced user what follows, and nothing about the other account. */
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
 * The one way in which an identity becomes confirmed. Stores the evidence, takes the SSN from unconfirmed users who gave it
 * too, and starts what follows, in the caller's transaction. The same evidence again changes nothing.
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
 * Stores evidence that somebody is not confirmed. It takes back what the same source confirmed, and nothing that another
 * source did; true when it took something back.
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
 * Takes back what staff confirmed, with a reason that the user reads. The evidence that confirmed stays and does not confirm
 * again. Refuses `conflict` where something else than staff confirmed.
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

/** Stores what a partner found out, in the caller's transaction. */
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
