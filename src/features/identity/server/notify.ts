import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { type SecurityEvent, securityNotice } from '../security-notices.ts'
import type { UserRecord } from './store.ts'

export type SecurityNoticeDeps = { queueEmail: QueueEmail; timeZone: string; support: { email: string } }

/** Has a person told by e-mail of what happened to the account, once the transaction is committed. */
export const sendSecurityNotice = async (
  tx: Database,
  { queueEmail, timeZone, support }: SecurityNoticeDeps,
  { id, profile }: UserRecord,
  happened: SecurityEvent,
  at: Date,
): Promise<void> => {
  const { firstName, phoneNumber, email } = profile
  const notice = securityNotice(happened, {
    firstName,
    phoneNumber,
    at,
    timeZone,
    supportEmail: support.email,
  })
  await queueEmail(tx, { userId: id, to: email, kind: happened.kind, ...notice })
}
