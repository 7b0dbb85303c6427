import { and, eq, gt } from 'drizzle-orm'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { UNUSUAL_CLIENT_COUNT, type UnusualAccess, unusualAccessAlert } from '../emails.ts'
import { fullName, listStaffAddresses, readManagerProfile } from './managers.ts'
import { impersonations, managers } from './tables.ts'

const HOUR = 3_600_000

type Deps = { keyring: Keyring; queueEmail: QueueEmail; publicUrl: URL }

/** Alerts leads and admins by email, including the manager if they are one of them. */
export const sendUnusualAccessAlert = async (
  { keyring, queueEmail, publicUrl }: Deps,
  tx: Database,
  managerId: string,
  access: UnusualAccess,
): Promise<void> => {
  const [manager] = await tx.select().from(managers).where(eq(managers.id, managerId))
  if (!manager) return
  const { subject, text } = unusualAccessAlert(
    fullName(readManagerProfile(keyring, manager)),
    access,
    publicUrl.origin,
  )
  for (const to of await listStaffAddresses(tx, keyring, ['lead', 'admin']))
    await queueEmail(tx, { userId: null, to, subject, text, kind: 'staff-reach' })
}

/**
 * What to alert about when a manager opens this client's account or creates a link for it: the tenth different client of
 * the last hour, and every tenth after it. Null for a client already opened in that hour. The manager's row is locked.
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
