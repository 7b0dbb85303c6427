import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { identityCallbackSignature } from '#providers/identity-check/callback.ts'
import { fakeLobKey, openFakeLob } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-lob-letters.ts'
import { openFakeMismo } from '#test/fakes/fake-mismo.ts'
import { openFakeTwilio, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openSmtpPeer } from '#test/fakes/smtp-peer.ts'
import { post, registrationBody } from '#test/support/people/new-user.ts'
import { bareEnvironment, runServer } from '#test/support/run-server.ts'
import { postgresDatabase } from './harness/databases.ts'
import type { Scenario } from './scenario.ts'

/**
 * The first day of an operator (docs/guides/operator-first-day.md): production with PostgreSQL, texts, email, a MISMO order
 * service, Lob and a partner that confirms identities, all on loopback, every other provider off. `--operator
 * examples/household` does the same for a household.
 */

const root = path.join(import.meta.dirname, '..')
const clients = {
  staff: { phoneNumber: '+12135550142', ssn: '213450142' },
  partner: { phoneNumber: '+12135550143', ssn: '213450143' },
} as const
const partnerSecret = 'the secret of the partner in this lab'

const SignedUp = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) })
const Info = z.object({ notOffered: z.object({ mailing: z.object({ code: z.string() }).nullable() }) })
const Made = z.object({ id: z.string() })
const Analytics = z.object({ report: z.object({}).nullable() })

/** How long a pull may take: an order is first polled after a minute. */
const PULL_MS = 240_000
/** Long enough for an unwanted pull to have started. */
const IDLE_MS = 5_000

