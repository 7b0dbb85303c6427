import {
  and,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { v5 } from 'uuid'
import { z } from 'zod'
import { retention } from '#api/retention.ts'
import type { Clock } from '#platform/clock.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask, Disposal } from '#platform/jobs/disposal.ts'
import type { LetterEvent, LetterRequest, PostalAddress } from '#providers/letters/port.ts'
import { daysBefore } from '#values/dates.ts'
import { Address } from '../contract.ts'
import { type DeliveryStatus, letterStatuses, listShownEvents, toLetterStatus } from '../letter-status.ts'
import { createMailJob } from '../state-machine.ts'
import { type MailJobRow, mailEvents, mailJobStateColumns, mailJobs, toMailJobColumns } from './tables.ts'

/** The content of a mailing is frozen when it is requested: every attempt sends the same bytes. */

const FrozenContent = z.object({
  to: Address,
  from: Address,
  /** Why it is mailed again; null the first time. */
  reason: z.string().nullable(),
})
type FrozenContent = z.output<typeof FrozenContent>

/** Namespace of mail job ids; an arbitrary constant of this product. */
const NAMESPACE = '5d0f1b3e-6a0c-4d0b-9b53-0f6f6d61696c'

/** Depends only on letter and generation, so a lost row is recreated under the same id. */
export const deriveMailJobId = (letterId: string, generation: number): string =>
  v5(`${letterId}|${generation}`, NAMESPACE)

const frozenContent = encryptedJson(mailJobs.content, FrozenContent)
const pdfPlace = (row: string) => ({ table: 'mail_jobs', column: 'pdf', row })

/** The page count of a PDF that we rendered, whose page objects are not compressed; null for any other. */
const countPages = (pdf: Uint8Array): number | null => {
  const pages = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)
  return pages === null ? null : pages.length
}

/** What identifies a mailing besides its content. */
type Identity = { id: string; generation: number; certified: boolean; returnReceipt: boolean }

const requestShaOf = (mailing: Identity, { to, from }: FrozenContent, pdfSha: Buffer): Buffer => {
  const lines = ({ name, line1, line2, city, state, zip }: PostalAddress) => [
    name,
    line1,
    line2,
    city,
    state,
    zip,
  ]
  const { id, generation, certified, returnReceipt } = mailing
  // Without a return receipt the hash is the same as that of mailings from before that choice existed.
  const service = returnReceipt ? 'return receipt' : certified
  return sha256(JSON.stringify([id, generation, service, lines(to), lines(from), pdfSha.toString('hex')]))
}

const freezeRequest = async (
  tx: Database,
  keyring: Keyring,
  mailing: Identity & { userId: string },
  content: FrozenContent,
  pdf: Uint8Array,
) => {
  const cipher = await keyring.cipherForUser(tx, mailing.userId)
  const pdfSha = sha256(pdf)
  return {
    content: frozenContent.encrypt(cipher, mailing.id, content),
    pdf: cipher.encrypt(pdfPlace(mailing.id), pdf),
    pages: countPages(pdf),
    pdfSha,
    requestSha: requestShaOf(mailing, content, pdfSha),
  }
}

/** Null if the content was erased or no longer matches its hash. */
export const readFrozenRequest = async (
  db: Database,
  keyring: Keyring,
  row: MailJobRow,
  env: string,
): Promise<LetterRequest | null> => {
  const { id, userId, letterId, generation, certified, returnReceipt, pdfSha, requestSha } = row
  if (userId === null || !row.content || !row.pdf || !pdfSha || !requestSha) return null
  const cipher = await keyring.cipherForUser(db, userId)
  const content = frozenContent.decrypt(cipher, id, row.content)
  const pdf = cipher.decryptBytes(pdfPlace(id), row.pdf)
  if (!sha256(pdf).equals(pdfSha) || !requestShaOf(row, content, pdfSha).equals(requestSha)) return null
  const { to, from } = content
  const ours = { userId, letterId }
  return { mailJobId: id, generation, env, to, from, pdf, certified, returnReceipt, ours }
}

type Frozen = Pick<MailJobRow, 'id' | 'userId' | 'content'>

/** The addresses of a mailing and why it was repeated; null after erasure. */
export const readMailedContent = async (
  db: Database,
  keyring: Keyring,
  { id, userId, content }: Frozen,
): Promise<FrozenContent | null> =>
  userId === null || !content
    ? null
    : frozenContent.decrypt(await keyring.cipherForUser(db, userId), id, content)

