import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeyring } from '#platform/boot.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { migrateDatabase } from '#platform/db/database.ts'
import { emails, userKeys } from '#platform/db/tables.ts'
import { createEmailQueue, emailJobs, giveUpEmails, type QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { type Jobs, openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/telemetry/log.ts'
import type { EmailMessage } from '#providers/email/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { type OwnDatabase, onEverySession, openOwnDatabase } from '#test/support/own-database.ts'

const day = 24 * 60 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'fairfile-email-'))
const clock = new TestClock(Date.parse('2026-11-20T12:00:00Z'))

let own: OwnDatabase
let keyring: Keyring
let jobs: Jobs
let queue: QueueEmail
let logged = ''
let sent: EmailMessage[]
let refusal: Error | null

beforeAll(async () => {
  own = await openOwnDatabase({ setTime: true })
  const { database } = own
  await migrateDatabase(database)
  keyring = await openKeyring(database.db, join(folder, 'keyring.json'))
  jobs = await openJobs({
    database,
    clock: () => new Date(clock.now()),
    log: createLog('info', { write: line => (logged += line) }),
    metrics: { ended: () => undefined },
    timeZone: 'America/New_York',
    time: { clock, setSessionStatements: onEverySession(database) },
  })
  const email = {
    sandbox: false,
    send: async (message: EmailMessage) => {
      sent.push(message)
      if (refusal) throw refusal
    },
  }
  await jobs.declare(emailJobs({ db: database.db, keyring, email, emailDomain: 'fairfile.test' }))
  queue = createEmailQueue({ keyring, clock: () => new Date(clock.now()), enqueue: jobs.enqueue })
})
beforeEach(() => {
  sent = []
  refusal = null
})
afterAll(async () => {
  await jobs.stop(1_000)
  await own.drop()
  rmSync(folder, { recursive: true, force: true })
})

const words = { to: 'maya@example.com', subject: 'Your code', text: 'Your code is 314159.' }

const queued = async (userId: string | null = null) =>
  own.database.db.transaction(tx => queue(tx, { userId, ...words, kind: 'sign-in-code' }))

const rowOf = async (id: string) => {
  const [row] = await own.database.db.select().from(emails).where(eq(emails.id, id))
  return row
}

const later = (milliseconds: number) => clock.setTime(clock.now() + milliseconds)

describe('an email', () => {
  it('is sent once it is committed, with a unique Message-ID', async () => {
    const id = await queued()
    expect(sent).toEqual([])
    await jobs.drainQueue()
    expect(sent).toEqual([{ ...words, userId: null, messageId: `${id}@fairfile.test` }])
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1, words: null })
    expect((await rowOf(id))?.sentAt?.getTime()).toBe(clock.now())
  })

  it('is not sent if the transaction that queued it is rolled back', async () => {
    const rolledBack = own.database.db.transaction(async tx => {
      await queue(tx, { userId: null, ...words, kind: 'sign-in-code' })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await jobs.drainQueue()
    expect(sent).toEqual([])
  })

  it('to a user is encrypted with the user’s key, and erased with it', async () => {
    const userId = newId()
    await keyring.createUserCipher(own.database.db, userId)
    const id = await queued(userId)
    const content = (await rowOf(id))?.content ?? Buffer.of()
    const place = { table: 'emails', column: 'content', row: id }
    expect((await keyring.cipherForUser(own.database.db, userId)).decrypt(place, content)).toContain(
      'maya@example.com',
    )
    expect(() => keyring.system.decrypt(place, content)).toThrow()
    await own.database.db.delete(userKeys).where(eq(userKeys.userId, userId))
    expect(await rowOf(id)).toBeUndefined()
    await jobs.drainQueue()
    expect(sent).toEqual([])
  })

  it('that the server does not accept yet is retried with the same Message-ID until it does', async () => {
    const id = await queued()
    refusal = new ProviderFailure('email', 'The mail server asked to try again later (450).', true)
    await jobs.drainQueue()
    expect(await rowOf(id)).toMatchObject({
      state: 'queued',
      attempts: 1,
      words: 'The mail server asked to try again later (450).',
    })
    refusal = null
    await later(60_000)
    await jobs.drainQueue()
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, words: null })
    expect(new Set(sent.map(({ messageId }) => messageId))).toEqual(new Set([`${id}@fairfile.test`]))
  })

  it('that is refused permanently has failed, with the server’s message, and is not retried', async () => {
    const id = await queued()
    refusal = new ProviderFailure('email', 'The mail server refused the email (550).', false)
    await jobs.drainQueue()
    await later(day)
    await jobs.drainQueue()
    expect(sent).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      words: 'The mail server refused the email (550).',
    })
    expect(logged).toContain('an email was refused for good')
  })

  it('that no server accepts is retried for three days', async () => {
    const id = await queued()
    const until = clock.now() + 3 * day
    refusal = new ProviderFailure('email', 'The mail server could not be reached.', true)
    while (clock.now() < until) {
      await later(30 * 60_000)
      await jobs.drainQueue()
    }
    const tries = sent.length
    expect(tries).toBeGreaterThan(50)
    await later(day)
    await jobs.drainQueue()
    expect(sent).toHaveLength(tries)
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      words: 'The email could not be sent within three days.',
    })
  })

  it('whose job was lost also fails after three days', async () => {
    const id = await queued()
    await own.database.pool.query("delete from pgboss.job where name = 'email.send'")
    await later(3 * day - 1)
    await jobs.enqueue(own.database.db, giveUpEmails, {})
    await jobs.drainQueue()
    expect(await rowOf(id)).toMatchObject({ state: 'queued' })
    await later(2)
    await jobs.enqueue(own.database.db, giveUpEmails, {})
    await jobs.drainQueue()
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
  })

  it.each([
    ['address', { to: 'maya@example.com\r\nBcc: eve@example.com' }],
    ['subject', { subject: 'Hello\nBcc: eve@example.com' }],
  ])('with a line break in its %s is not even queued', async (_name, changed) => {
    const asked = queue(own.database.db, { userId: null, ...words, ...changed, kind: 'notice' })
    await expect(asked).rejects.toThrow('line break')
  })

  it('leaves neither its text nor its address in the log or the queue', async () => {
    const { rows } = await own.database.pool.query<{ row: string }>('select t::text as row from pgboss.job t')
    const kept = `${rows.map(({ row }) => row).join('\n')}${logged}`
    expect(kept).toContain('email.send')
    for (const secret of ['maya@example.com', '314159']) expect(kept).not.toContain(secret)
  })
})
