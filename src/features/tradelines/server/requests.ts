import { and, count, desc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { emails } from '#platform/db/tables.ts'
import type { QueueEmail } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import type { RequestedEmail } from '../contract.ts'
import { tradelineRequests } from './tables.ts'

const Content = z.object({ recipientEmail: z.string(), subject: z.string(), emailContent: z.string() })
type Content = z.output<typeof Content>

const placeOf = (row: string) => ({ table: 'tradeline_requests', column: 'content', row })

const columns = {
  id: tradelineRequests.id,
  content: tradelineRequests.content,
  createdAt: tradelineRequests.createdAt,
  state: emails.state,
  words: emails.words,
}

type Row = {
  id: string
  content: Buffer
  createdAt: Date
  state: 'queued' | 'sent' | 'failed' | null
  words: string | null
}

/** A request whose e-mail is gone can only have failed. Why a try failed is told once it is given up. */
const requestOf = (cipher: Cipher, { id, content, createdAt, state, words }: Row): RequestedEmail => ({
  id,
  status: state ?? 'failed',
  errorMessage: state === 'failed' ? words : null,
  ...Content.parse(JSON.parse(cipher.decrypt(placeOf(id), content))),
  createdAt: createdAt.toISOString(),
})

const selected = (db: Database) =>
  db.select(columns).from(tradelineRequests).leftJoin(emails, eq(emails.id, tradelineRequests.emailId))

/** A page of the requests of a person, newest first, and how many there are. */
export const listRequests = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  page: { limit: number; offset: number } | null,
): Promise<{ data: RequestedEmail[]; total: number }> => {
  const own = eq(tradelineRequests.userId, userId)
  const [counted] = await db.select({ total: count() }).from(tradelineRequests).where(own)
  const all = selected(db).where(own).orderBy(desc(tradelineRequests.createdAt), desc(tradelineRequests.id))
  const rows = await (page === null ? all : all.limit(page.limit).offset(page.offset))
  const cipher = await keyring.cipherForUser(db, userId)
  return { data: rows.map(row => requestOf(cipher, row)), total: counted?.total ?? 0 }
}

/** One request of a person. Refuses `not_found`. */
const requestById = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  requestId: string,
): Promise<RequestedEmail> => {
  const [row] = await selected(db).where(
    and(eq(tradelineRequests.userId, userId), eq(tradelineRequests.id, requestId)),
  )
  if (!row) throw new AppError('not_found')
  return requestOf(await keyring.cipherForUser(db, userId), row)
}

const KIND = 'tradeline-request'

/** Two presses of a button lie closer together than two wishes. */
const SAME_PRESS_MS = 60_000

export type NewRequest = { userId: string; recipient: string; subject: string; text: string; now: Date }

/**
 * Writes a request down and has it mailed, in the caller's transaction. The same request again within a minute is the
 * one before, and nothing is mailed.
 */
export const createRequest = async (
  tx: Database,
  { keyring, queueEmail }: { keyring: Keyring; queueEmail: QueueEmail },
  { userId, recipient, subject, text, now }: NewRequest,
): Promise<RequestedEmail> => {
  await lockUser(tx, userId)
  const content: Content = { recipientEmail: recipient, subject, emailContent: text }
  const plain = JSON.stringify(content)
  const contentMac = keyring.mac('tradeline request', `${userId}|${plain}`)
  const [before] = await tx
    .select({ id: tradelineRequests.id })
    .from(tradelineRequests)
    .where(
      and(
        eq(tradelineRequests.userId, userId),
        eq(tradelineRequests.contentMac, contentMac),
        gt(tradelineRequests.createdAt, new Date(now.getTime() - SAME_PRESS_MS)),
      ),
    )
  if (before) return requestById(tx, keyring, userId, before.id)
  const id = newId()
  const cipher = await keyring.cipherForUser(tx, userId)
  const emailId = await queueEmail(tx, { userId, to: recipient, subject, text, kind: KIND })
  const sealed = cipher.encrypt(placeOf(id), plain)
  await tx
    .insert(tradelineRequests)
    .values({ id, userId, content: sealed, contentMac, emailId, createdAt: now })
  return requestById(tx, keyring, userId, id)
}

/** Mails a request again whose e-mail failed; any other stays as it is. Refuses `not_found`. */
export const resendRequest = async (
  tx: Database,
  { keyring, queueEmail }: { keyring: Keyring; queueEmail: QueueEmail },
  userId: string,
  requestId: string,
): Promise<RequestedEmail> => {
  await lockUser(tx, userId)
  const request = await requestById(tx, keyring, userId, requestId)
  if (request.status !== 'failed') return request
  const { recipientEmail: to, subject, emailContent: text } = request
  const emailId = await queueEmail(tx, { userId, to, subject, text, kind: KIND })
  await tx.update(tradelineRequests).set({ emailId }).where(eq(tradelineRequests.id, requestId))
  return requestById(tx, keyring, userId, requestId)
}

/** The rows are deleted with the user's, the emails with the user's key. */
export const tradelinesPersonalData: PersonalDataSource = {
  name: 'tradelines',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('tradelines/requests.json', (await listRequests(db, keyring, userId, null)).data),
  ],
}
