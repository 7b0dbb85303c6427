import type { Analytics } from '#features/credit/contract.ts'
import { type ConfirmIdentity, createConfirmIdentity } from '#features/identity/server/assurance.ts'
import { createRefresh } from '#features/reports/server/refresh.ts'
import { createEmailQueue } from '#platform/email.ts'
import type { TestApp, Tokens } from '../app.ts'

/** People who agreed that reports are pulled, for tests of what follows from it. */

export type ConsentingUser = Tokens & { phoneNumber: string; ssn: string; userId: string }

let people = 0

/** The way in which identities are confirmed, with all that follows from it. */
export const identityConfirmation = ({ keyring, database, now: clock, app }: TestApp): ConfirmIdentity => {
  const { enqueue } = app.jobs
  return createConfirmIdentity({
    keyring,
    queueEmail: createEmailQueue({ keyring, clock, enqueue }),
    support: { email: 'support@fairfile.test' },
    onConfirmed: createRefresh({ db: database.db, enqueue, timeZone: 'America/New_York', isOff: false })
      .startIfDue,
  })
}

/** Confirms a user's identity as staff do, by a ticket. */
export const confirmUser = async (app: TestApp, userId: string, ticket = 'T-1'): Promise<void> => {
  const evidence = { userId, source: 'staff', evidenceId: ticket } as const
  await app.database.db.transaction(tx => identityConfirmation(app)(tx, evidence, app.now()))
}

/**
 * Registers a user who agrees, and confirms the identity, so that the pull is open. The SSN ends in the four digits that choose what the sandbox bureau does; nobody else has
 * it.
 */
export const registerConsentingUser = async (app: TestApp, serial = '4321'): Promise<ConsentingUser> => {
  people += 1
  const ssn = `214${String((people % 90) + 10)}${serial}`
  const user = await app.register({ ssn, consents: { reportAccess: true } })
  await confirmUser(app, user.userId)
  return user
}

/** The analytics as a user sees them after signing in now. */
export const fetchAnalytics = async (app: TestApp, { phoneNumber }: Pick<ConsentingUser, 'phoneNumber'>) => {
  const as = await app.signIn(phoneNumber)
  return (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
}
