import { and, asc, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { listDocuments } from '#features/documents/server/store.ts'
import { checkMessages, isIdentityConfirmed, type WayState } from '#features/identity/assurance.ts'
import {
  type ConfirmIdentity,
  isDisplaced,
  recordRefusal,
  withdrawStaffConfirmation,
} from '#features/identity/server/assurance.ts'
import { lockUser, requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { columnAssociatedData, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { ImpersonatedBy } from '#platform/http/access.ts'
import { newId } from '#platform/ids.ts'
import type { Verification } from '../contract.ts'
import {
  listMissingKinds,
  missingKindsMessage,
  type ReviewDecision,
  reviewMessages,
} from '../document-review.ts'
import { addressMacOf } from './mailed-code.ts'
import { documentReviews } from './tables.ts'

export type ReviewDeps = {
  db: Database
  keyring: Keyring
  queueEmail: QueueEmail
  publicUrl: URL
  confirmIdentity: ConfirmIdentity
  /** Whether two managers must confirm. */
  fourEyes: boolean
}

type Review = typeof documentReviews.$inferSelect
type ShownReview = NonNullable<NonNullable<Verification['documents']>['review']>

const nameData = columnAssociatedData(documentReviews.managerName)
const reasonData = columnAssociatedData(documentReviews.reason)

/** Newest first. */
const listRows = (db: Database, userId: string) =>
  db
    .select()
    .from(documentReviews)
    .where(eq(documentReviews.userId, userId))
    .orderBy(desc(documentReviews.requestedAt), desc(documentReviews.id))

/** Newest first, as shown to the user. */
export const listReviews = async (
  { keyring }: Pick<ReviewDeps, 'keyring'>,
  db: Database,
  userId: string,
): Promise<ShownReview[]> => {
  const rows = await listRows(db, userId)
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, state, requestedAt, decidedAt, reason, managerName, firstManagerId }) => ({
    state,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    reason: reason && cipher.decrypt(reasonData(id), reason),
    decidedBy: managerName && cipher.decrypt(nameData(id), managerName),
    needsSecond: decidedAt === null && firstManagerId !== null,
  }))
}

const listMissing = async (
  { keyring }: Pick<ReviewDeps, 'keyring'>,
  db: Database,
  userId: string,
  now: Date,
) => listMissingKinds((await listDocuments(db, keyring, userId, now)).data.map(({ kind }) => kind))

export const reviewState = async (
  deps: Pick<ReviewDeps, 'keyring'>,
  db: Database,
  userId: string,
  now: Date,
): Promise<NonNullable<Verification['documents']>> => {
  const [newest] = await listReviews(deps, db, userId)
  return { missing: await listMissing(deps, db, userId, now), review: newest ?? null }
}

/** The method as shown in the list of methods. */
export const reviewWayState = async (
  deps: Pick<ReviewDeps, 'keyring'>,
  db: Database,
  { id }: UserRecord,
  now: Date,
): Promise<Omit<WayState, 'way'>> => {
  const { missing, review } = await reviewState(deps, db, id, now)
  if (review?.state === 'waiting') return { state: 'closed', message: reviewMessages.waiting }
  const needed = missing.length === 0 ? null : missingKindsMessage(missing)
  return { state: 'open', message: review?.reason ?? needed }
}

/** Submits the user's documents for review by staff. Refuses `conflict`. */
export const requestReview = async (
  { keyring }: ReviewDeps,
  tx: Database,
  userId: string,
  now: Date,
): Promise<void> => {
  await lockUser(tx, userId)
  const user = await requireUser(tx, keyring, userId)
  if (isIdentityConfirmed(user)) throw new AppError('conflict', { message: checkMessages.confirmedBefore })
  if (await isDisplaced(tx, userId)) throw new AppError('conflict', { message: checkMessages.conflict })
  const missing = await listMissing({ keyring }, tx, userId, now)
  if (missing.length > 0) throw new AppError('conflict', { message: missingKindsMessage(missing) })
  await tx
    .insert(documentReviews)
    .values({ id: newId(), userId, state: 'waiting', requestedAt: now })
    .onConflictDoNothing()
}

const findWaiting = async (tx: Database, userId: string): Promise<Review | null> => {
  const [waiting] = await tx
    .select()
    .from(documentReviews)
    .where(and(eq(documentReviews.userId, userId), isNull(documentReviews.decidedAt)))
    .for('update')
  return waiting ?? null
}

