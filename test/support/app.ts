import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import { TestClock } from 'pg-boss'
import { z } from 'zod'
import { type App, createApp } from '#app/app.ts'
import { seedDemo } from '#app/seed.ts'
import type { Registration } from '#features/identity/contract.ts'
import type { TargetCalls } from '#features/integrations/server/deliver.ts'
import { createPasswords } from '#features/staff/server/password-hash.ts'
import { openKeyring } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { migrateDatabase, type OpenDatabase } from '#platform/db/database.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { OUTBOX_LIMIT } from '#sandbox/server/outbox.ts'
import { outboxItems } from '#sandbox/server/tables.ts'
import { answerChecks } from './answer-checks.ts'
import { encodeMultipart, type FormPart } from './files/multipart.ts'
import { type OwnDatabase, onEverySession, openOwnDatabase } from './own-database.ts'
import { TEST_COST } from './password-cost.ts'
import { registrationBody } from './people/new-user.ts'
import { checkRootSealed } from './root-sealed-check.ts'

/** The whole server in process, on the embedded database or `TEST_DATABASE_URL`, with a clock controlled by tests. */

const TextMessage = z.object({ to: z.string(), body: z.string() })

/** The newest text to a number, read without the route, which decrypts and shows two hundred items. */
const findNewestText = async (
  { db }: Pick<OpenDatabase, 'db'>,
  { system }: Pick<Keyring, 'system'>,
  phoneNumber: string,
): Promise<string | null> => {
  const { id, content, channel, createdAt } = outboxItems
  const texts = await db
    .select({ id, content })
    .from(outboxItems)
    .where(eq(channel, 'sms'))
    .orderBy(desc(createdAt), desc(id))
    .limit(OUTBOX_LIMIT)
  for (const text of texts) {
    const opened = system.decrypt({ table: 'outbox_items', column: 'content', row: text.id }, text.content)
    const { to, body } = TextMessage.parse(JSON.parse(opened))
    if (to === phoneNumber) return body
  }
  return null
}

export type Tokens = { accessToken: string; refreshToken: string }

export type Sending = {
  body?: object
  as?: Tokens
  headers?: Record<string, string>
  /** The caller's address; every test has its own, so that limits of one do not affect another. */
  from?: string
}

export type TestApp = {
  app: App
  database: OpenDatabase
  keyring: Keyring
  keyringFile: string
  /** The folder of its files, including the embedded database when opened `onDisk`. */
  dataDir: string
  /** The database URL for other programs; null for the embedded one. */
  databaseUrl: string | null
  /** Everything that was logged. */
  logged: () => string
  now: () => Date
  /** Runs every job that is due at the clock's time, until none is; returns the number of attempts. */
  work: () => Promise<number>
  /** Advances the clock. */
  pass: (milliseconds: number) => void
  send: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    sending?: Sending,
  ) => Promise<Response>
  sendForm: (path: string, parts: readonly FormPart[], sending?: Sending) => Promise<Response>
  /** Sends a form with only a file, without a declared type. */
  upload: (path: string, file: Uint8Array | string, sending?: Sending) => Promise<Response>
  /** The newest code texted to a number. */
  codeFor: (phoneNumber: string) => Promise<string>
  signIn: (phoneNumber: string) => Promise<Tokens>
  /** Registers a new user with an unused phone number and SSN. */
  register: (
    own?: Partial<Registration>,
  ) => Promise<Tokens & { phoneNumber: string; ssn: string; userId: string }>
  close: () => Promise<void>
}

/**
 * Opens the server with fresh data, optionally at a given time; `demo` adds the demo people with their newest report, or
 * with the reports of all months; `own` is a database that already contains data.
 */