export const firstDay: Scenario = {
  what: 'a new production server serves its first clients; their reports are pulled once their identity is confirmed',
  options: { operator: 'examples/company' },
  run: async ({ word, later }, { did, must }) => {
    const database = await postgresDatabase()
    later(database.close)
    const twilio = await openFakeTwilio()
    later(twilio.close)
    const smtp = await openSmtpPeer()
    later(smtp.close)
    const mismo = await openFakeMismo()
    later(mismo.close)
    const lob = await openFakeLob()
    later(lob.close)
    const settings = {
      ...database.settings,
      NODE_ENV: 'production',
      OPERATOR_DIR: path.resolve(root, word('operator')),
      TWILIO_ACCOUNT_SID: twilioAccount.accountSid,
      TWILIO_AUTH_TOKEN: twilioAccount.authToken,
      TWILIO_FROM: twilioAccount.from,
      TWILIO_BASE_URL: twilio.url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@example.com',
      MANAGER_INBOX: 'staff@example.com',
    }
    const withProviders = {
      CREDIT_DATA_KIND: 'mismo-order',
      CREDIT_DATA_URL: mismo.url.href,
      CREDIT_DATA_LOGIN: mismo.login,
      CREDIT_DATA_PASSWORD: mismo.password,
      CREDIT_DATA_INTERFACE: mismo.interfaceId,
      LOB_API_KEY: fakeLobKey,
      LOB_WEBHOOK_SECRET: fakeLobSecret,
      LOB_BASE_URL: lob.url,
      IDENTITY_CHECKS: 'portal',
      IDENTITY_CALLBACK_SECRETS: partnerSecret,
    }
    const command = (file: string, ...parameters: string[]) => {
      const env = { ...bareEnvironment(), ...settings, ...withProviders }
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`src/app/commands/${file}`, ...parameters],
        {
          cwd: root,
          env,
          encoding: 'utf8',
        },
      )
      return { status, said: `${stdout}${stderr}`.trim() }
    }

    const least = await runServer(settings)
    must('it starts with only PostgreSQL, texts and email', true, least.url)
    const missingOf = async (url: string) =>
      /data-missing="([^"]*)"/.exec(await (await fetch(url)).text())?.[1] ?? 'the page is not built'
    const missing = await missingOf(least.url)
    must(
      'the page omits what has no provider',
      missing === 'portal pulls tradelines recorder mailing pictureText',
      missing,
    )
    must('it shuts down cleanly', (await least.end('SIGTERM')) === 0, 'SIGTERM')

    const server = await runServer({ ...settings, ...withProviders })
    later(() => server.end('SIGTERM'))
    const left = await missingOf(server.url)
    must('with Lob the page offers mailing', left === 'portal tradelines recorder pictureText', left)

    const invited = command(
      'invite-manager.ts',
      '--email',
      'ada@example.com',
      '--first',
      'Ada',
      '--last',
      'Byron',
      '--role',
      'admin',
    )
    must(
      'the first admin is invited',
      invited.status === 0 && invited.said.includes('/manager/join'),
      invited.status ?? 'ended',
    )

    const signUp = async ({ phoneNumber, ssn }: { phoneNumber: string; ssn: string }) => {
      await post(server.url, '/auth/sms/send', { phoneNumber })
      const smsCode = /\b\d{6}\b/.exec(twilio.texts.at(-1)?.body ?? '')?.[0] ?? ''
      const body = {
        ...registrationBody(phoneNumber, ssn),
        smsCode,
        consents: { reportAccess: true, terms: true },
      }
      return SignedUp.parse(await post(server.url, '/auth/register', body))
    }
    const byStaff = await signUp(clients.staff)
    const byPartner = await signUp(clients.partner)
    const call = (endpoint: string, { accessToken }: { accessToken: string }, body?: object) =>
      fetch(`${server.url}/api/v1${endpoint}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    did('two clients have accounts')
    await delay(IDLE_MS)
    must('nothing is ordered before identity is confirmed', mismo.actions.length === 0, mismo.actions.length)

    const freeze = { action: 'place', bureaus: ['Equifax'], attested: true }
    const { id } = Made.parse(await (await call('/dispute/freeze', byStaff, freeze)).json())
    const mail = async () => (await call(`/dispute/${id}/send-physical`, byStaff, {})).status
    const { notOffered } = Info.parse(await (await call('/user/info', byStaff)).json())
    if (notOffered.mailing !== null) {
      const status = await mail()
      must('the policy prevents an unconfirmed client from mailing', status === 403, notOffered.mailing.code)
    }

    const confirmed = command('support.ts', 'confirm', clients.staff.phoneNumber, '--reason', 'T-1')
    must('staff confirm the first client', confirmed.status === 0, confirmed.said)
    const callBack = async (secret: string) => {
      const raw = JSON.stringify({ user: byPartner.user.id, verified: true, evidenceId: 'check-17' })
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const answer = await fetch(`${server.url}/api/v1/webhooks/identity`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'identity-timestamp': timestamp,
          'identity-signature': identityCallbackSignature(secret, timestamp, Buffer.from(raw)),
        },
        body: raw,
      })
      return answer.status
    }
    const forged = await callBack('another secret, of somebody else')
    must('a call that the partner did not sign is refused', forged === 403, forged)
    await delay(IDLE_MS)
    const ordered = mismo.actions.filter(({ action }) => action === 'Submit').length
    must('one report is ordered, that of the first client', ordered === 1, ordered)
    const status = await callBack(partnerSecret)
    must('the partner confirms the second client', status === 200, status)

    const mailed = await mail()
    must('the letter of a confirmed client is accepted', mailed === 200, mailed)
    const until = Date.now() + PULL_MS
    const hasReport = async (client: { accessToken: string }) =>
      Analytics.parse(await (await call('/credit/analytics', client)).json()).report !== null
    const bothHave = async () => (await hasReport(byStaff)) && (await hasReport(byPartner))
    let served = false
    while (!served && Date.now() < until) {
      await delay(2_000)
      served = await bothHave()
    }
    must('both reports are pulled and shown', served, mismo.actions.map(({ action }) => action).join(', '))
    must('one letter was sent to Lob, once', lob.ledger.length === 1, lob.ledger.length)
  },
}