const notifyUser = async (
  tx: Database,
  { queueEmail, publicUrl }: ReviewDeps,
  { id, profile }: UserRecord,
): Promise<void> => {
  const text = [
    `Hello ${profile.firstName},`,
    '',
    'Our staff looked at the documents that you asked them to review. Their answer is in your profile:',
    `${publicUrl.origin}/profile`,
  ].join('\n')
  const subject = 'Your documents were reviewed'
  await queueEmail(tx, { userId: id, to: profile.email, kind: 'documents-reviewed', subject, text })
}

/**
 * Records what a manager decided in the opened account; `confirmed` confirms the identity, by two managers where the
 * operator requires that. Returns a message for the manager, or null. Refuses `conflict`.
 */
export const decideReview = async (
  deps: ReviewDeps,
  tx: Database,
  userId: string,
  { managerId, managerName }: ImpersonatedBy,
  { decision, reason }: { decision: ReviewDecision; reason: string },
  now: Date,
): Promise<string | null> => {
  const { keyring, confirmIdentity, fourEyes } = deps
  await lockUser(tx, userId)
  const waiting = await findWaiting(tx, userId)
  if (waiting === null) throw new AppError('conflict', { message: reviewMessages.noReview })
  const mine = eq(documentReviews.id, waiting.id)
  if (decision === 'confirmed' && fourEyes) {
    if (waiting.firstManagerId === null) {
      await tx.update(documentReviews).set({ firstManagerId: managerId }).where(mine)
      return reviewMessages.secondLook
    }
    if (waiting.firstManagerId === managerId)
      throw new AppError('conflict', { message: reviewMessages.sameManager })
  }
  const user = await requireUser(tx, keyring, userId)
  const evidence = {
    userId,
    source: 'documents',
    evidenceId: waiting.id,
    manager: { id: managerId, name: managerName },
  } as const
  if (decision === 'confirmed' && (await confirmIdentity(tx, evidence, now)) === 'conflict')
    throw new AppError('conflict', { message: checkMessages.conflict })
  if (decision === 'refused') await recordRefusal(tx, keyring, evidence, now)
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx
    .update(documentReviews)
    .set({
      state: decision,
      addressMac: decision === 'refused' ? null : addressMacOf(keyring, userId, user.profile.address),
      managerId,
      managerName: cipher.encrypt(nameData(waiting.id), managerName),
      reason: cipher.encrypt(reasonData(waiting.id), reason),
      decidedAt: now,
    })
    .where(mine)
  await notifyUser(tx, deps, user)
  return null
}

/**
 * Revokes a confirmation by staff, because a manager found in the opened account that it was wrong. An address that staff
 * confirmed is then no longer a source for a mailed code. Refuses `conflict`.
 */
export const takeBackConfirmation = async (
  deps: ReviewDeps,
  tx: Database,
  userId: string,
  { managerId, managerName }: ImpersonatedBy,
  reason: string,
  now: Date,
): Promise<void> => {
  const { keyring, queueEmail, publicUrl } = deps
  const manager = { id: managerId, name: managerName }
  await withdrawStaffConfirmation(tx, keyring, { userId, manager, reason }, now)
  await tx.update(documentReviews).set({ addressMac: null }).where(eq(documentReviews.userId, userId))
  const { profile } = await requireUser(tx, keyring, userId)
  const text = [
    `Hello ${profile.firstName},`,
    '',
    'Our staff took back the confirmation of your identity.',
    'Until it is confirmed again we fetch no credit reports for you and show none that we fetched.',
    'Everything you imported, wrote or uploaded stays, and you can go on using it.',
    '',
    'The reason, and the ways to confirm your identity, are in your profile:',
    `${publicUrl.origin}/profile`,
  ].join('\n')
  const subject = 'Your identity is no longer confirmed'
  await queueEmail(tx, { userId, to: profile.email, kind: 'identity-taken-back', subject, text })
}

/** Clients waiting for a decision, longest first, limited to those listed for the manager. */
export const listWaitingClients = async ({ db, keyring }: ReviewDeps, listed: SQL | undefined) => {
  const rows = await db
    .select(getTableColumns(documentReviews))
    .from(documentReviews)
    .innerJoin(users, eq(users.id, documentReviews.userId))
    .where(and(isNull(documentReviews.decidedAt), listed))
    .orderBy(asc(documentReviews.requestedAt), asc(documentReviews.id))
    .limit(100)
  return Promise.all(
    rows.map(async ({ userId, requestedAt, firstManagerId }) => {
      const { profile } = await requireUser(db, keyring, userId)
      const { firstName, lastName, phoneNumber } = profile
      const needsSecond = firstManagerId !== null
      return { userId, firstName, lastName, phoneNumber, requestedAt: requestedAt.toISOString(), needsSecond }
    }),
  )
}
