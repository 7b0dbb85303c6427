import { and, asc, desc, eq, gte, inArray, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { retention } from '#api/retention.ts'
import { Address } from '#features/mailing/contract.ts'
import type { Cipher } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask } from '#platform/jobs/disposal.ts'
import type { LetterEventType, LetterRequest } from '#providers/letters/port.ts'
import { daysBefore } from '#values/dates.ts'
import { sandboxLetterEvents, sandboxLetters } from './tables.ts'

/** Storage of the sandbox post office. */

const Envelope = z.object({
  to: Address,
  from: Address,
  generation: z.number(),
  env: z.string(),
  certified: z.boolean(),
  returnReceipt: z.boolean().default(false),
  trackingNumber: z.string().nullable(),
  expectedDelivery: z.string(),
})
type Envelope = z.output<typeof Envelope>

type LetterEventRow = typeof sandboxLetterEvents.$inferSelect

export type SandboxLetterRecord = Pick<
  typeof sandboxLetters.$inferSelect,
  'providerId' | 'mailJobId' | 'letterId' | 'byHand' | 'createdAt'
> &
  Envelope & { events: LetterEventRow[] }

const contentPlace = (row: string) => ({ table: 'sandbox_letters', column: 'content', row })
const pdfPlace = (row: string) => ({ table: 'sandbox_letters', column: 'pdf', row })

/** The id is derived, so that saving the event again changes nothing. */
export const createLetterEvent = (providerId: string, event: LetterEventType, at: Date): LetterEventRow => ({
  id: `${providerId}:${event}:${at.toISOString()}`,
  providerId,
  event,
  at,
})

/** False if a letter was saved under the same key before. */
export const saveLetter = async (
  tx: Database,
  cipher: Cipher,
  letter: { providerId: string; key: string; request: LetterRequest; envelope: Envelope; now: Date },
): Promise<boolean> => {
  const { providerId, key, request, envelope, now } = letter
  const kept = await tx
    .insert(sandboxLetters)
    .values({
      providerId,
      key,
      mailJobId: request.mailJobId,
      letterId: request.ours.letterId,
      userId: request.ours.userId,
      content: cipher.encrypt(contentPlace(providerId), JSON.stringify(envelope)),
      pdf: cipher.encrypt(pdfPlace(providerId), request.pdf),
      byHand: false,
      createdAt: now,
    })
    .onConflictDoNothing({ target: sandboxLetters.key })
    .returning({ providerId: sandboxLetters.providerId })
  if (kept.length === 0) return false
  await addEvents(tx, [createLetterEvent(providerId, 'created', now)])
  return true
}

/** Idempotent. */
export const addEvents = async (tx: Database, events: readonly LetterEventRow[]): Promise<void> => {
  if (events.length === 0) return
  await tx
    .insert(sandboxLetterEvents)
    .values([...events])
    .onConflictDoNothing()
}

type Row = Omit<typeof sandboxLetters.$inferSelect, 'pdf' | 'key' | 'userId'>

const columns = {
  providerId: sandboxLetters.providerId,
  mailJobId: sandboxLetters.mailJobId,
  letterId: sandboxLetters.letterId,
  content: sandboxLetters.content,
  byHand: sandboxLetters.byHand,
  createdAt: sandboxLetters.createdAt,
}

const opened = async (db: Database, cipher: Cipher, rows: readonly Row[]): Promise<SandboxLetterRecord[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ providerId }) => providerId)
  const events = await db
    .select()
    .from(sandboxLetterEvents)
    .where(inArray(sandboxLetterEvents.providerId, ids))
    .orderBy(asc(sandboxLetterEvents.at), asc(sandboxLetterEvents.id))
  return rows.map(({ content, ...row }) => ({
    ...row,
    ...Envelope.parse(JSON.parse(cipher.decrypt(contentPlace(row.providerId), content))),
    events: events.filter(({ providerId }) => providerId === row.providerId),
  }))
}

/** Oldest first. */
export const listLettersSince = async (
  db: Database,
  cipher: Cipher,
  { mailJobId, since, until }: { mailJobId: string | null; since: Date; until: Date | null },
): Promise<SandboxLetterRecord[]> => {
  const rows = await db
    .select(columns)
    .from(sandboxLetters)
    .where(
      and(
        gte(sandboxLetters.createdAt, since),
        until === null ? undefined : lt(sandboxLetters.createdAt, until),
        mailJobId === null ? undefined : eq(sandboxLetters.mailJobId, mailJobId),
      ),
    )
    .orderBy(asc(sandboxLetters.createdAt), asc(sandboxLetters.providerId))
  return opened(db, cipher, rows)
}

/** Newest first. */
export const listNewestLetters = async (
  db: Database,
  cipher: Cipher,
  count: number,
): Promise<SandboxLetterRecord[]> => {
  const rows = await db
    .select(columns)
    .from(sandboxLetters)
    .orderBy(desc(sandboxLetters.createdAt), desc(sandboxLetters.providerId))
    .limit(count)
  return opened(db, cipher, rows)
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success

/** By the provider's id, or the newest mailing of one of our letters; null if there is none. */
export const findLetter = async (
  db: Database,
  cipher: Cipher,
  id: string,
): Promise<SandboxLetterRecord | null> => {
  const rows = await db
    .select(columns)
    .from(sandboxLetters)
    .where(
      or(
        eq(sandboxLetters.providerId, id),
        isUuid(id) ? or(eq(sandboxLetters.letterId, id), eq(sandboxLetters.mailJobId, id)) : undefined,
      ),
    )
    .orderBy(desc(sandboxLetters.createdAt))
    .limit(1)
  const [letter] = await opened(db, cipher, rows)
  return letter ?? null
}

export const findLetterByKey = async (
  db: Database,
  cipher: Cipher,
  key: string,
): Promise<SandboxLetterRecord | null> => {
  const rows = await db.select(columns).from(sandboxLetters).where(eq(sandboxLetters.key, key))
  const [letter] = await opened(db, cipher, rows)
  return letter ?? null
}

export const readLetterPdf = async (
  db: Database,
  cipher: Cipher,
  providerId: string,
): Promise<Buffer | null> => {
  const [row] = await db
    .select({ pdf: sandboxLetters.pdf })
    .from(sandboxLetters)
    .where(eq(sandboxLetters.providerId, providerId))
  return row ? cipher.decryptBytes(pdfPlace(providerId), row.pdf) : null
}

/** From now on the letter is moved only manually. */
export const markMovedByHand = async (tx: Database, providerId: string): Promise<void> => {
  await tx.update(sandboxLetters).set({ byHand: true }).where(eq(sandboxLetters.providerId, providerId))
}

/** Deletes letters after one year. */
export const cleanUpSandboxLetters: CleanupTask = async (db, now) => {
  await db
    .delete(sandboxLetters)
    .where(lt(sandboxLetters.createdAt, daysBefore(now, retention.sandboxLetters.usual)))
}
