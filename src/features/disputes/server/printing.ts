import { and, asc, eq } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import { pictureBytes } from '#features/documents/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Storage } from '#providers/storage/port.ts'
import type { Letter } from '../letters/letter.ts'
import { printable } from '../letters/printable.ts'
import { listed } from '../letters/words.ts'
import { type Enclosed, enclosuresOf } from './enclosures.ts'
import type { PrintedEnclosure } from './letter-pdf.ts'
import type { LetterPress } from './letter-press.ts'
import { letterIn, titleIn } from './sealed-rows.ts'
import { disputeLetters, disputes } from './tables.ts'

export type PrintDeps = { db: Database; vault: Vault; storage: Storage; log: Log; press: LetterPress }

/** Letters as they stand, with what their PDF needs. */
export type Printable = {
  disputeId: string
  title: string
  createdAt: Date
  /** When the person confirmed them; null while she has not, and nothing may be printed. */
  attestedAt: Date | null
  letters: readonly { id: string; letter: Letter; reworded: string | null }[]
  enclosed: readonly Enclosed[]
}

/** Letters of a person: all of a dispute or a single one. Refuses `not_found` when there is none that is theirs. */
export const lettersToPrint = async (
  db: Database,
  vault: Vault,
  userId: string,
  wanted: { disputeId: string } | { letterId: string },
): Promise<Printable> => {
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
  if (!first) throw new Refusal('not_found')
  const { id, createdAt, attestedAt } = first.dispute
  const box = await vault.boxFor(db, userId)
  return {
    disputeId: id,
    title: titleIn(box, first.dispute),
    createdAt,
    attestedAt,
    letters: rows.map(({ letter }) => ({ id: letter.id, ...letterIn(box, letter) })),
    enclosed: await enclosuresOf(db, box, [id]),
  }
}

/**
 * Prints letters with their enclosures, each letter's behind it. The same letters give the same bytes. Letters that
 * nobody but the person may vouch for are not printed before she did (`attestation_needed`): a printed letter can be
 * mailed. Refuses `unavailable` while the press or the storage fails.
 */
export const printedLetters = async (
  deps: PrintDeps,
  userId: string,
  { title, createdAt, attestedAt, letters, enclosed }: Printable,
): Promise<Uint8Array> => {
  if (attestedAt === null) throw new Refusal('attestation_needed')
  const enclosures: PrintedEnclosure[] = []
  for (const one of enclosed) {
    enclosures.push({ name: printable(one.name), picture: await pictureBytes(deps, userId, one) })
  }
  const to = listed(letters.map(({ letter }) => letter.bureau))
  return deps.press.print({
    title: `${title}, ${letters.length === 1 ? 'letter' : 'letters'} to ${to}`,
    createdAt,
    letters: letters.map(({ letter, reworded }) => ({ letter, reworded })),
    enclosures,
  })
}
