import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { UNUSUAL_CLIENT_COUNT, type UnusualAccess, unusualAccessAlert } from '../emails.ts'
import { fullName, readManagerProfile } from './managers.ts'
import { impersonations, managers } from './tables.ts'

const HOUR = 3_600_000

type Deps = { keyring: Keyring; queueEmail: QueueEmail; publicUrl: URL }

/** Tells leads and admins by e-mail how far a manager reached, the manager too when one of them. */
export const sendUnusualAccessAlert = async (
  { keyring, queueEmail, publicUrl }: Deps,
  tx: Database,
  managerId: string,
  reach: UnusualAccess,
): Promise<void> => {
  const [manager] = await tx.select().from(managers).where(eq(managers.id, managerId))
  if (!manager) return
  const { subject, text } = unusualAccessAlert(
    fullName(readManagerProfile(keyring, manager)),
    reach,
    `${publicUrl.origin}/manager/staff`,
  )
  const told = await tx
    .select()
    .from(managers)
    .where(and(inArray(managers.role, ['lead', 'admin']), isNull(managers.disabledAt)))
  for (const row of told)
    await queueEmail(tx, {
      userId: null,
      to: readManagerProfile(keyring, row).email,
      subject,
      text,
      kind: 'staff-reach',
    })
}

/**
 * How far a manager reaches by opening this client's account, or making a link for it, when that is to be told: with the tenth different client of
 * the last hour, and each tenth after it. Null for a client who was opened in that hour already. The manager's row is held.
 */
export const findUnusualAccess = async (
  tx: Database,
  {
    managerId,
    userId,
    scope,
    now,
  }: { managerId: string; userId: string; scope: 'read' | 'assist' | 'link'; now: Date },
): Promise<UnusualAccess | null> => {
  const before = await tx
    .select({ userId: impersonations.userId, scope: impersonations.scope })
    .from(impersonations)
    .where(
      and(
        eq(impersonations.managerId, managerId),
        gt(impersonations.startedAt, new Date(now.getTime() - HOUR)),
      ),
    )
  const all = [...before, { userId, scope }]
  const clients = new Set(all.map(one => one.userId)).size
  const isNew = !before.some(one => one.userId === userId)
  if (!isNew || clients % UNUSUAL_CLIENT_COUNT !== 0) return null
  return {
    kind: 'opened',
    clients,
    withoutReason: new Set(all.filter(one => one.scope === 'read').map(one => one.userId)).size,
  }
}
