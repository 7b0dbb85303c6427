import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { parsePhoneNumber } from '#features/identity/server/phone-numbers.ts'
import { findUserIdByPhone } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { RateLimits } from '#platform/http/rate-limits.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Sms } from '#providers/sms/port.ts'
import { type ActingManager, type AgentPolicy, isLimitedToOwn } from '../client-access.ts'
import { clientInvitationEmail, clientInvitationText } from '../emails.ts'
import type { intake } from '../intake-contract.ts'
import { readManagerNames } from './assignments.ts'
import {
  addInvitation,
  deleteInvitationEmail,
  findByToken,
  type InvitationRow,
  listClientInvitations,
  readClientInvitations,
  readInvitedPerson,
  renewInvitation,
} from './client-invitations.ts'
import { clientInvitations } from './tables.ts'

type IntakeDeps = {
  db: Database
  keyring: Keyring
  limits: RateLimits
  queueEmail: QueueEmail
  /** Null if the provider does not send our own texts. */
  sms: Sms | null
  policies: AgentPolicy
  publicUrl: URL
  support: { name: string }
  operator: { senderName: string }
}

/** The most times an invitation is sent, since it is unknown whether the person wants it. */
const MAX_TIMES_SENT = 5

/** Intake: staff type a person's name and contacts and invite them; the person types everything else. */
export const intakeRoutes = (deps: IntakeDeps): Handlers<typeof intake> => {
  const { db, keyring, limits, queueEmail, sms, policies, publicUrl, support, operator } = deps

  const linkOf = (token: string) => `${publicUrl.origin}/invitation#${token}`

  const inviterOf = async (tx: Database, { invitedById }: InvitationRow): Promise<string | null> =>
    invitedById === null ? null : (await readManagerNames(tx, keyring, [invitedById]))(invitedById).name

  /** Queues the email in the transaction that stored the link; the previous email is deleted. */
  const queueInvitation = async (tx: Database, row: InvitationRow, token: string): Promise<void> => {
    const { firstName, email } = readInvitedPerson(keyring, row)
    const inviter = await inviterOf(tx, row)
    const words = clientInvitationEmail({ firstName, inviter, link: linkOf(token), name: support.name })
    await deleteInvitationEmail(tx, row)
    const emailId = await queueEmail(tx, { userId: null, to: email, ...words, kind: 'client-invitation' })
    await tx.update(clientInvitations).set({ emailId }).where(eq(clientInvitations.id, row.id))
  }

  /** Texts the link once; returns why it was not sent. */
  const textInvitation = async (row: InvitationRow, token: string): Promise<string | null> => {
    if (sms === null) return 'Texts like this are not set up here. Send an email.'
    try {
      const body = clientInvitationText({ link: linkOf(token), sender: operator.senderName })
      await sms.send({ to: readInvitedPerson(keyring, row).phoneNumber, body })
      return null
    } catch (failure) {
      if (failure instanceof ProviderFailure) return failure.userMessage
      throw failure
    }
  }

  const requireNoAccount = async (tx: Database, phoneNumber: string): Promise<void> => {
    if ((await findUserIdByPhone(tx, keyring, phoneNumber)) !== null)
      throw new AppError('phone_taken', {
        message: 'A client uses this phone number already. Search for it in the list of clients.',
      })
  }

  /** An unaccepted invitation visible to this manager. Refuses `not_found`. */
  const lockInvitation = async (tx: Database, manager: ActingManager, id: string): Promise<InvitationRow> => {
    const [row] = await tx
      .select()
      .from(clientInvitations)
      .where(and(eq(clientInvitations.id, id), isNull(clientInvitations.usedAt)))
      .for('update')
    const isOthers = row?.invitedById !== manager.managerId && isLimitedToOwn(policies, manager)
    if (!row || isOthers) throw new AppError('not_found')
    return row
  }

  const answer = async (row: InvitationRow, textProblem: string | null, now: Date) => {
    const [invitation] = await readClientInvitations(db, keyring, [row], now)
    if (!invitation) throw new AppError('not_found')
    return { invitation, textProblem }
  }

  return {
    invitations: async ({ query: { before }, principal, now }) => {
      const invitedById = isLimitedToOwn(policies, principal) ? principal.managerId : null
      const { rows, next } = await listClientInvitations(db, { invitedById, before })
      return { data: await readClientInvitations(db, keyring, rows, now), next }
    },

    invite: async ({ body, principal, audit, now }) => {
      const { byText, byEmail, firstName, lastName, email } = body
      const caller = principal.kind === 'key' ? principal.keyId : principal.managerId
      const phoneNumber = parsePhoneNumber(body.phoneNumber)
      await requireNoAccount(db, phoneNumber).catch(async (refused: unknown) => {
        // Guessing numbers costs twice.
        await limits.consume('clientOpening', { person: caller })
        await audit(db, { outcome: 'phone_taken' })
        throw refused
      })
      const { row, token } = await db.transaction(async tx => {
        await requireNoAccount(tx, phoneNumber)
        const made = await addInvitation(tx, keyring, {
          person: { firstName, lastName, email, phoneNumber },
          invitedById: principal.kind === 'key' ? null : principal.managerId,
          now,
        })
        if (byEmail) await queueInvitation(tx, made.row, made.token)
        await audit(tx, { objectId: made.row.id })
        return made
      })
      return answer(row, byText ? await textInvitation(row, token) : null, now)
    },

    resend: async ({ params: { invitationId }, body: { byText, byEmail }, principal, audit, now }) => {
      const { row, token } = await db.transaction(async tx => {
        const known = await lockInvitation(tx, principal, invitationId)
        if (known.timesSent >= MAX_TIMES_SENT)
          throw new AppError('conflict', {
            message: `This invitation was sent ${MAX_TIMES_SENT} times. Ask the person before you invite them again.`,
          })
        await requireNoAccount(tx, readInvitedPerson(keyring, known).phoneNumber)
        const made = await renewInvitation(tx, known, now)
        if (byEmail) await queueInvitation(tx, made.row, made.token)
        await audit(tx, { objectId: invitationId })
        return made
      })
      return answer(row, byText ? await textInvitation(row, token) : null, now)
    },

    withdraw: async ({ params: { invitationId }, principal, audit }) => {
      await db.transaction(async tx => {
        const row = await lockInvitation(tx, principal, invitationId)
        await tx.delete(clientInvitations).where(eq(clientInvitations.id, invitationId))
        await deleteInvitationEmail(tx, row)
        await audit(tx, { objectId: invitationId })
      })
      return { success: true }
    },

    open: async ({ body: { token }, now }) => {
      const row = await findByToken(db, token, now)
      return { ...readInvitedPerson(keyring, row), invitedBy: await inviterOf(db, row) }
    },
  }
}
