import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditEvent } from '#api/audit-events.ts'
import { AppError } from '#api/errors.ts'
import { listIdentification } from '#features/disputes/identification.ts'
import { type CreateDisputeDeps, prepareFollowUp } from '#features/disputes/server/create-dispute.ts'
import { listDisputes } from '#features/disputes/server/find-disputes.ts'
import { createLetterSender, type MailDeps } from '#features/disputes/server/mail-routes.ts'
import { disputes } from '#features/disputes/server/tables.ts'
import { listDocuments } from '#features/documents/server/store.ts'
import { hasConsent } from '#features/identity/server/consents.ts'
import { lockUser, readUsers } from '#features/identity/server/store.ts'
import { users } from '#features/identity/server/tables.ts'
import { clientAccess } from '#features/staff/client-access.ts'
import { requireClientNotStaff, saveImpersonation } from '#features/staff/server/impersonation.ts'
import { fullName, readManagerProfile } from '#features/staff/server/managers.ts'
import { managers } from '#features/staff/server/tables.ts'
import { type AuditDetails, recordStaffAudit } from '#platform/audit/audit-log.ts'
import type { OperatorSettings, Policies } from '#platform/config/operator-settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { defineJob, type Enqueue, type Job, type Task } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Sms } from '#providers/sms/port.ts'
import { dayIn } from '#values/dates.ts'
import { listRoundLetters, type RoundRefusal, type RoundText } from '../round-rules.ts'
import { roundClients, rounds } from './tables.ts'

const payload = z.strictObject({ roundClientId: z.uuid() })
const retry = { times: 20, firstSeconds: 2, longestSeconds: 600 }

export const prepareTask: Task<{ roundClientId: string }> = {
  name: 'desk.prepare',
  payload,
  retry,
  limitSeconds: 120,
}

export const mailTask: Task<{ roundClientId: string }> = {
  name: 'desk.mail',
  payload,
  retry,
  limitSeconds: 300,
}

export const textTask: Task<{ roundClientId: string }> = {
  name: 'desk.text',
  payload,
  retry,
  limitSeconds: 60,
}

export type RoundDeps = CreateDisputeDeps &
  MailDeps & {
    queueEmail: QueueEmail
    enqueue: Enqueue
    /** Null if no notices are texted. */
    sms: Sms | null
    publicUrl: URL
    support: { name: string; email: string }
    operator: Pick<OperatorSettings, 'senderName'>
    policies: Parameters<typeof clientAccess>[0] & Pick<Policies, 'roundApproval'>
  }

const reason = 'Prepared the next letters after answers on record. Nothing is mailed before you confirm.'

/** A client of a round with the round and the acting manager; locked, so that concurrent runs are serialized. */
const findClient = async (tx: Database, id: string) => {
  const [found] = await tx
    .select({ client: roundClients, round: rounds, user: users })
    .from(roundClients)
    .innerJoin(rounds, eq(rounds.id, roundClients.roundId))
    .innerJoin(users, eq(users.id, roundClients.userId))
    .where(eq(roundClients.id, id))
    .for('update', { of: roundClients })
  return found
}

type Found = NonNullable<Awaited<ReturnType<typeof findClient>>>

/** The acting manager; null if they are no longer staff. */
const findActing = async (tx: Database, managerId: string) => {
  const [manager] = await tx.select().from(managers).where(eq(managers.id, managerId))
  return manager === undefined || manager.disabledAt !== null ? null : manager
}

type Acting = NonNullable<Awaited<ReturnType<typeof findActing>>>

/** Why a round skips a client, according to the stored data of both. */
const refusalFor = (
  { policies }: Pick<RoundDeps, 'policies'>,
  { user }: Pick<Found, 'user'>,
  acting: Acting | null,
): RoundRefusal | null => {
  if (acting === null) return 'staff_disabled'
  if (user.deletionAskedAt !== null) return 'leaving'
  const manager = { managerId: acting.id, role: acting.role }
  return clientAccess(policies, manager, user.responsibleManagerId) === 'serve' ? null : 'not_own_client'
}

const auditBy =
  (deps: Pick<RoundDeps, 'keyring'>, act: AuditEvent, who: AuditDetails & { managerId: string }, now: Date) =>
  (tx: Database, about: AuditDetails = {}) =>
    recordStaffAudit(tx, deps.keyring, act, { ...who, ...about }, now)

