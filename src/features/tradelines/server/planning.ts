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
import { createThreads, ThreadLost } from '#platform/threads.ts'
import type { RequestedEmail } from '../contract.ts'
import type { Goal, PlanningInput } from '../planning-model.ts'
import type { findPlan, PlanningResult } from './find-plan.ts'
import { tradelineRequests } from './tables.ts'

/** Five thousand lines are planned in seconds (docs/reference/benchmarks.md); the curve uses all of the remaining time. */
const PLAN_MS = 15_000
const CURVE_MS = 3_000
/** For starting the thread and for work between solver calls. */
const GRACE_MS = 10_000

/** The solver uses a whole processor: few plans are computed concurrently, and none waits long. */
const threads = createThreads({
  threads: 2,
  waiting: 20,
  timeoutMs: PLAN_MS + CURVE_MS + GRACE_MS,
  memoryMb: 256,
})

const isPlanningResult = (value: unknown): value is PlanningResult =>
  typeof value === 'object' && value !== null && 'plan' in value && 'curve' in value

const findPlanInThread = threads.define<typeof findPlan>(
  new URL('./find-plan.ts', import.meta.url),
  'findPlan',
  isPlanningResult,
)

/** Plans in its own thread. Refuses `unavailable` when too many wait, or when no plan is found in time. */
export const planInWorker = async (
  instance: PlanningInput,
  goal: Goal,
): Promise<{ plan: NonNullable<PlanningResult['plan']>; curve: PlanningResult['curve'] }> => {
  const { plan, curve } = await findPlanInThread({ instance, goal, planMs: PLAN_MS, curveMs: CURVE_MS })
  if (plan === null) throw new ThreadLost()
  return { plan, curve }
}

const Content = z.object({ recipientEmail: z.string(), subject: z.string(), emailContent: z.string() })
type Content = z.output<typeof Content>

const contentContext = (row: string) => ({ table: 'tradeline_requests', column: 'content', row })

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

/** A request without an email row has failed. The error is shown only after the last try. */
const decryptRequest = (cipher: Cipher, { id, content, createdAt, state, words }: Row): RequestedEmail => ({
  id,
  status: state ?? 'failed',
  errorMessage: state === 'failed' ? words : null,
  ...Content.parse(JSON.parse(cipher.decrypt(contentContext(id), content))),
  createdAt: createdAt.toISOString(),
})

const selectRequests = (db: Database) =>
  db.select(columns).from(tradelineRequests).leftJoin(emails, eq(emails.id, tradelineRequests.emailId))

/** A page of a user's requests, newest first, or all of them, and the total. */
export const listRequests = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  page: { limit: number; offset: number } | null,
): Promise<{ data: RequestedEmail[]; total: number }> => {
  const own = eq(tradelineRequests.userId, userId)
  const [counted] = await db.select({ total: count() }).from(tradelineRequests).where(own)
  const all = selectRequests(db)
    .where(own)
    .orderBy(desc(tradelineRequests.createdAt), desc(tradelineRequests.id))
  const rows = await (page === null ? all : all.limit(page.limit).offset(page.offset))
  const cipher = await keyring.cipherForUser(db, userId)
  return { data: rows.map(row => decryptRequest(cipher, row)), total: counted?.total ?? 0 }
}

/** Refuses `not_found`. */
const findRequest = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  requestId: string,
): Promise<RequestedEmail> => {
  const [row] = await selectRequests(db).where(
    and(eq(tradelineRequests.userId, userId), eq(tradelineRequests.id, requestId)),
  )
  if (!row) throw new AppError('not_found')
  return decryptRequest(await keyring.cipherForUser(db, userId), row)
}

const KIND = 'tradeline-request'

/** The same request within this time is a second click on the button. */
const DUPLICATE_WINDOW_MS = 60_000

type NewRequest = { userId: string; recipient: string; subject: string; text: string; now: Date }

/**
 * Stores a request and queues its email in the caller's transaction. The same request within a minute returns
 * the earlier one and queues nothing.
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
        gt(tradelineRequests.createdAt, new Date(now.getTime() - DUPLICATE_WINDOW_MS)),
      ),
    )
  if (before) return findRequest(tx, keyring, userId, before.id)
  const id = newId()
  const cipher = await keyring.cipherForUser(tx, userId)
  const emailId = await queueEmail(tx, { userId, to: recipient, subject, text, kind: KIND })
  const encrypted = cipher.encrypt(contentContext(id), plain)
  await tx
    .insert(tradelineRequests)
    .values({ id, userId, content: encrypted, contentMac, emailId, createdAt: now })
  return findRequest(tx, keyring, userId, id)
}

/** Queues the email of a failed request again; any other request is returned unchanged. Refuses `not_found`. */
export const resendRequest = async (
  tx: Database,
  { keyring, queueEmail }: { keyring: Keyring; queueEmail: QueueEmail },
  userId: string,
  requestId: string,
): Promise<RequestedEmail> => {
  await lockUser(tx, userId)
  const request = await findRequest(tx, keyring, userId, requestId)
  if (request.status !== 'failed') return request
  const { recipientEmail: to, subject, emailContent: text } = request
  const emailId = await queueEmail(tx, { userId, to, subject, text, kind: KIND })
  await tx.update(tradelineRequests).set({ emailId }).where(eq(tradelineRequests.id, requestId))
  return findRequest(tx, keyring, userId, requestId)
}

/** The rows are deleted with the user's, the emails with the user's key. */
export const tradelinesPersonalData: PersonalDataSource = {
  name: 'tradelines',
  exportFiles: async (db, keyring, userId) => [
    jsonExportFile('tradelines/requests.json', (await listRequests(db, keyring, userId, null)).data),
  ],
}
