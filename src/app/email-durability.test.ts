import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Email } from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boot } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import { emails } from '#platform/db/tables.ts'
import { createEmailQueue, emailJobs } from '#platform/email.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openSmtpPeer, type SmtpPeer } from '#test/fakes/smtp-peer.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { bareProduct, type RunningServer, runServer } from '#test/support/run-server.ts'

/** The product as processes of their own, with a real mail server beside them. */

const postgres = process.env.TEST_DATABASE_URL
const log = createLog('silent', process.stderr)

let settings: Record<string, string>
let peer: SmtpPeer
let servers: RunningServer[]
let drop: () => Promise<void>
/** What the mail server does with an e-mail before it answers for it. */
let before: (mail: Email) => Promise<void>

beforeEach(async () => {
  servers = []
  before = async () => undefined
  peer = await openSmtpPeer({}, mail => before(mail))
  settings = {
    DATA_DIR: await mkdtemp(path.join(tmpdir(), 'fairfile-email-')),
    SMTP_URL: peer.url,
    MAIL_FROM: 'no-reply@fairfile.test',
    MANAGER_INBOX: 'manager@fairfile.test',
    ...bareProduct,
  }
  drop = async () => undefined
  if (!postgres) return
  const own = await openOwnDatabase()
  drop = own.drop
  settings.DATABASE_URL = own.url ?? ''
})
afterEach(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await peer.close()
  await drop()
  await rm(settings.DATA_DIR ?? '', { recursive: true, force: true })
})

const run = async () => {
  const server = await runServer(settings)
  servers.push(server)
  return server
}

/** Opens the data while no server holds it. */
const withData = async <T>(act: (opened: Awaited<ReturnType<typeof boot>>) => Promise<T>): Promise<T> => {
  const opened = await boot(readConfig(settings), log, () => undefined)
  try {
    return await act(opened)
  } finally {
    await opened.close()
  }
}

const queueSome = (count: number) =>
  withData(async ({ database, keyring, clock }) => {
    const metrics = { ended: () => undefined }
    const jobs = await openJobs({ database, clock, log, metrics, timeZone: 'UTC' })
    const email = { sandbox: true, send: async () => undefined }
    await jobs.declare(emailJobs({ db: database.db, keyring, email, emailDomain: 'fairfile.test' }))
    const queue = createEmailQueue({ keyring, clock, enqueue: jobs.enqueue })
    for (let number = 0; number < count; number++) {
      const words = { to: `reader-${number}@example.com`, subject: 'News', text: 'Your report changed.' }
      await database.db.transaction(tx => queue(tx, { userId: null, ...words, kind: 'notice' }))
    }
    await jobs.stop(1_000)
  })

const stored = () =>
  withData(async ({ database }) =>
    (await database.db.select().from(emails)).map(({ state, attempts }) => ({ state, attempts })),
  )

test('an e-mail whose sender was killed half way is sent by the next start, under the same Message-ID', async () => {
  await queueSome(1)
  const seen: (string | undefined)[] = []
  const killed = new Promise<void>(resolve => {
    before = async ({ messageId }) => {
      seen.push(messageId)
      if (seen.length > 1) return
      await servers[0]?.end('SIGKILL')
      resolve()
      throw new Error('nobody is there to be answered')
    }
  })
  await run()
  await killed
  const next = await run()
  await expect.poll(() => peer.taken.length, { timeout: 120_000, interval: 250 }).toBe(1)
  expect(await next.end('SIGTERM')).toBe(0)
  expect(seen).toHaveLength(2)
  expect(new Set(seen).size).toBe(1)
  expect(await stored()).toEqual([{ state: 'sent', attempts: 2 }])
}, 240_000)

test('a server that is asked to end sends what it has begun, notes it and takes nothing new', async () => {
  await queueSome(2)
  const release = Promise.withResolvers<void>()
  const begun = new Promise<void>(resolve => {
    before = async () => {
      resolve()
      await release.promise
    }
  })
  const server = await run()
  await begun
  const ended = server.end('SIGTERM')
  const ready = () =>
    fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(ready, { timeout: 30_000 }).toBe(false)
  release.resolve()
  expect(await ended).toBe(0)
  expect(peer.taken).toHaveLength(1)
  expect((await stored()).toSorted((a, b) => b.attempts - a.attempts)).toEqual([
    { state: 'sent', attempts: 1 },
    { state: 'queued', attempts: 0 },
  ])
}, 240_000)

test.runIf(postgres)(
  'two servers on one database send each e-mail once',
  async () => {
    const count = 40
    await queueSome(count)
    await Promise.all([run(), run()])
    await expect.poll(() => peer.taken.length, { timeout: 120_000, interval: 250 }).toBe(count)
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0)
    expect(peer.taken).toHaveLength(count)
    expect(new Set(peer.taken.map(({ messageId }) => messageId)).size).toBe(count)
    expect(await stored()).toEqual(Array.from({ length: count }, () => ({ state: 'sent', attempts: 1 })))
  },
  240_000,
)
