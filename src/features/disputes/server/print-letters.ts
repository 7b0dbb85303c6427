import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { readDocumentImage } from '#features/documents/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import type { Letter } from '../letters/letter.ts'
import { toPrintable } from '../letters/printable.ts'
import { joinWithAnd } from '../letters/words.ts'
import type { PrintedEnclosure } from './letter-pdf.ts'
import type { PdfRenderer } from './pdf-renderer.ts'
import { type DisputeEnclosure, listEnclosures } from './store.ts'
import { decryptLetter, decryptTitle } from './stored-shapes.ts'
import { disputeLetters, disputes } from './tables.ts'

export type PrintDeps = { db: Database; keyring: Keyring; storage: Storage; log: Log; press: PdfRenderer }

export type PrintableLetters = {
  disputeId: string
  title: string
  createdAt: Date
  /** Null until the user confirms the letters; until then nothing may be printed. */
  attestedAt: Date | null
  letters: readonly { id: string; letter: Letter; reworded: string | null }[]
  enclosed: readonly DisputeEnclosure[]
}

/** The letters of a dispute, or a single letter. Refuses `not_found`. */
export const findPrintableLetters = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  wanted: { disputeId: string } | { letterId: string },
): Promise<PrintableLetters> => {
  const rows = await db
    .select({ dispute: disputes, letter: disputeLetters })
    .from(disputeLetters)
    .innerJoin(disputes, eq(disputes.id, disputeLetters.disputeId))
    .where(
      and(
        eq(disputes.userId, userId),
        'letterId' in wanted ? eq(disputeLetters.id, wanted.letterId) : eq(disputes.id, wanted.disputeId),
      ),
    )
    .orderBy(asc(disputeLetters.id))
  const [first] = rows
  if (!first) throw new AppError('not_found')
  const { id, createdAt, attestedAt } = first.dispute
  const cipher = await keyring.cipherForUser(db, userId)
  return {
    disputeId: id,
    title: decryptTitle(cipher, first.dispute),
    createdAt,
    attestedAt,
    letters: rows.map(({ letter }) => ({ id: letter.id, ...decryptLetter(cipher, letter) })),
    enclosed: await listEnclosures(db, cipher, [id]),
  }
}

/**
 * Renders letters, each followed by its enclosures, as PDF. Refuses `attestation_needed` for letters that the user
 * has not confirmed, because a printed letter can be mailed, and `unavailable` while rendering or storage fails.
 */
export const renderLetters = async (
  deps: PrintDeps,
  userId: string,
  { title, createdAt, attestedAt, letters, enclosed }: PrintableLetters,
): Promise<Uint8Array> => {
  if (attestedAt === null) throw new AppError('attestation_needed')
  const enclosures: PrintedEnclosure[] = []
  for (const one of enclosed) {
    enclosures.push({ name: toPrintable(one.name), picture: await readDocumentImage(deps, userId, one) })
  }
  const to = joinWithAnd(letters.map(({ letter }) => letter.bureau))
  return deps.press.render({
    title: `${title}, ${letters.length === 1 ? 'letter' : 'letters'} to ${to}`,
    createdAt,
    letters: letters.map(({ letter, reworded }) => ({ letter, reworded })),
    enclosures,
  })
}
