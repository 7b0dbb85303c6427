import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import { createApp } from '#app/app.ts'
import { demoManager } from '#app/demo-manager.ts'
import { createDependencies } from '#app/dependencies.ts'
import { seedDemo } from '#app/seed.ts'
import { createRequest } from '#features/tradelines/server/requests.ts'
import { boot } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import { readKeyringFile } from '#platform/crypto/keyring.ts'
import { type RateLimitProfile, sandboxRateLimits } from '#platform/http/rate-limits.ts'
import { encodeMultipart } from '#test/support/files/multipart.ts'
import { createPicture } from '#test/support/files/pictures.ts'
import { mayaPhone } from '../product.ts'

/** The product in this process, and one real person with everything that a person has. */

/** Limits are counted as ever, and never reached. */
const many = { count: 1_000_000_000, seconds: 3_600 }
const counted: RateLimitProfile = {
  ...sandboxRateLimits,
  any: {},
  read: {},
  codes: { address: [many], network: [many], exchange: [many], kept: true },
  signIn: { address: [many], kept: true },
  refresh: { address: [many], kept: true },
  clientOpening: { person: [many], kept: true },
  clientList: { person: [many], kept: true },
  sensitive: { person: [many], kept: true },
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.output<typeof Tokens>

const Outbox = z.object({ items: z.array(z.object({ to: z.string(), body: z.string() })) })

const Report = z.object({
  fullReport: z.object({
    accountInformation: z.array(z.object({ id: z.string(), bureau: z.string(), isCollection: z.boolean() })),
    creditInquiries: z.array(z.object({ id: z.string(), company: z.string(), bureau: z.string() })),
  }),
})

export type Sending = { as?: Tokens; body?: object; from?: string }

/** Opens the product on a PostgreSQL. */
export const openProduct = async (databaseUrl: string) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairfile-people-'))
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SMS_DAILY_CAP: '900000' })
  const opened = await boot(config, log, () => undefined)
  await seedDemo(opened, () => undefined, config)
  const given = { config, log, ...opened, limitProfile: counted }
  const app = await createApp(given)
  await app.http.ready()
  const keySet = readKeyringFile(config.keyringFile)
  if (keySet === null) throw new Error('the product made no keyring')
  const parts = await createDependencies(given, {
    enqueue: app.jobs.enqueue,
    metrics: app.metrics,
    tracing: null,
  })

  const inject = async (options: InjectOptions, { as, from = '127.0.0.1' }: Sending) => {
    const answer = await app.http.inject({
      ...options,
      remoteAddress: from,
      headers: {
        ...options.headers,
        host: 'localhost',
        ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
      },
    })
    if (answer.statusCode >= 300)
      throw new Error(`the product answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`)
    return answer
  }
  const send = async (method: 'GET' | 'POST', place: string, sending: Sending = {}): Promise<unknown> => {
    const { body } = sending
    return (
      await inject({ method, url: `/api/v1${place}`, ...(body && { payload: body }) }, sending)
    ).json<unknown>()
  }
  /** The code that was texted to a number last. */
  const codeFor = async (phoneNumber: string): Promise<string> => {
    const { items } = Outbox.parse(await send('GET', '/sandbox/outbox'))
    const text = items.find(({ to }) => to === phoneNumber)?.body ?? ''
    return /\b\d{6}\b/.exec(text)?.[0] ?? ''
  }
  const signIn = async (phoneNumber: string): Promise<Tokens> => {
    await send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const body = { phoneNumber, code: await codeFor(phoneNumber) }
    return Tokens.parse(await send('POST', '/auth/login', { body }))
  }

  return {
    ...opened,
    app,
    parts,
    keySet,
    config,
    send,
    tokensIn: (answer: unknown): Tokens => Tokens.parse(answer),
    signIn,
    signInManager: async (): Promise<Tokens> => {
      const { email, password } = demoManager
      return Tokens.parse(await send('POST', '/manager/login', { body: { email, password } }))
    },
    upload: async (as: Tokens, documentName: string) => {
      const file = await createPicture({ width: 1_200, height: 1_600 }).jpeg().toBuffer()
      const { payload, type } = encodeMultipart([
        { name: 'documentName', value: documentName },
        { name: 'kind', value: 'other' },
        { name: 'file', file, type: 'image/jpeg', filename: 'paper.jpg' },
      ])
      const headers = { 'content-type': type }
      await inject({ method: 'POST', url: '/api/v1/documents/upload', payload, headers }, { as })
    },
    close: async () => {
      await app.http.close()
      await app.jobs.stop(5_000)
      await opened.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Product = Awaited<ReturnType<typeof openProduct>>

const Dispute = z.object({ id: z.uuid() })
const Info = z.object({ id: z.uuid() })

/** Maya Brooks with disputes that are in the mail, documents, a request and an account that was opened; gives her id. */
export const furnish = async (product: Product, as: Tokens, manager: Tokens): Promise<string> => {
  const { send } = product
  const { id: userId } = Info.parse(await send('GET', '/user/info', { as }))
  await send('POST', '/user/consents', { as, body: { kind: 'email', given: true } })
  const { fullReport } = Report.parse(await send('GET', '/credit/analytics', { as }))
  const [account] = fullReport.accountInformation.filter(({ isCollection }) => isCollection)
  const [inquiry] = fullReport.creditInquiries
  if (!account || !inquiry) throw new Error('the demo report has nothing to dispute')
  const at = (rows: readonly { id: string; bureau: string }[], id: string) => [
    ...new Set(rows.filter(one => one.id === id).map(({ bureau }) => bureau)),
  ]
  const made = [
    await send('POST', '/dispute/account', {
      as,
      body: {
        attested: true,
        items: [
          {
            accountId: account.id,
            bureaus: at(fullReport.accountInformation, account.id),
            reason: 'not_mine',
          },
        ],
      },
    }),
    await send('POST', '/dispute/inquiry', {
      as,
      body: {
        attested: true,
        items: [
          {
            inquiryId: inquiry.id,
            bureaus: at(fullReport.creditInquiries, inquiry.id),
            reason: 'no_application',
          },
        ],
      },
    }),
  ].map(answer => Dispute.parse(answer))
  // Whose account the post is must be known before a letter goes out.
  await product.app.mailer.reconcile()
  for (const { id } of made) await send('POST', `/dispute/${id}/send-physical`, { as, body: {} })
  await product.upload(as, 'Driver license')
  await product.upload(as, 'Utility bill')
  const { database, keyring, clock, parts } = product
  const asked = {
    userId,
    recipient: 'manager@fairfile.test',
    subject: 'Tradelines',
    text: 'Two lines.',
    now: clock(),
  }
  await database.db.transaction(tx => createRequest(tx, { keyring, queueEmail: parts.queueEmail }, asked))
  await send('POST', '/manager/user-login-as-manager', {
    as: manager,
    body: { phoneNumber: mayaPhone, reason: 'She asked for help by phone' },
  })
  await send('POST', '/manager/end-client-session', { as: manager })
  return userId
}
