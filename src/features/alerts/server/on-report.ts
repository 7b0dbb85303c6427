import { hasConsent } from '#features/identity/server/consents.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { listEarlierReports, type OnReport, type Received } from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { reportThreads } from '#platform/threads.ts'
import { countedKinds } from '../alerts.ts'
import type * as computed from './computed.ts'
import { saveAlerts } from './store.ts'
import { type AlertEmailDeps, isWeekly, queueAlertEmail } from './weekly-email.ts'

const alertsBetween = reportThreads.define<typeof computed.alertsBetween>(
  new URL('./computed.ts', import.meta.url),
  'alertsBetween',
  (value): value is ReturnType<typeof computed.alertsBetween> => Array.isArray(value),
)

/** Stores the alerts of a report. The first report of a history has none. */
const storeReportAlerts = async (
  tx: Database,
  keyring: Keyring,
  { id, userId, changed, receivedAt }: Received,
  { read }: { read: boolean },
) => {
  if (changed === null) return []
  const found = await alertsBetween({
    ...changed,
    earlier: await listEarlierReports(tx, keyring, userId),
  })
  const readAt = read ? receivedAt : null
  await saveAlerts(tx, keyring, { userId, reportId: id, at: receivedAt, readAt }, found)
  return found
}

/** Stores the alerts of a report without an email, for reports created with an earlier date. */
export const storeAlertsOnReport =
  (keyring: Keyring, as: { read: boolean }): OnReport =>
  async (tx, received) => {
    await storeReportAlerts(tx, keyring, received, as)
  }

/**
 * Stores alerts in the transaction that stores the report, and emails users who agreed, once per report and limited to
 * what their plan shows. Imported files cause no email.
 */
export const sendAlertsOnReport =
  (deps: AlertEmailDeps): OnReport =>
  async (tx, received) => {
    const { keyring } = deps
    const found = await storeReportAlerts(tx, keyring, received, { read: false })
    if (found.length === 0 || received.origin === 'import') return
    const { userId } = received
    const { plan, profile } = await requireUser(tx, keyring, userId)
    const shown = countedKinds(found, plan)
    if (shown.length === 0 || !(await hasConsent(tx, userId, 'email'))) return
    if (await isWeekly(tx, userId)) return
    await queueAlertEmail(tx, deps, { userId, to: profile.email, kinds: shown, weekly: false })
  }
