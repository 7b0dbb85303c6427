import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import type { Endpoint } from '#api/endpoint.ts'
import { errorCodes } from '#api/errors.ts'
import { refusalsOf } from '#api/openapi.ts'
import { table } from '#api/table.ts'
import { type App, createApp } from '#server/app.ts'
import { openVault } from '#server/boot.ts'
import { readConfig } from '#server/config.ts'
import { migrateUp, type OpenDatabase, openEmbedded, openPostgres } from '#server/database.ts'
import { logTo } from '#server/log.ts'
import { seedDemo } from '#server/seed.ts'
import { registrationOf } from './new-person.ts'

/** The whole server in process, on the embedded database or that of `TEST_DATABASE_URL`, with a clock that tests set. */

export type Tokens = { accessToken: string; refreshToken: string }

export type Sending = {
  body?: object
  as?: Tokens
  headers?: Record<string, string>
  /** The caller's address; every test has its own, so that limits of one do not meet another. */
  from?: string
}

export type TestApp = {
  app: App
  database: OpenDatabase
  keyringFile: string
  /** Everything that was logged. */
  logged: () => string
  now: () => Date
  /** Moves the clock. */
  pass: (milliseconds: number) => void
  send: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    sending?: Sending,
  ) => Promise<Response>
  upload: (path: string, file: Uint8Array | string, sending?: Sending) => Promise<Response>
  /** The newest code that was texted to a number. */
  codeFor: (phoneNumber: string) => Promise<string>
  signIn: (phoneNumber: string) => Promise<Tokens>
  /** Registers a new person with a phone and SSN that nobody has. */
  register: (
    own?: Partial<ReturnType<typeof registrationOf>>,
  ) => Promise<Tokens & { phoneNumber: string; ssn: string; userId: string }>
  close: () => Promise<void>
}

const openOwnDatabase = async (): Promise<{ database: OpenDatabase; drop: () => Promise<void> }> => {
  let dropping = false
  // A pool that was ended still has connections on their way out; dropping the database cuts them off.
  const failOnLost = (error: Error) => {
    if (!dropping) throw error
  }
  const url = process.env.TEST_DATABASE_URL
  if (!url) return { database: await openEmbedded({ dump: null }, failOnLost), drop: async () => undefined }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const asOwner = async (statement: string) => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await asOwner(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    database: await openPostgres(own.href, failOnLost),
    drop: () => {
      dropping = true
      return asOwner(`drop database ${name} with (force)`)
    },
  }
}

const multipart = (file: Uint8Array | string, field: string) => {
  const boundary = `test-${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="report"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

const Refused = z.object({ code: z.enum(errorCodes) })

/** Every refusal in every test is one that the endpoint's description names. */
const requireDeclared = (method: string, url: string, answer: Response) => {
  const path = url.replace('/api/v1', '').replace(/\?.*/, '')
  const endpoint = Object.values(table)
    .flatMap(area => Object.values<Endpoint>(area))
    .find(one => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
  const { code } = Refused.parse(answer.json())
  if (endpoint && !refusalsOf(endpoint).includes(code))
    throw new Error(`${method} ${path} refuses ${code}, but its description does not say so`)
}

/** Opens the server with fresh data; `demo` adds the demo people. */
export const openApp = async ({
  demo = false,
  env = {},
}: {
  demo?: boolean
  env?: Record<string, string>
} = {}): Promise<TestApp> => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-test-'))
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env })
  const { database, drop } = await openOwnDatabase()
  await migrateUp(database)
  const vault = await openVault(database.db, config.keyringFile)
  const lines: string[] = []
  const log = logTo(config.logLevel, { write: line => lines.push(line) })
  let at = Date.now()
  const clock = () => new Date(at)
  if (demo) await seedDemo({ database, vault, clock }, () => undefined)
  const app = await createApp({ config, database, vault, clock, log })
  await app.http.ready()

  let addresses = 0
  const nextAddress = () => {
    addresses += 1
    return `10.1.${Math.floor(addresses / 250)}.${addresses % 250}`
  }
  const inject = async (
    options: InjectOptions & { method: string; url: string },
    { as, headers, from }: Sending,
  ) => {
    const answer = await app.http.inject({
      ...options,
      remoteAddress: from ?? nextAddress(),
      headers: {
        ...options.headers,
        ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
        ...headers,
      },
    })
    if (answer.statusCode >= 400) requireDeclared(options.method, options.url, answer)
    return answer
  }

  const send: TestApp['send'] = (method, path, sending = {}) =>
    inject(
      { method, url: `/api/v1${path}`, ...(sending.body === undefined ? {} : { payload: sending.body }) },
      sending,
    )
  const upload: TestApp['upload'] = (path, file, sending = {}) => {
    const { payload, type } = multipart(file, 'file')
    return inject(
      { method: 'POST', url: `/api/v1${path}`, payload, headers: { 'content-type': type } },
      sending,
    )
  }
  const codeFor: TestApp['codeFor'] = async phoneNumber => {
    const { items } = (await send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
      items: { to: string; body: string }[]
    }>()
    const code = /\b\d{6}\b/.exec(items.find(({ to }) => to === phoneNumber)?.body ?? '')?.[0]
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
    keyringFile: config.keyringFile,
    logged: () => lines.join(''),
    now: clock,
    pass: milliseconds => {
      at += milliseconds
    },
    send,
    upload,
    codeFor,
    signIn: async phoneNumber => {
      const code = await textCode(phoneNumber)
      return (await send('POST', '/auth/login', { body: { phoneNumber, code } })).json<Tokens>()
    },
    register: async (own = {}) => {
      people += 1
      const phoneNumber = `+1213555${String(1000 + people)}`
      const ssn = `21345${String(1000 + people)}`
      const person = { ...registrationOf(phoneNumber, ssn), ...own }
      const smsCode = await textCode(person.phoneNumber)
      const answer = await send('POST', '/auth/register', { body: { ...person, smsCode } })
      if (answer.statusCode !== 201) throw new Error(`not registered: ${answer.body}`)
      const { accessToken, refreshToken, user } = answer.json<Tokens & { user: { id: string } }>()
      return { accessToken, refreshToken, phoneNumber: person.phoneNumber, ssn: person.ssn, userId: user.id }
    },
    close: async () => {
      await app.http.close()
      await database.close()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether any row of any table holds these bytes, as text of the whole database. */
export const storedText = async ({ database }: Pick<TestApp, 'database'>): Promise<string> => {
  const { rows: tables } = await database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from "${name}" t`)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}