/** The PDF of a mailing; null when its copy is no longer kept. */
export const readMailedPdf = async (
  db: Database,
  keyring: Keyring,
  { id, userId, pdf }: Pick<MailJobRow, 'id' | 'userId' | 'pdf'>,
): Promise<Uint8Array | null> =>
  userId === null || !pdf ? null : (await keyring.cipherForUser(db, userId)).decryptBytes(pdfPlace(id), pdf)

/** The user's reason for mailing again; null the first time, or after erasure. */
export const readMailAgainReason = async (
  db: Database,
  keyring: Keyring,
  row: Frozen,
): Promise<string | null> => (await readMailedContent(db, keyring, row))?.reason ?? null

export type NewMailing = {
  letterId: string
  userId: string
  generation: number
  to: PostalAddress
  from: PostalAddress
  pdf: Uint8Array
  certified: boolean
  returnReceipt: boolean
  /** Why it is mailed again; null the first time. */
  reason: string | null
}

/**
 * Stores the intent to mail a letter, in the caller's transaction; it is processed once that commits. Returns
 * the job id, or null if this generation of the letter was requested before. `requestedAt` is the present, and not when a
 * call began that rendered letters first: other letters are compared with what had been requested when they were made.
 */
export const requestMailing = async (
  tx: Database,
  { keyring, provider, clock }: { keyring: Keyring; provider: string; clock: Clock },
  { letterId, userId, generation, to, from, pdf, certified, returnReceipt, reason }: NewMailing,
): Promise<string | null> => {
  const now = clock()
  const id = deriveMailJobId(letterId, generation)
  const frozen = await freezeRequest(
    tx,
    keyring,
    { id, userId, generation, certified, returnReceipt },
    { to, from, reason },
    pdf,
  )
  const written = await tx
    .insert(mailJobs)
    .values({
      id,
      letterId,
      generation,
      userId,
      certified,
      returnReceipt,
      provider,
      ...frozen,
      requestedAt: now,
      ...toMailJobColumns(createMailJob(now)),
    })
    .onConflictDoNothing()
    .returning({ id: mailJobs.id })
  return written.length === 0 ? null : id
}

/** Mailings of these letters that a user requested since then, except those that the provider refused. */
export const countLettersSince = async (
  db: Database,
  userId: string,
  letterIds: SQLWrapper,
  since: Date,
): Promise<number> => {
  const [row] = await db
    .select({ letters: count() })
    .from(mailJobs)
    .where(
      and(
        eq(mailJobs.userId, userId),
        inArray(mailJobs.letterId, letterIds),
        gt(mailJobs.requestedAt, since),
        ne(mailJobs.phase, 'rejected'),
      ),
    )
  return row?.letters ?? 0
}

/** The newest mailing of a letter. */
export type LatestMailing = {
  mailJobId: string
  generation: number
  certified: boolean
  returnReceipt: boolean
  requestedAt: Date
  phase: MailJobRow['phase']
  /** Over the daily cap: sent on a later day. */
  waitsForDay: boolean
  deliveryStatus: DeliveryStatus | null
  providerId: string | null
  trackingUrl: string | null
  expectedOn: string | null
  submittedAt: Date | null
  /** The provider's reason for a refusal. */
  refusalMessage: string | null
  events: readonly Pick<LetterEvent, 'event' | 'at'>[]
}

