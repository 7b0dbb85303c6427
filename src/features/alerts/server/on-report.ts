import { hasAgreed } from '#features/identity/server/consents.ts'
import { signedInPerson } from '#features/identity/server/store.ts'
import { earlierReportsOf, type OnReport, type Received } from '#features/reports/server/store.ts'
import { apart } from '#platform/apart.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { alertEmail } from '../alert-words.ts'
import { alertWithin } from '../alerts.ts'
import type * as computed from './computed.ts'
import { isAlerts } from './computed.ts'
import { saveAlerts } from './store.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

export type TellDeps = { vault: Vault; queueEmail: QueueEmail; publicUrl: URL }

const alertsBetween = apart<typeof computed.alertsBetween>(
  new URL('./computed.ts', import.meta.url),
  'alertsBetween',
  isAlerts,
)

/** Keeps what a report brought since the one before it; gives it. The first report of a history brings nothing. */
const kept = async (
  tx: Database,
  vault: Vault,
  { id, userId, content, before, receivedAt }: Received,
  { read }: { read: boolean },
) => {
  if (before === null) return []
  const found = await alertsBetween({ before, content, earlier: await earlierReportsOf(tx, vault, userId) })
  const readAt = read ? receivedAt : null
  await saveAlerts(tx, vault, { userId, reportId: id, at: receivedAt, readAt }, found)
  return found
}

/** Keeps the alerts of a report, read or not, and e-mails nobody: for reports as if of an earlier time. */
export const keepAlerts =
  (vault: Vault, as: { read: boolean }): OnReport =>
  async (tx, received) => {
    await kept(tx, vault, received, as)
  }

/**
 * Keeps alerts of a report in the transaction that keeps it, and e-mails once a report that something changed, as far as
 * the plan shows it, to who agreed to that. Who imports a file is looking at it, and gets no e-mail.
 */
export const tellAlerts =
  ({ vault, queueEmail, publicUrl }: TellDeps): OnReport =>
  async (tx, received) => {
    const found = await kept(tx, vault, received, { read: false })
    if (found.length === 0 || received.origin === 'import') return
    const { userId } = received
    const { plan, profile } = await signedInPerson(tx, vault, userId)
    const shown = found.filter(alert => alertWithin(alert, plan) !== null).map(({ kind }) => kind)
    if (shown.length === 0 || !(await hasAgreed(tx, userId, 'email'))) return
    const unsubscribe = new URL('/unsubscribe', publicUrl)
    unsubscribe.searchParams.set('token', unsubscribeToken(vault, userId))
    const links = { alerts: new URL('/alerts', publicUrl).href, unsubscribe: unsubscribe.href }
    await queueEmail(tx, {
      userId,
      to: profile.email,
      kind: 'alerts',
      ...alertEmail(shown, links),
      unsubscribeUrl: unsubscribe.href,
    })
  }
