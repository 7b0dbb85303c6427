import { AppError } from '#api/errors.ts'
import { requireUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { disputeCan } from '../account-rules.ts'
import { unmailed } from '../not-mailed.ts'
import { parseRewording } from '../rewording.ts'
import { fitsPageLimit } from './letter-layout.ts'
import { findLetterMailings } from './letter-mailing.ts'
import { findPrintableLetters } from './print-letters.ts'
import { saveRewording } from './saving.ts'
import { findDisputeId, lockDispute } from './store.ts'

/**
 * Changes the wording of a letter's middle until it is sent to the mail provider. Locks the dispute, as mailing does,
 * so that what is mailed is what was read. Returns the dispute's id. Refuses `not_found`, `already_mailed`,
 * `invalid_request` and `too_many_pages`.
 */
export const rewordLetter = async (
  tx: Database,
  vault: Keyring,
  userId: string,
  { letterId, body }: { letterId: string; body: string },
): Promise<string> => {
  const disputeId = await findDisputeId(tx, userId, letterId)
  await lockDispute(tx, userId, disputeId)
  const mailing = (await findLetterMailings(tx, [letterId])).get(letterId) ?? unmailed
  if (!disputeCan.edit(mailing)) throw new AppError('already_mailed')
  const { letters, enclosed } = await findPrintableLetters(tx, vault, userId, { letterId })
  const { profile } = await requireUser(tx, vault, userId)
  const box = await vault.cipherForUser(tx, userId)
  for (const { letter } of letters) {
    const reworded = parseRewording(letter, body, profile.ssnLastFour)
    if (!fitsPageLimit(letter, reworded, enclosed.length)) throw new AppError('too_many_pages')
    await saveRewording(tx, box, letterId, reworded)
  }
  return disputeId
}
