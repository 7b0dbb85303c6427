import { and, desc, eq, isNull } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Plan } from '#features/identity/plan.ts'
import type { Box, Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import { type AlertContent, alertWithin } from '../alerts.ts'
import type { Alert } from '../contract.ts'
import { alerts } from './tables.ts'

const placeOf = (row: string) => ({ table: 'alerts', column: 'content', row })

const isContent = (value: unknown): value is AlertContent =>
  typeof value === 'object' && value !== null && 'kind' in value && 'items' in value

type Row = typeof alerts.$inferSelect

const openedWith = (box: Box, { id, content, createdAt, readAt }: Row) => {
  const alert: unknown = JSON.parse(box.open(placeOf(id), content))
  if (!isContent(alert)) throw new Error('a stored alert is not one')
  return { id, ...alert, createdAt: createdAt.toISOString(), read: readAt !== null }
}

/** So many are listed: of people with monthly reports some twenty years. */
const LISTED = 500

/** What was told to a person as far as a plan shows it, newest first, and within one report in its order. */
export const alertsOfPerson = async (
  db: Database,
  vault: Vault,
  userId: string,
  plan: Plan,
): Promise<Alert[]> => {
  const rows = await db
    .select()
    .from(alerts)
    .where(eq(alerts.userId, userId))
    .orderBy(desc(alerts.createdAt), desc(alerts.reportId), alerts.place)
    .limit(LISTED)
  if (rows.length === 0) return []
  const box = await vault.boxFor(db, userId)
  return rows.flatMap(row => {
    const alert = alertWithin(openedWith(box, row), plan)
    return alert === null ? [] : [{ ...alert, items: [...alert.items] }]
  })
}

/** Keeps what a report brought; kept before, nothing changes. */
export const saveAlerts = async (
  tx: Database,
  vault: Vault,
  { userId, reportId, at, readAt }: { userId: string; reportId: string; at: Date; readAt: Date | null },
  found: readonly AlertContent[],
): Promise<void> => {
  if (found.length === 0) return
  const box = await vault.boxFor(tx, userId)
  await tx
    .insert(alerts)
    .values(
      found.map((alert, place) => {
        const id = newId()
        const content = box.seal(placeOf(id), JSON.stringify(alert))
        return { id, userId, reportId, place, content, createdAt: at, readAt }
      }),
    )
    .onConflictDoNothing({ target: [alerts.reportId, alerts.place] })
}

/** Notes that a person read an alert; refuses `not_found` for what is not theirs or not within the plan. */
export const markRead = async (
  db: Database,
  vault: Vault,
  { userId, plan, alertId, now }: { userId: string; plan: Plan; alertId: string; now: Date },
): Promise<void> => {
  const theirs = and(eq(alerts.id, alertId), eq(alerts.userId, userId))
  const [row] = await db.select().from(alerts).where(theirs)
  const shown = row ? alertWithin(openedWith(await vault.boxFor(db, userId), row), plan) : null
  if (shown === null) throw new Refusal('not_found')
  await db
    .update(alerts)
    .set({ readAt: now })
    .where(and(theirs, isNull(alerts.readAt)))
}
