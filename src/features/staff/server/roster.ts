import { eq, max } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { sessions } from '#features/identity/server/tables.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { Idempotency } from '#platform/http/idempotency.ts'
import type { StaffMember, staff } from '../contract.ts'
import { invitationEmail } from '../emails.ts'
import { releaseClients, returnClients } from './assignments.ts'
import { createInvitation, invitationLink, listOpenInvitations, withdrawInvitations } from './invitations.ts'
import { managerDevices } from './lock-out.ts'
import {
  fullName,
  lockRoster,
  type ManagerRow,
  readManagerProfile,
  requireManager,
  requireOtherAdmin,
  toManager,
  updateManager,
} from './managers.ts'
import { managers } from './tables.ts'

type Roster = Pick<typeof staff, 'list' | 'invite' | 'setDisabled'>

type Deps = {
  db: Database
  keyring: Keyring
  idempotency: Idempotency
  queueEmail: QueueEmail
  publicUrl: URL
  support: { name: string }
}

const Invited = z.object({ managerId: z.string() })

const later = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one

/** The list of staff. */
export const rosterRoutes = ({
  db,
  keyring,
  idempotency,
  queueEmail,
  publicUrl,
  support,
}: Deps): Handlers<Roster> => {
  const memberOf = (row: ManagerRow, seenAt: Date | null): StaffMember => ({
    ...toManager(keyring, row),
    status: row.disabledAt === null ? 'active' : 'disabled',
    totpEnabled: row.totpEnabledAt !== null,
    lastSeenAt: later(row.lastSeenAt, seenAt)?.toISOString() ?? null,
  })

  return {
    list: async ({ now }) => {
      const seen = await db
        .select({ row: managers, seenAt: max(sessions.lastSeenAt) })
        .from(managers)
        .leftJoin(sessions, eq(sessions.managerId, managers.id))
        .groupBy(managers.id)
      const members = seen.map(({ row, seenAt }) => memberOf(row, seenAt))
      const invited = (await listOpenInvitations(db, keyring, now))
        .filter(({ managerId }) => !members.some(({ id }) => id === managerId))
        .map(({ managerId: id, email, firstName, lastName, role }) => ({
          id,
          email,
          firstName,
          lastName,
          role,
          status: 'invited' as const,
          totpEnabled: false,
          lastSeenAt: null,
        }))
      return {
        data: [...members, ...invited].toSorted(
          (a, b) =>
            a.lastName.localeCompare(b.lastName, 'en') || a.firstName.localeCompare(b.firstName, 'en'),
        ),
      }
    },

    invite: async ({ body, principal, audit, now, idempotencyKey }) => {
      const request = { scope: `invite|${principal.managerId}`, key: idempotencyKey, body, owner: null }
      const act = async (tx: Database) => {
        await lockRoster(tx)
        const inviter = readManagerProfile(keyring, await requireManager(tx, principal.managerId))
        const { token, managerId } = await createInvitation(tx, keyring, {
          ...body,
          invitedBy: principal.managerId,
          now,
        })
        const link = invitationLink(publicUrl, token)
        const { subject, text } = invitationEmail({
          firstName: body.firstName,
          inviter: fullName(inviter),
          link,
          name: support.name,
        })
        await queueEmail(tx, { userId: null, to: body.email, subject, text, kind: 'manager-invitation' })
        await audit(tx, { objectId: managerId })
        return { managerId }
      }
      await idempotency.run(request, act, remembered => Invited.parse(remembered))
      return { success: true }
    },

    setDisabled: async ({ params: { managerId }, body, principal, audit, now }) => {
      await db.transaction(async tx => {
        await lockRoster(tx)
        await requireManager(tx, principal.managerId)
        const [row] = await tx.select().from(managers).where(eq(managers.id, managerId)).for('update')
        if (body.disabled) {
          if (managerId === principal.managerId)
            throw new AppError('conflict', { message: 'You cannot disable yourself. Ask another admin.' })
          if (row) await requireOtherAdmin(tx, managerId)
          const withdrawn = await withdrawInvitations(tx, managerId)
          if (!row && !withdrawn) throw new AppError('not_found')
          if (row) await updateManager(tx, keyring, row, { disabledAt: now })
          await releaseClients(tx, managerId)
          await endSessions(tx, { managerId }, 'disabled', now)
          await managerDevices.forget(tx, managerId)
        } else {
          if (!row) throw new AppError('not_found')
          await updateManager(tx, keyring, row, { disabledAt: null })
          if (row.role !== 'auditor') await returnClients(tx, managerId)
        }
        await audit(tx, { objectId: managerId })
      })
      return { success: true }
    },
  }
}