type Notice = { origin: string; support: { name: string; email: string } }

/**
 * The email telling a client that letters wait. It names nobody and contains nothing of the letters, since others may
 * read the mailbox.
 */
const confirmationNotice = ({ origin, support }: Notice): { subject: string; text: string } => ({
  subject: 'Letters wait for your confirmation',
  text: [
    'Hello,',
    '',
    `Staff of ${support.name} prepared letters for you. Nothing is mailed before you have read and confirmed them. Sign in to read them:`,
    `${origin}/disputes/confirm`,
    '',
    `If you did not expect this, write to ${support.email}.`,
    `You can end these notices in your profile: ${origin}/profile`,
  ].join('\n'),
})

/** Notifies the client that letters wait, if they agreed to notices by email. */
const notify = async (tx: Database, deps: RoundDeps, { user }: Found): Promise<boolean> => {
  if (!(await hasConsent(tx, user.id, 'email'))) return false
  const [client] = await readUsers(tx, deps.keyring, [user])
  if (!client) return false
  const { queueEmail, publicUrl, support } = deps
  const message = confirmationNotice({ origin: publicUrl.origin, support })
  await queueEmail(tx, { userId: user.id, to: client.profile.email, ...message, kind: 'letters-to-confirm' })
  return true
}

const confirmationText = ({ origin, sender }: { origin: string; sender: string }): string =>
  `${sender}: letters wait for you. Nothing is mailed before you confirm them: ${origin}/disputes/confirm Reply STOP to end these texts.`

/** The initial state of the text to a client: waiting for its job, or no consent. */
const planText = async (tx: Database, { sms }: RoundDeps, userId: string): Promise<RoundText | null> => {
  if (sms === null) return null
  return (await hasConsent(tx, userId, 'letterTexts')) ? 'waiting' : 'no_consent'
}

/**
 * Texts a client that letters wait. It is marked as sent before sending, because nobody may get it twice, and the consent
 * is read at that time: the client may have replied STOP since the letters were prepared.
 */
const sendText = async (deps: RoundDeps, id: string, log: Log): Promise<void> => {
  const { db, keyring, sms, publicUrl, operator } = deps
  const mark = (from: Database, text: RoundText) =>
    from.update(roundClients).set({ text }).where(eq(roundClients.id, id))
  const phone = await db.transaction(async tx => {
    const found = await findClient(tx, id)
    if (sms === null || found?.client.text !== 'waiting') return null
    const { user } = found
    await lockUser(tx, user.id)
    const agrees = await hasConsent(tx, user.id, 'letterTexts')
    await mark(tx, agrees ? 'sent' : 'no_consent')
    const [client] = agrees ? await readUsers(tx, keyring, [user]) : []
    return client === undefined ? null : { to: client.profile.phoneNumber, userId: user.id }
  })
  if (sms === null || phone === null) return
  try {
    const body = confirmationText({ origin: publicUrl.origin, sender: operator.senderName })
    await sms.send({ ...phone, body })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn('a text about letters to confirm was not sent', { error })
    if (!error.outcomeUnknown) await mark(db, 'failed')
  }
}

/**
 * Prepares a client's letters in one transaction: the access log entry, each letter, the notice and the state. A repeated
 * run finds the state changed and does nothing.
 */
