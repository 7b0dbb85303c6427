import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { Secret } from 'otpauth'
import { z } from 'zod'
import { generateTotpCode } from '#features/identity/server/totp.ts'
import { identityCallbackSignature } from '#providers/identity-check/callback.ts'
import { bureauDocument } from '#sandbox/bureau/document.ts'
import { openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { fakeLobKey, openFakeLob } from '#test/fakes/fake-lob.ts'
import { fakeLobSecret } from '#test/fakes/fake-lob-letters.ts'
import { openFakeLookup } from '#test/fakes/fake-lookup.ts'
import { openFakeTwilio, twilioAccount } from '#test/fakes/fake-twilio.ts'
import { openSmtpPeer } from '#test/fakes/smtp-peer.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { createPicture } from '#test/support/files/pictures.ts'
import { post, registrationBody } from '#test/support/people/new-user.ts'
import { bareEnvironment, runServer } from '#test/support/run-server.ts'
import { postgresDatabase } from './harness/databases.ts'
import type { Scenario } from './scenario.ts'

/**
 * Every way to confirm an identity (docs/guides/identity.md) in production mode, with PostgreSQL and fakes of Twilio, its
 * Lookup, SMTP, Lob and a credit data bridge with an identity step, all on loopback.
 */

const root = path.join(import.meta.dirname, '..')
const partnerSecret = 'the secret of the partner in this lab'
const password = 'otter lantern gravel piano'

const SignedUp = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) })
const SignedIn = z.object({ accessToken: z.string() })
const Invitation = z.object({ totpUri: z.string() })
const Analytics = z.object({ report: z.object({}).nullable() })
const Identity = z.object({ confirmed: z.boolean(), source: z.string().nullable() })
const Step = z.object({ step: z.object({ id: z.string() }).nullable() })

type Client = z.output<typeof SignedUp> & { phoneNumber: string; ssn: string }

