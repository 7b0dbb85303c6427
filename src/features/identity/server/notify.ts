import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import { type Happened, securityNotice } from '../security-notices.ts'
import type { Person } from './store.ts'

export type NotifyDeps = { queueEmail: QueueEmail; timeZone: string; support: { email: string } }

/** Has a person told by e-mail of what happened to the account, once the transaction is committed. */
export const notify = async (
  tx: Database,
  { queueEmail, timeZone, support }: NotifyDeps,
  { id, profile }: Person,
  happened: Happened,
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