const prepare = (deps: RoundDeps, id: string, now: Date): Promise<RoundRefusal | null> =>
  deps.db.transaction(async tx => {
    const found = await findClient(tx, id)
    if (found?.client.state !== 'waiting') return null
    const { round, user } = found
    if (round.approval === 'waiting') return null
    const acting = await findActing(tx, round.managerId)
    const refusal = refusalFor(deps, found, acting)
    if (refusal !== null || acting === null) return refusal
    await lockUser(tx, user.id)
    if (!(await hasConsent(tx, user.id, 'staffMailing'))) return 'no_mailing_consent'
    const { refusal: noAgreement } = await deps.findServiceAgreement(tx, user.id, now)
    if (noAgreement !== null) return noAgreement
    await requireClientNotStaff(tx, user.id)
    const { keyring, timeZone } = deps
    const today = dayIn(timeZone, now)
    const letters = listRoundLetters(
      await listDisputes(tx, keyring, user.id, { today, timeZone }),
      round.step,
    )
    if (letters.length === 0) return 'nothing_due'
    const documentIds = listIdentification((await listDocuments(tx, keyring, user.id, now)).data)
    await saveImpersonation(tx, keyring, {
      id,
      managerId: acting.id,
      managerSessionId: round.managerSessionId,
      userId: user.id,
      scope: 'round',
      emergency: false,
      managerName: fullName(readManagerProfile(keyring, acting)),
      reason,
      startedAt: now,
      expiresAt: now,
      endedAt: now,
      noticedAt: now,
    })
    const principal = { userId: user.id, impersonation: { openingId: id } }
    const who = { managerId: acting.id, userId: user.id, openingId: id }
    const audit = auditBy(deps, 'dispute_created', who, now)
    for (const { disputeId, body } of letters)
      await prepareFollowUp(
        deps,
        tx,
        { principal, now, audit },
        { disputeId, body: { ...body, documentIds } },
      )
    const notifiedAt = (await notify(tx, deps, found)) ? now : null
    const text = await planText(tx, deps, user.id)
    await tx.update(roundClients).set({ state: 'prepared', notifiedAt, text }).where(eq(roundClients.id, id))
    if (text === 'waiting') await deps.enqueue(tx, textTask, { roundClientId: id })
    return null
  })

/** The code of a refusal; any other error is rethrown, and the job runs again. */
const refused = (error: unknown): RoundRefusal => {
  if (error instanceof AppError && error.code !== 'internal' && error.code !== 'unavailable')
    return error.code
  throw error
}

/** Mails the letters that a client confirmed. Letters mailed earlier are not mailed again. */
const mail = async (deps: RoundDeps, id: string, now: Date): Promise<RoundRefusal | null> => {
  const { db } = deps
  const found = await db.transaction(tx => findClient(tx, id))
  if (found?.client.state !== 'mailing' || found.round.mailedById === null) return null
  const { round, user } = found
  const acting = await findActing(db, found.round.mailedById)
  const refusal = refusalFor(deps, found, acting)
  if (refusal !== null || acting === null) return refusal
  const confirmed = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.userId, user.id), eq(disputes.openingId, id), isNotNull(disputes.attestedAt)))
  const { sendDispute } = createLetterSender(deps)
  const who = { managerId: acting.id, userId: user.id, openingId: id }
  const call = {
    principal: { userId: user.id, impersonation: { openingId: id } },
    now,
    idempotencyKey: null,
    audit: auditBy(deps, 'letters_mailed', who, now),
    body: {},
  }
  for (const one of confirmed) await sendDispute(call, one.id, { certified: round.certified })
  return null
}

/** Whether the client still has to confirm any of the letters. */
const hasUnconfirmed = async (db: Database, id: string): Promise<boolean> => {
  const [one] = await db
    .select({ id: disputes.id })
    .from(roundClients)
    .innerJoin(
      disputes,
      and(eq(disputes.userId, roundClients.userId), eq(disputes.openingId, roundClients.id)),
    )
    .where(and(eq(roundClients.id, id), isNull(disputes.attestedAt)))
    .limit(1)
  return one !== undefined
}

/** The jobs run for each client of a round. */
export const roundJobs = (deps: RoundDeps): readonly Job[] => {
  const { db } = deps
  const settle = (id: string, from: 'waiting' | 'mailing', set: Partial<typeof roundClients.$inferInsert>) =>
    db
      .update(roundClients)
      .set(set)
      .where(and(eq(roundClients.id, id), eq(roundClients.state, from)))
  return [
    defineJob(prepareTask, async ({ roundClientId: id }, { now }) => {
      const refusal = await prepare(deps, id, now).catch(refused)
      if (refusal !== null) await settle(id, 'waiting', { state: 'skipped', refusal })
    }),
    defineJob(textTask, ({ roundClientId: id }, { log }) => sendText(deps, id, log)),
    defineJob(mailTask, async ({ roundClientId: id }, { now }) => {
      const refusal = await mail(deps, id, now).catch(refused)
      const waits = refusal !== null || (await hasUnconfirmed(db, id))
      await settle(id, 'mailing', { state: waits ? 'prepared' : 'mailed', refusal })
    }),
  ]
}