/** Letters that were never requested are left out. */
export const findLatestMailings = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LatestMailing>> => {
  if (letterIds.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([mailJobs.letterId], mailJobStateColumns)
    .from(mailJobs)
    .where(inArray(mailJobs.letterId, [...letterIds]))
    .orderBy(mailJobs.letterId, desc(mailJobs.generation))
  const providerIds = rows.flatMap(({ providerId }) => providerId ?? [])
  const events =
    providerIds.length === 0
      ? []
      : await db
          .select({ providerId: mailEvents.providerId, event: mailEvents.event, at: mailEvents.at })
          .from(mailEvents)
          .where(inArray(mailEvents.providerId, providerIds))
  return new Map(
    rows.map(row => [
      row.letterId,
      {
        mailJobId: row.id,
        generation: row.generation,
        certified: row.certified,
        returnReceipt: row.returnReceipt,
        requestedAt: row.requestedAt,
        phase: row.phase,
        waitsForDay: row.phase === 'requested' && row.problem === 'daily_cap',
        deliveryStatus: row.deliveryStatus,
        providerId: row.providerId,
        trackingUrl: row.trackingUrl,
        expectedOn: row.expectedOn,
        submittedAt: row.submittedAt,
        refusalMessage: row.refusalMessage,
        events: listShownEvents(
          events.filter(({ providerId }) => providerId === row.providerId && providerId !== null),
        ),
      },
    ]),
  )
}

/**
 * The letters that were mailed and that nobody can have received: every mailing of them came back or failed. With `at`, as
 * it was known at that instant.
 */
export const findUndelivered = async (
  db: Database,
  letterIds: readonly string[],
  at: Date | null = null,
): Promise<Set<string>> => {
  if (letterIds.length === 0) return new Set()
  const { letterId, phase, deliveryStatus, requestedAt, undeliveredAt, since } = mailJobs
  const all = await db
    .select({ letterId, phase, deliveryStatus, requestedAt, undeliveredAt, since })
    .from(mailJobs)
    .where(inArray(letterId, [...letterIds]))
  const rows = all.filter(row => at === null || row.requestedAt <= at)
  const undelivered = new Set(rows.map(row => row.letterId))
  for (const row of rows) {
    const hasFailed = letterStatuses[toLetterStatus(row)].display === 'failed'
    if (!hasFailed || (at !== null && (row.undeliveredAt ?? row.since) > at)) undelivered.delete(row.letterId)
  }
  return undelivered
}

/** Removes the PDF a month after it was sent; its hash stays as proof. */
export const cleanUpMailing: CleanupTask = async (db, now) => {
  await db
    .update(mailJobs)
    .set({ pdf: null })
    .where(
      and(
        eq(mailJobs.phase, 'submitted'),
        sql`${mailJobs.pdf} is not null`,
        sql`${mailJobs.submittedAt} < ${daysBefore(now, retention.letterCopies.usual).toISOString()}::timestamptz`,
      ),
    )
}

/** Whether a letter is on its way to the provider or to its recipient, or an operator must decide that. */
export const isMailingUnderWay: SQL = sql`(${or(
  inArray(mailJobs.phase, ['requested', 'ready', 'submitting', 'unknown', 'needs_operator']),
  and(eq(mailJobs.phase, 'submitted'), isNotNull(mailJobs.askAt)),
)})`

/** For mailings of deleted letters, keeps only the proof: unsent ones are deleted, the rest lose their personal data. */
export const releaseMailings = async (tx: Database, own: SQL): Promise<void> => {
  await tx
    .delete(mailJobs)
    .where(and(own, or(inArray(mailJobs.phase, ['requested', 'rejected']), isNull(mailJobs.firstAttemptAt))))
  await tx.update(mailJobs).set({ userId: null, content: null, pdf: null, movedAt: null }).where(own)
}

/** Users of letters whose delivery status changed since `takeMoved`, the newest change first. */
export const listMovedUsers = async (db: Database, most: number): Promise<string[]> => {
  const rows = await db
    .select({ userId: mailJobs.userId })
    .from(mailJobs)
    .where(isNotNull(mailJobs.movedAt))
    .orderBy(desc(mailJobs.movedAt))
    .limit(most)
  return [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
}

/** Marks the changes of a user's letters as processed, in the transaction that processes them and before it reads them. */
export const takeMoved = async (tx: Database, userId: string): Promise<void> => {
  await tx
    .update(mailJobs)
    .set({ movedAt: null })
    .where(and(eq(mailJobs.userId, userId), isNotNull(mailJobs.movedAt)))
}

/** Deletes the proof of mailings whose retention period since sending has ended. */
export const mailingDisposal: Disposal = {
  kind: 'mailings',
  dispose: async (tx, { before, most }) => {
    const old = tx
      .select({ id: mailJobs.id })
      .from(mailJobs)
      .where(
        and(
          isNull(mailJobs.userId),
          sql`not ${isMailingUnderWay}`,
          sql`coalesce(${mailJobs.submittedAt}, ${mailJobs.requestedAt}) < ${before.toISOString()}::timestamptz`,
        ),
      )
      .limit(most)
    const gone = await tx
      .delete(mailJobs)
      .where(inArray(mailJobs.id, old))
      .returning({ id: mailJobs.id, providerId: mailJobs.providerId })
    if (gone.length === 0) return 0
    const ids = gone.map(({ id }) => id)
    const providerIds = gone.flatMap(({ providerId }) => providerId ?? [])
    await tx
      .delete(mailEvents)
      .where(or(inArray(mailEvents.mailJobId, ids), inArray(mailEvents.providerId, providerIds)))
    return gone.length
  },
}