export const identityWays: Scenario = {
  what: 'a production server pulls no report before the identity is confirmed, for each way to confirm it',
  options: { operator: 'examples/company', wait: '120' },
  run: async ({ word, count, later }, { did, must }) => {
    const database = await postgresDatabase()
    later(database.close)
    const twilio = await openFakeTwilio()
    later(twilio.close)
    const lookup = await openFakeLookup()
    later(lookup.close)
    const smtp = await openSmtpPeer()
    later(smtp.close)
    const bridge = await openFakeBridge()
    later(bridge.close)
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
      TWILIO_LOOKUP_BASE_URL: lookup.url.href,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@example.com',
      MANAGER_INBOX: 'staff@example.com',
      CREDIT_DATA_URL: bridge.url.href,
      CREDIT_DATA_TOKEN: bridge.token,
      CREDIT_DATA_IDENTITY_STEP: 'true',
      LOB_API_KEY: fakeLobKey,
      LOB_WEBHOOK_SECRET: fakeLobSecret,
      LOB_BASE_URL: lob.url,
      IDENTITY_CHECKS: 'lookup,mailed-code,documents,vendor,portal',
      IDENTITY_TRUST_FILES: 'true',
      IDENTITY_CALLBACK_SECRETS: partnerSecret,
    }
    const server = await runServer(settings)
    later(() => server.end('SIGTERM'))
    did(`a production server at ${server.url}`)

    const call = (endpoint: string, { accessToken }: { accessToken: string }, body?: object | FormData) =>
      fetch(`${server.url}/api/v1${endpoint}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      })
    let clients = 0
    const signUp = async (): Promise<Client> => {
      clients += 1
      const [phoneNumber, ssn] = [`+1213555015${clients}`, `21345015${clients}`]
      await post(server.url, '/auth/sms/send', { phoneNumber })
      const smsCode = /\b\d{6}\b/.exec(twilio.texts.at(-1)?.body ?? '')?.[0] ?? ''
      const body = {
        ...registrationBody(phoneNumber, ssn),
        smsCode,
        consents: { reportAccess: true, terms: true },
      }
      const signedUp = SignedUp.parse(await post(server.url, '/auth/register', body))
      return { ...signedUp, phoneNumber, ssn }
    }
    const until = async (holds: () => Promise<boolean>): Promise<boolean> => {
      for (const end = Date.now() + count('wait') * 1_000; Date.now() < end; ) {
        if (await holds()) return true
        await new Promise(resolve => setTimeout(resolve, 500))
      }
      return false
    }
    const hasReport = async (client: Client) =>
      Analytics.parse(await (await call('/credit/analytics', client)).json()).report !== null
    const identityOf = async (client: Client) =>
      Identity.parse(await (await call('/user/identity', client)).json())
    const pullsOf = ({ user }: Client) =>
      bridge.calls.filter(({ body }) => body.userId === user.id && body.step === undefined).length

    const ways: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
      lookup: async client => {
        const { firstName, lastName, streetAddress, zip, birthDate } = registrationBody(
          client.phoneNumber,
          client.ssn,
        )
        const [month = '', day = '', year = ''] = birthDate.split('/')
        lookup.people.set(client.phoneNumber, {
          FirstName: firstName,
          LastName: lastName,
          AddressLine1: streetAddress,
          PostalCode: zip,
          NationalId: client.ssn,
          DateOfBirth: `${year}${month}${day}`,
        })
        return call('/user/identity', client, {})
      },
      'mailed-code': async client => {
        const file = new FormData()
        const { firstName, lastName, streetAddress, city, state, zip } = registrationBody(
          client.phoneNumber,
          client.ssn,
        )
        const report = bureauDocument(
          {
            names: { firstName, middleName: null, lastName },
            birthDate: '1990-04-12',
            address: { street: streetAddress, city, state, postal: zip },
            ssn: client.ssn,
          },
          new Date().toISOString().slice(0, 10),
        )
        file.append('file', new Blob([new Uint8Array(report)]), 'own-report')
        const imported = await call('/credit/reports/import', client, file)
        if (imported.status !== 201) throw new Error(await imported.text())
        const asked = await call('/user/verification/letter', client, {})
        if (asked.status !== 200) throw new Error(await asked.text())
        await until(async () => lob.ledger.length > 0)
        const lines = pdfLines(lob.ledger.at(-1)?.pdf ?? Buffer.alloc(0)).flat()
        const code = lines.find(line => /^[A-Z2-9]{4}-[A-Z2-9]{4}$/.test(line.trim())) ?? ''
        return call('/user/verification/code', client, { code })
      },
      documents: async client => {
        for (const kind of ['government_id', 'proof_of_address']) {
          const form = new FormData()
          form.append('documentName', kind)
          form.append('kind', kind)
          const jpeg = await createPicture().jpeg().toBuffer()
          form.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'id.jpg')
          const uploaded = await call('/documents/upload', client, form)
          if (uploaded.status !== 201) throw new Error(await uploaded.text())
        }
        await call('/user/verification/review', client, {})
        const staff = await joinStaff()
        const opened = await call('/manager/user-login-as-manager', staff, {
          phoneNumber: client.phoneNumber,
          reason: 'The client asked for a review.',
        })
        const reason = 'Your ID and your bill show the same person.'
        const inAccount = SignedIn.parse(await opened.json())
        return call('/user/verification/decision', inAccount, { decision: 'confirmed', reason })
      },
      vendor: async client => {
        const { step } = Step.parse(await (await call('/credit/report-step', client, {})).json())
        const answered = { id: step?.id ?? '', answer: { type: 'code', code: '246810' } }
        return call('/credit/report-step', client, { answered })
      },
      portal: async ({ user }) => {
        const raw = JSON.stringify({ user: user.id, verified: true, evidenceId: 'check-17' })
        const timestamp = String(Math.floor(Date.now() / 1_000))
        return fetch(`${server.url}/api/v1/webhooks/identity`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'identity-timestamp': timestamp,
            'identity-signature': identityCallbackSignature(partnerSecret, timestamp, Buffer.from(raw)),
          },
          body: raw,
        })
      },
    }

    /** A first manager, invited at the command line, who sets a password and an authenticator app. */
    const joinStaff = async () => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [
          'src/app/commands/invite-manager.ts',
          '--email=ada@example.com',
          '--first=Ada',
          '--last=Byron',
          '--role=admin',
        ],
        { cwd: root, env: { ...bareEnvironment(), ...settings }, encoding: 'utf8' },
      )
      const token = /\/manager\/join#?\S*?([\w-]{30,})/.exec(stdout)?.[1] ?? ''
      if (token === '') throw new Error(`no invitation: ${stdout}${stderr}`)
      const { totpUri } = Invitation.parse(await post(server.url, '/manager/invitation', { token }))
      const { bytes } = Secret.fromBase32(new URL(totpUri).searchParams.get('secret') ?? '')
      // A code is valid once: the previous one to join, the current one to sign in.
      const codeAt = (ms: number) => generateTotpCode(bytes, new Date(Date.now() + ms))
      await post(server.url, '/manager/join', { token, password, totp: codeAt(-30_000) })
      const signIn = { email: 'ada@example.com', password, totp: codeAt(0) }
      return SignedIn.parse(await post(server.url, '/manager/login', signIn))
    }

    for (const [way, confirm] of Object.entries(ways)) {
      const client = await signUp()
      const before = await identityOf(client)
      const again = (await call('/credit/pull', client, {})).status
      must(
        `${way}: nobody is confirmed, and a pull is refused`,
        !before.confirmed && again === 403 && pullsOf(client) === 0,
        `${again}, ${pullsOf(client)} pulls`,
      )
      await confirm(client)
      await until(async () => (await identityOf(client)).confirmed)
      const after = await identityOf(client)
      must(`${way}: confirms`, after.source === way, after.source ?? 'not confirmed')
      const served = await until(async () => pullsOf(client) > 0 && (await hasReport(client)))
      must(`${way}: the report is pulled and shown`, served, `${pullsOf(client)} pulls`)
    }
  },
}
