import { eq, max } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#api/errors.ts'
import { endSessionsOfManager } from '#features/identity/server/end-sessions.ts'
import { sessions } from '#features/identity/server/tables.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Once } from '#platform/http/once.ts'
import type { StaffMember, staff } from '../contract.ts'
import { invitationEmail } from '../invitation-email.ts'
import { invite, linkOf, openInvitations, withdrawInvitations } from './invitations.ts'
import { forgetDevices } from './known-devices.ts'
import {
  changeManager,
  holdRoster,
  type ManagerRow,
  managerOf,
  nameOf,
  profileOf,
  requireOtherAdmin,
  signedInManager,
} from './managers.ts'
import { managers } from './tables.ts'

type Roster = Pick<typeof staff, 'list' | 'invite' | 'setDisabled'>

type Deps = { db: Database; vault: Vault; once: Once; queueEmail: QueueEmail; publicUrl: URL }

const Invited = z.object({ managerId: z.string() })

const later = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one

/** Who is on the staff. */
export const rosterRoutes = ({ db, vault, once, queueEmail, publicUrl }: Deps): Answers<Roster> => {
  const memberOf = (row: ManagerRow, seenAt: Date | null): StaffMember => ({
    ...managerOf(vault, row),
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
      const invited = (await openInvitations(db, vault, now))
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

    invite: async ({ body, caller, note, now, idempotencyKey }) => {
      const request = { scope: `invite|${caller.managerId}`, key: idempotencyKey, body, owner: null }
      const act = async (tx: Database) => {
        await holdRoster(tx)
        const inviter = profileOf(vault, await signedInManager(tx, caller.managerId))
        const { token, managerId } = await invite(tx, vault, { ...body, invitedBy: caller.managerId, now })
        const link = linkOf(publicUrl, token)
        const { subject, text } = invitationEmail({
          firstName: body.firstName,
          inviter: nameOf(inviter),
          link,
        })
        await queueEmail(tx, { userId: null, to: body.email, subject, text, kind: 'manager-invitation' })
        await note(tx, { objectId: managerId })
        return { managerId }
      }
      await once.act(request, act, remembered => Invited.parse(remembered))
      return { success: true }
    },

    setDisabled: async ({ params: { managerId }, body, caller, note, now }) => {
      await db.transaction(async tx => {
        await holdRoster(tx)
        await signedInManager(tx, caller.managerId)
        const [row] = await tx.select().from(managers).where(eq(managers.id, managerId)).for('update')
        if (body.disabled) {
          if (managerId === caller.managerId)
            throw new Refusal('conflict', { message: 'You cannot disable yourself. Ask another admin.' })
          if (row) await requireOtherAdmin(tx, managerId)
          const withdrawn = await withdrawInvitations(tx, managerId)
          if (!row && !withdrawn) throw new Refusal('not_found')
          if (row) await changeManager(tx, vault, row, { disabledAt: now })
          await endSessionsOfManager(tx, managerId, 'disabled', now)
          await forgetDevices(tx, managerId)
        } else {
          if (!row) throw new Refusal('not_found')
          await changeManager(tx, vault, row, { disabledAt: null })
        }
        await note(tx, { objectId: managerId })
      })
      return { success: true }
    },
  }
}
