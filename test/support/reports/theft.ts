import type { EndpointReply } from '#api/endpoint.ts'
import type { alerts } from '#features/alerts/contract.ts'
import { openApp, type TestApp, type Tokens } from '../app.ts'
import { mailTo } from '../mailbox.ts'
import { newManager, signInManager } from '../people/new-manager.ts'

/**
 * The sandbox bureau's identity theft victim: in June 2026 a thief applies five times in their name, at all bureaus, from
 * an address that TransUnion and Experian list, and in July two cards are opened (docs/guides/sandbox-people.md).
 */

const DAY = 24 * 60 * 60_000

export type Victim = Tokens & { userId: string; phoneNumber: string; email: string; ssn: string }
export type Listed = EndpointReply<(typeof alerts)['list']>

export type Theft = {
  app: TestApp
  /** A user before the theft, with a first report. */
  victim: (about: { emails: boolean; plan?: 'free' | 'max' }) => Promise<Victim>
  /** Advances the clock by two months. */
  happens: () => void
  /** Pulls a user's next report as an admin. */
  refresh: (person: Victim) => Promise<void>
  alertsTo: (person: Pick<Victim, 'phoneNumber'>) => Promise<Listed>
  /** The emails about alerts to a user. */
  noticesTo: (person: Victim) => Promise<{ subject: string; body: string }[]>
}

/** The whole server a few days before the theft. */
export const beforeTheft = async (): Promise<Theft> => {
  const app = await openApp({ openedAt: new Date('2026-06-10T15:00:00Z') })
  const { email: adminEmail } = await newManager(app, 'admin')
  let people = 0
  return {
    app,
    victim: async ({ emails, plan = 'max' }) => {
      people += 1
      const email = `victim-${people}@example.com`
      const ssn = `214${50 + people}0024`
      const person = await app.register({ ssn, email, consents: { reportAccess: true } })
      const as = person
      if (plan === 'max') await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
      if (emails) await app.send('POST', '/user/consents', { as, body: { kind: 'email', given: true } })
      await app.work()
      return { ...person, email }
    },
    happens: () => app.pass(61 * DAY),
    refresh: async ({ userId }) => {
      const as = await signInManager(app, adminEmail)
      const answer = await app.send('POST', `/admin/refresh-reports/${userId}`, { as })
      if (answer.statusCode !== 200) throw new Error(`not refreshed: ${answer.body}`)
      await app.work()
    },
    alertsTo: async ({ phoneNumber }) =>
      (await app.send('GET', '/alerts', { as: await app.signIn(phoneNumber) })).json<Listed>(),
    noticesTo: async ({ email }) =>
      (await mailTo(app, email)).filter(({ subject }) =>
        subject.startsWith('Something changed in your credit'),
      ),
  }
}
