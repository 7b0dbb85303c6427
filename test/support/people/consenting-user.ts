import type { Analytics } from '#features/credit/contract.ts'
import { type ConfirmIdentity, createConfirmIdentity } from '#features/identity/server/assurance.ts'
import { createRefresh } from '#features/reports/server/refresh.ts'
import { createEmailQueue } from '#platform/email.ts'
import type { TestApp, Tokens } from '../app.ts'

/** Users who consented to report pulls. */

export type ConsentingUser = Tokens & { phoneNumber: string; ssn: string; userId: string }

let people = 0

/** The product's identity confirmation, with all its effects. */
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

/** Confirms a user's identity like staff, with a ticket. */
export const confirmUser = async (app: TestApp, userId: string, ticket = 'T-1'): Promise<void> => {
  const evidence = { userId, source: 'staff', evidenceId: ticket } as const
  await app.database.db.transaction(tx => identityConfirmation(app)(tx, evidence, app.now()))
}

/**
 * Registers a consenting user and confirms the identity, so that pulls are allowed. The SSN is unique, and its last four
 * digits select what the sandbox bureau does.
 */
export const registerConsentingUser = async (app: TestApp, serial = '4321'): Promise<ConsentingUser> => {
  people += 1
  const ssn = `214${String((people % 90) + 10)}${serial}`
  const user = await app.register({ ssn, consents: { reportAccess: true } })
  await confirmUser(app, user.userId)
  return user
}

/** The analytics of a user after signing in now. */
export const fetchAnalytics = async (app: TestApp, { phoneNumber }: Pick<ConsentingUser, 'phoneNumber'>) => {
  const as = await app.signIn(phoneNumber)
  return (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
}
