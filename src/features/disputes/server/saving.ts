import { and, eq, isNull } from 'drizzle-orm'
import type { DocumentImage } from '#features/documents/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Bureau } from '#values/bureau.ts'
import { listAsks } from '../deadlines/asks.ts'
import type { Dispute, FollowUp } from '../dispute-contract.ts'
import type { Letter } from '../letters/letter.ts'
import { saveEnclosures } from './enclosures.ts'
import { encryptItem, encryptLetter, encryptRewording, encryptTitle } from './sealed-rows.ts'
import type { StoredItem } from './stored-shapes.ts'
import { disputeItems, disputeLetters, disputes } from './tables.ts'

/**
 * The answered item that a dispute follows, the kind of follow-up, and whether the first dispute used a free annual
 * report.
 */
export type Follows = { disputeId: string; itemId: string; kind: FollowUp; freeAnnualReport: boolean }

export type NewDispute = {
  id: string
  type: Dispute['type']
  /** The report the letters were made from; null if they need none. */
  reportId: string | null
  title: string
  at: Date
  /**
   * The impersonation session in which a manager made it; the client then has to confirm it. Null if the user made
   * it.
   */
  openingId: string | null
  freeAnnualReport: boolean
  follows: Follows | null
  items: (StoredItem & { id: string; bureaus: Bureau[] })[]
  letters: { id: string; letter: Letter }[]
  enclosed: readonly DocumentImage[]
}

/** Saves a dispute with its items, letters and enclosures in the caller's transaction. */
export const saveDispute = async (
  tx: Database,
  vault: Keyring,
  userId: string,
  made: NewDispute,
): Promise<void> => {
  const box = await vault.cipherForUser(tx, userId)
  const { id: disputeId, type, reportId, openingId, follows, at } = made
  await tx.insert(disputes).values({
    id: disputeId,
    userId,
    type,
    reportId,
    title: encryptTitle(box, disputeId, made.title),
    attestedAt: openingId === null ? at : null,
    openingId,
    freeAnnualReport: made.freeAnnualReport,
    followsId: follows?.disputeId ?? null,
    followsItemId: follows?.itemId ?? null,
    followsKind: follows?.kind ?? null,
    createdAt: at,
  })
  await tx.insert(disputeItems).values(
    made.items.map(({ id, bureaus, ...item }) => ({
      id,
      disputeId,
      bureaus,
      content: encryptItem(box, id, item satisfies StoredItem),
    })),
  )
  const asking = { type, followUp: follows?.kind ?? null, items: made.items, enclosed: made.enclosed }
  await tx.insert(disputeLetters).values(
    made.letters.map(({ id, letter }) => ({
      id,
      disputeId,
      bureau: letter.bureau,
      content: encryptLetter(box, id, letter, listAsks(asking, letter.bureau)),
    })),
  )
  await saveEnclosures(tx, box, disputeId, made.enclosed)
}

/** Saves the user's wording of a letter's middle; null restores the original. */
export const saveRewording = async (
  tx: Database,
  box: Cipher,
  letterId: string,
  middle: string | null,
): Promise<void> => {
  const reworded = middle === null ? null : encryptRewording(box, letterId, middle)
  await tx.update(disputeLetters).set({ reworded }).where(eq(disputeLetters.id, letterId))
}

/** Marks a dispute as confirmed; false if it was confirmed before. */
export const attestDispute = async (
  tx: Database,
  userId: string,
  disputeId: string,
  now: Date,
): Promise<boolean> => {
  const confirmed = await tx
    .update(disputes)
    .set({ attestedAt: now })
    .where(and(eq(disputes.userId, userId), eq(disputes.id, disputeId), isNull(disputes.attestedAt)))
    .returning({ id: disputes.id })
  return confirmed.length > 0
}
