import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Plan } from '#features/identity/plan.ts'
import { visibleReportIds } from '#features/reports/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { type AlertContent, redactAlertForPlan } from '../alerts.ts'
import type { Alert } from '../contract.ts'
import { alerts, weeklyEmails } from './tables.ts'

const placeOf = (row: string) => ({ table: 'alerts', column: 'content', row })

const isContent = (value: unknown): value is AlertContent =>
  typeof value === 'object' && value !== null && 'kind' in value && 'items' in value

type Row = typeof alerts.$inferSelect

const decryptAlert = (cipher: Cipher, { id, content, createdAt, readAt }: Row) => {
  const alert: unknown = JSON.parse(cipher.decrypt(placeOf(id), content))
  if (!isContent(alert)) throw new Error('a stored alert is not one')
  return { id, ...alert, createdAt: createdAt.toISOString(), read: readAt !== null }
}

/** A user's alerts about reports that the user may see. */
const visibleAlerts = (db: Database, userId: string) =>
  and(eq(alerts.userId, userId), inArray(alerts.reportId, visibleReportIds(db, userId)))

/** About twenty years of monthly reports. */
const MAX_ALERTS = 500

/** Newest first; alerts of one report keep their order. */
export const listAlerts = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  plan: Plan,
): Promise<Alert[]> => {
  const rows = await db
    .select()
    .from(alerts)
    .where(visibleAlerts(db, userId))
    .orderBy(desc(alerts.createdAt), desc(alerts.reportId), alerts.place)
    .limit(MAX_ALERTS)
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.flatMap(row => {
    const alert = redactAlertForPlan(decryptAlert(cipher, row), plan)
    return alert === null ? [] : [{ ...alert, items: [...alert.items] }]
  })
}

/** Storing the alerts of a report again changes nothing. */
export const saveAlerts = async (
  tx: Database,
  keyring: Keyring,
  { userId, reportId, at, readAt }: { userId: string; reportId: string; at: Date; readAt: Date | null },
  found: readonly AlertContent[],
): Promise<void> => {
  if (found.length === 0) return
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx
    .insert(alerts)
    .values(
      found.map((alert, place) => {
        const id = newId()
        const content = cipher.encrypt(placeOf(id), JSON.stringify(alert))
        return { id, userId, reportId, place, content, createdAt: at, readAt }
      }),
    )
    .onConflictDoNothing({ target: [alerts.reportId, alerts.place] })
}

/** `not_found` for alerts of others or outside the plan. */
export const markAlertRead = async (
  db: Database,
  keyring: Keyring,
  { userId, plan, alertId, now }: { userId: string; plan: Plan; alertId: string; now: Date },
): Promise<void> => {
  const theirs = and(eq(alerts.id, alertId), visibleAlerts(db, userId))
  const [row] = await db.select().from(alerts).where(theirs)
  const shown = row
    ? redactAlertForPlan(decryptAlert(await keyring.cipherForUser(db, userId), row), plan)
    : null
  if (shown === null) throw new AppError('not_found')
  await db
    .update(alerts)
    .set({ readAt: now })
    .where(and(theirs, isNull(alerts.readAt)))
}

/** For all bureaus: a plan limits what is shown, not what is stored. */
export const alertsPersonalData: PersonalDataSource = {
  name: 'alerts',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('alerts.json', {
      alerts: await listAlerts(db, keyring, userId, 'max'),
      weeklyEmail: (await db.$count(weeklyEmails, eq(weeklyEmails.userId, userId))) > 0,
    }),
  ],
}

export const alertDisposal: Disposal = {
  kind: 'alerts',
  dispose: async (tx, { before, most }) => {
    const old = tx.select({ id: alerts.id }).from(alerts).where(lt(alerts.createdAt, before)).limit(most)
    return (await tx.delete(alerts).where(inArray(alerts.id, old)).returning({ id: alerts.id })).length
  },
}
