import { and, asc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Email, wouldBreakHeader } from '#providers/email/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { daysBefore } from '#values/dates.ts'
import type { Clock } from './clock.ts'
import { encryptedJson, type Keyring } from './crypto/encryption.ts'
import type { Database } from './db/database.ts'
import { emails } from './db/tables.ts'
import { newId } from './ids.ts'
import type { Disposal } from './jobs/disposal.ts'
import { defineJob, type Enqueue, type Job, type Task } from './jobs/jobs.ts'

/**
 * Email that is sent after the transaction that queued it commits. It is sent at least once: when the process dies between
 * the server's acceptance and our record of it, it is sent again with the same Message-ID, which mail programs show once.
 */

const Content = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  unsubscribeUrl: z.string().optional(),
})

const encryptedContent = encryptedJson(emails.content, Content)

const GIVEN_UP_AFTER_DAYS = 3
const TOO_OLD = 'The email could not be sent within three days.'

const sendEmail: Task<{ emailId: string }> = {
  name: 'email.send',
  payload: z.strictObject({ emailId: z.uuid() }),
  // Greylisting accepts a second attempt after minutes; an outage may take days, and after three of them sending stops.
  retry: { times: 150, firstSeconds: 2, longestSeconds: 3_600 },
  limitSeconds: 120,
}

/** Gives up emails that could not be delivered in time. */
export const giveUpEmails: Task<Record<string, never>> = {
  name: 'email.give-up',
  payload: z.strictObject({}),
  retry: { times: 5, firstSeconds: 60, longestSeconds: 3_600 },
  limitSeconds: 60,
}

/** An email to be sent. It belongs to a user, with whom it is erased, or to no user. */
type NewEmail = {
  userId: string | null
  to: string
  subject: string
  text: string
  /** The kind for metrics: `sign-in-code`, `tradeline-request`. */
  kind: string
  /** A POST to this URL unsubscribes from emails of this kind. */
  unsubscribeUrl?: string
}

/** Stores an email to be sent once the transaction commits; returns its id. */
export type QueueEmail = (tx: Database, email: NewEmail) => Promise<string>

type EmailQueueDeps = {
  keyring: Keyring
  clock: Clock
  enqueue: Enqueue
  /** Lines at the end of every email: the sender and its postal address. */
  footer?: readonly string[]
}

/** Queues emails. A line break in the address or the subject is refused, because it could add a header. */
export const createEmailQueue =
  ({ keyring, clock, enqueue, footer = [] }: EmailQueueDeps): QueueEmail =>
  async (tx, { userId, to, subject, text: body, kind, unsubscribeUrl }) => {
    if (wouldBreakHeader(to) || wouldBreakHeader(subject))
      throw new Error('an email has a line break in its address or subject')
    // A line of two dashes and a space starts a signature (RFC 3676 section 4.3).
    const text = footer.length === 0 ? body : [body.trimEnd(), '', '-- ', ...footer, ''].join('\n')
    const id = newId()
    const cipher = userId === null ? keyring.system : await keyring.cipherForUser(tx, userId)
    const content = encryptedContent.encrypt(cipher, id, { to, subject, text, unsubscribeUrl })
    await tx
      .insert(emails)
      .values({ id, userId, kind, content, state: 'queued', attempts: 0, createdAt: clock() })
    await enqueue(tx, sendEmail, { emailId: id })
    return id
  }

/** Emails sent to a user, oldest first, without their text. */
export const listEmails = async (db: Database, keyring: Keyring, userId: string) => {
  const rows = await db
    .select()
    .from(emails)
    .where(eq(emails.userId, userId))
    .orderBy(asc(emails.createdAt), asc(emails.id))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, kind, content, state, createdAt, sentAt }) => {
    const { to, subject } = encryptedContent.decrypt(cipher, id, content)
    return { kind, to, subject, state, createdAt, sentAt }
  })
}

/** Deletes emails whose retention period since sending or final failure has ended. */
export const emailDisposal: Disposal = {
  kind: 'emails',
  dispose: async (tx, { before, most }) => {
    const old = tx
      .select({ id: emails.id })
      .from(emails)
      .where(and(ne(emails.state, 'queued'), lt(emails.createdAt, before)))
      .limit(most)
    return (await tx.delete(emails).where(inArray(emails.id, old)).returning({ id: emails.id })).length
  },
}

type Deps = {
  db: Database
  keyring: Keyring
  email: Email
  /** The part after the @ of a Message-ID. */
  emailDomain: string
}

/** The email jobs: one sends, one gives up what is three days old. */
export const emailJobs = ({ db, keyring, email, emailDomain }: Deps): readonly Job[] => {
  const failed = (words: string) => ({ state: 'failed' as const, words })

  const send = defineJob(sendEmail, async ({ emailId }, { now, log }) => {
    const queued = and(eq(emails.id, emailId), eq(emails.state, 'queued'))
    const [row] = await db
      .update(emails)
      .set({ attempts: sql`${emails.attempts} + 1` })
      .where(queued)
      .returning()
    if (!row) return
    if (row.createdAt < daysBefore(now, GIVEN_UP_AFTER_DAYS)) {
      await db.update(emails).set(failed(TOO_OLD)).where(queued)
      log.error('an email was given up after three days', { job: sendEmail.name })
      return
    }
    const cipher = row.userId === null ? keyring.system : await keyring.cipherForUser(db, row.userId)
    const content = encryptedContent.decrypt(cipher, row.id, row.content)
    try {
      await email.send({ ...content, messageId: `${row.id}@${emailDomain}`, userId: row.userId })
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.retryable) {
        await db.update(emails).set({ words: error.userMessage }).where(queued)
        throw error
      }
      log.error('an email was refused for good', { job: sendEmail.name, error })
      await db.update(emails).set(failed(error.userMessage)).where(queued)
      return
    }
    await db.update(emails).set({ state: 'sent', words: null, sentAt: now }).where(queued)
  })

  const giveUpJob = defineJob(
    giveUpEmails,
    async (_nothing, { now, log }) => {
      const old = lt(emails.createdAt, daysBefore(now, GIVEN_UP_AFTER_DAYS))
      const given = await db
        .update(emails)
        .set(failed(TOO_OLD))
        .where(and(eq(emails.state, 'queued'), old))
        .returning({ id: emails.id })
      if (given.length > 0) log.error('emails were given up after three days', { job: giveUpEmails.name })
    },
    '15 3 * * *',
  )

  return [send, giveUpJob]
}
