import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { openFakeMismo } from '#test/fakes/fake-mismo.ts'
import { openFakeTwilio, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openSmtpPeer } from '#test/fakes/smtp-peer.ts'
import { post, registrationBody } from '#test/support/people/new-user.ts'
import { bareEnvironment, runServer } from '#test/support/run-server.ts'
import { postgresDatabase } from './harness/databases.ts'
import type { Scenario } from './scenario.ts'

/**
 * The first day of an operator (docs/guides/operator-first-day.md): production with PostgreSQL, texts, e-mail and a MISMO order
 * service, all on loopback, every other provider off.
 */

const root = path.join(import.meta.dirname, '..')
const phoneNumber = '+12135550142'
const ssn = '213450142'

const SignedUp = z.object({ accessToken: z.string() })
const Analytics = z.object({ report: z.object({}).nullable() })

/** How long a pull may take: orders are polled after a minute at the soonest. */
const PULL_MS = 240_000
/** Long enough for a pull that should not have begun. */
const IDLE_MS = 5_000

export const firstDay: Scenario = {
  what: 'a new production server serves its first client, whose report is pulled once identity is confirmed',
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
    const withReports = {
      CREDIT_DATA_KIND: 'mismo-order',
      CREDIT_DATA_URL: mismo.url.href,
      CREDIT_DATA_LOGIN: mismo.login,
      CREDIT_DATA_PASSWORD: mismo.password,
      CREDIT_DATA_INTERFACE: mismo.interfaceId,
    }
    const command = (file: string, ...parameters: string[]) => {
      const env = { ...bareEnvironment(), ...settings, ...withReports }
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
    must('it starts with PostgreSQL, texts and e-mail alone', true, least.url)
    must('it ends in order', (await least.end('SIGTERM')) === 0, 'SIGTERM')

    const server = await runServer({ ...settings, ...withReports })
    later(() => server.end('SIGTERM'))
    const page = await (await fetch(server.url)).text()
    const missing = /data-missing="([^"]*)"/.exec(page)?.[1] ?? 'the page is not built'
    must('the page lacks what has no provider', missing === 'portal tradelines recorder mailing', missing)

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

    await post(server.url, '/auth/sms/send', { phoneNumber })
    const smsCode = /\b\d{6}\b/.exec(twilio.texts.at(-1)?.body ?? '')?.[0] ?? ''
    const body = {
      ...registrationBody(phoneNumber, ssn),
      smsCode,
      consents: { reportAccess: true, terms: true },
    }
    const { accessToken } = SignedUp.parse(await post(server.url, '/auth/register', body))
    did('the first client has an account')
    await delay(IDLE_MS)
    must('nothing is ordered before identity is confirmed', mismo.actions.length === 0, mismo.actions.length)

    const confirmed = command('support.ts', 'confirm', phoneNumber, '--reason', 'T-1')
    must('staff confirm the client', confirmed.status === 0, confirmed.said)
    const until = Date.now() + PULL_MS
    let hasReport = false
    while (!hasReport && Date.now() < until) {
      await delay(2_000)
      const answer = await fetch(`${server.url}/api/v1/credit/analytics`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      hasReport = Analytics.parse(await answer.json()).report !== null
    }
    must('the report is pulled and shown', hasReport, mismo.actions.map(({ action }) => action).join(', '))
  },
}
