import type { Email } from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boot } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import { emails } from '#platform/db/tables.ts'
import { createEmailQueue, emailJobs } from '#platform/email.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openSmtpPeer, type SmtpPeer } from '#test/fakes/smtp-peer.ts'
import { createServerData } from '#test/support/own-database.ts'
import { bareProduct, type RunningServer, runServer } from '#test/support/run-server.ts'

/** The product in separate processes, with a real mail server. */

const log = createLog('silent', process.stderr)

let settings: Record<string, string>
let peer: SmtpPeer
let servers: RunningServer[]
let remove: () => Promise<void>
/** Called by the mail server before it answers an email. */
let before: (mail: Email) => Promise<void>

beforeEach(async () => {
  servers = []
  before = async () => undefined
  peer = await openSmtpPeer({}, mail => before(mail))
  const data = await createServerData()
  remove = data.remove
  settings = {
    ...data.settings,
    SMTP_URL: peer.url,
    MAIL_FROM: 'no-reply@fairfile.test',
    MANAGER_INBOX: 'manager@fairfile.test',
    ...bareProduct,
  }
})
afterEach(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await peer.close()
  await remove()
})

const run = async () => {
  const server = await runServer(settings)
  servers.push(server)
  return server
}

/** Opens the data while no server has it locked. */
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

test('an email interrupted by a kill is sent again with the same Message-ID, and a stopping server finishes what it began and starts nothing', async () => {
  await queueSome(2)
  const received: (string | undefined)[] = []

  const begunFirst = Promise.withResolvers<void>()
  const killed = Promise.withResolvers<void>()
  before = async ({ messageId }) => {
    received.push(messageId)
    begunFirst.resolve()
    await killed.promise
    throw new Error('the sender is gone')
  }
  const first = await run()
  await begunFirst.promise
  await first.end('SIGKILL')
  killed.resolve()
  const interrupted = received[0]

  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  before = async ({ messageId }) => {
    received.push(messageId)
    begun.resolve()
    await release.promise
  }
  const stopping = await run()
  await begun.promise
  const ended = stopping.end('SIGTERM')
  const isReady = () =>
    fetch(`${stopping.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 30_000 }).toBe(false)
  release.resolve()
  expect(await ended).toBe(0)
  expect(peer.taken).toHaveLength(1)

  const last = await run()
  await expect.poll(() => peer.taken.length, { timeout: 120_000, interval: 250 }).toBe(2)
  expect(await last.end('SIGTERM')).toBe(0)
  expect(received).toHaveLength(3)
  expect(received.filter(messageId => messageId === interrupted)).toHaveLength(2)
  expect(new Set(received).size).toBe(2)
  expect((await stored()).toSorted((a, b) => b.attempts - a.attempts)).toEqual([
    { state: 'sent', attempts: 2 },
    { state: 'sent', attempts: 1 },
  ])
}, 240_000)

test.runIf(process.env.TEST_DATABASE_URL)(
  'two servers on one database send each email once',
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
