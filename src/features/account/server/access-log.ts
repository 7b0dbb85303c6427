import { asc, inArray } from 'drizzle-orm'
import type { ReplyOf } from '#api/endpoint.ts'
import { openingsOf } from '#features/staff/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { auditEvents } from '#server/tables.ts'
import { actsShown } from '../access-log.ts'
import type { account } from '../contract.ts'

type Entry = ReplyOf<typeof account.accessLog>['data'][number]

/** Which managers opened a person's account, the newest first, and what they did there. */
export const accessLogOf = async (
  db: Database,
  vault: Vault,
  userId: string,
  now: Date,
): Promise<Entry[]> => {
  const openings = await openingsOf(db, vault, userId)
  if (openings.length === 0) return []
  const acts = await db
    .select({ openingId: auditEvents.openingId, act: auditEvents.act, at: auditEvents.at })
    .from(auditEvents)
    .where(
      inArray(
        auditEvents.openingId,
        openings.map(({ id }) => id),
      ),
    )
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))
  return openings.map(({ id, managerName, reason, scope, startedAt, endsAt }) => ({
    managerName,
    reason,
    scope,
    startedAt: startedAt.toISOString(),
    endedAt: endsAt > now ? null : endsAt.toISOString(),
    acts: actsShown(acts.filter(({ openingId }) => openingId === id)),
  }))
}