export const openApp = async ({
  demo = false,
  env = {},
  openedAt = new Date(),
  onDisk = false,
  own,
  targetCalls,
}: {
  demo?: boolean | 'history'
  env?: Record<string, string>
  openedAt?: Date
  onDisk?: boolean
  own?: OwnDatabase
  targetCalls?: TargetCalls
} = {}): Promise<TestApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-test-'))
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    ...(env['NODE_ENV'] === 'production' && { DATABASE_URL: 'postgres:///unused' }),
    ...env,
  })
  const { database, url, isMigrated, drop } =
    own ?? (await openOwnDatabase({ setTime: true, folder: onDisk ? join(folder, 'pg') : undefined }))
  if (!isMigrated) await migrateDatabase(database)
  const keyring = await openKeyring(database.db, config.keyringFile)
  const lines: string[] = []
  const log = createLog(config.logLevel, { write: line => lines.push(line) })
  let at = openedAt.getTime()
  const clock = () => new Date(at)
  const passwords = createPasswords(keyring, TEST_COST)
  if (demo) {
    const options = { ...config, passwords, ...(demo !== 'history' && { months: 1 }) }
    await seedDemo({ database, keyring, clock }, () => undefined, options)
  }
  const jobClock = new TestClock(at)
  const jobTime = { clock: jobClock, setSessionStatements: onEverySession(database) }
  const app = await createApp({
    config,
    database,
    keyring,
    clock,
    log,
    jobTime,
    passwords,
    ...(targetCalls && { targetCalls }),
  })
  await app.http.ready()

  const checks = answerChecks(database.db)
  let addresses = 0
  const nextAddress = () => {
    addresses += 1
    return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`
  }
  const inject = async (
    options: InjectOptions & { method: string; url: string },
    { as, headers, from }: Sending,
  ) => {
    const sent = { ...options, idempotencyKey: headers?.['idempotency-key'] }
    checks.sending(sent)
    const answer = await app.http.inject({
      ...options,
      remoteAddress: from ?? nextAddress(),
      headers: {
        ...options.headers,
        ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
        ...headers,
      },
    })
    await checks.answered(sent, answer)
    return answer
  }

  const send: TestApp['send'] = (method, path, sending = {}) =>
    inject(
      { method, url: `/api/v1${path}`, ...(sending.body === undefined ? {} : { payload: sending.body }) },
      sending,
    )
  const sendForm: TestApp['sendForm'] = (path, parts, sending = {}) => {
    const { payload, type } = encodeMultipart(parts)
    return inject(
      { method: 'POST', url: `/api/v1${path}`, payload, headers: { 'content-type': type } },
      sending,
    )
  }
  const upload: TestApp['upload'] = (path, file, sending) =>
    sendForm(path, [{ name: 'file', file, type: 'application/octet-stream' }], sending)
  const codeFor: TestApp['codeFor'] = async phoneNumber => {
    const code = /\b\d{6}\b/.exec((await findNewestText(database, keyring, phoneNumber)) ?? '')?.[0]
    if (!code) throw new Error(`no code was texted to ${phoneNumber}`)
    return code
  }
  const textCode = async (phoneNumber: string) => {
    const sent = await send('POST', '/auth/sms/send', { body: { phoneNumber } })
    if (sent.statusCode !== 200) throw new Error(`no code: ${sent.body}`)
    return codeFor(phoneNumber)
  }
  let people = 0
  return {
    app,
    database,
    keyring,
    keyringFile: config.keyringFile,
    dataDir: config.dataDir,
    databaseUrl: url,
    logged: () => lines.join(''),
    now: clock,
    work: async () => {
      await jobClock.setTime(at)
      return app.jobs.drainQueue()
    },
    pass: milliseconds => {
      at += milliseconds
    },
    send,
    sendForm,
    upload,
    codeFor,
    signIn: async phoneNumber => {
      const code = await textCode(phoneNumber)
      return (await send('POST', '/auth/login', { body: { phoneNumber, code } })).json<Tokens>()
    },
    register: async (details = {}) => {
      people += 1
      const phoneNumber = `+1213555${String(1000 + people)}`
      const ssn = `21345${String(1000 + people)}`
      const person = { ...registrationBody(phoneNumber, ssn), ...details }
      const smsCode = await textCode(person.phoneNumber)
      const answer = await send('POST', '/auth/register', { body: { ...person, smsCode } })
      if (answer.statusCode !== 201) throw new Error(`not registered: ${answer.body}`)
      const { accessToken, refreshToken, user } = answer.json<Tokens & { user: { id: string } }>()
      return { accessToken, refreshToken, phoneNumber: person.phoneNumber, ssn: person.ssn, userId: user.id }
    },
    close: async () => {
      await app.http.close()
      await app.jobs.stop(10_000)
      await checkRootSealed(database.db, config.keyringFile)
      await app.closeTelemetry()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Every row of every table as text, to search for what must not be there; some tables can be excluded. */
export const storedText = async (
  { database }: Pick<TestApp, 'database'>,
  without: readonly string[] = [],
): Promise<string> => {
  const { rows: tables } = await database.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'pgboss')`,
  )
  const texts = await Promise.all(
    tables
      .filter(({ name }) => !without.includes(name))
      .map(async ({ name }) => {
        const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
        return rows.map(({ row }) => row).join('\n')
      }),
  )
  return texts.join('\n')
}
