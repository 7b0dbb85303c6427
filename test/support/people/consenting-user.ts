import type { Analytics } from '#features/credit/contract.ts'
import type { TestApp, Tokens } from '../app.ts'

/** People who agreed that reports are pulled, for tests of what follows from it. */

export type ConsentingUser = Tokens & { phoneNumber: string; ssn: string; userId: string }

let people = 0

/**
 * Registers a user who agrees. The SSN ends in the four digits that choose what the sandbox bureau does; nobody else has
 * it.
 */
export const registerConsentingUser = (app: TestApp, serial = '4321'): Promise<ConsentingUser> => {
  people += 1
  const ssn = `214${String((people % 90) + 10)}${serial}`
  return app.register({ ssn, consents: { reportAccess: true } })
}

/** The analytics as a user sees them after signing in now. */
export const fetchAnalytics = async (app: TestApp, { phoneNumber }: Pick<ConsentingUser, 'phoneNumber'>) => {
  const as = await app.signIn(phoneNumber)
  return (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
}
