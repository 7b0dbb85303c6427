import { Refusal } from '#api/errors.ts'
import { signedInPerson } from '#features/identity/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import { notMailed } from '../not-mailed.ts'
import { rewordedAs } from '../rewording.ts'
import { disputeCan } from '../rules.ts'
import { fitsTheMail } from './letter-layout.ts'
import { mailingsOf } from './letter-mailing.ts'
import { lettersToPrint } from './printing.ts'
import { saveRewording } from './saving.ts'
import { disputeIdOf, holdDispute } from './store.ts'

/**
 * Words the middle of a letter otherwise, until it is handed to the mail; the last word counts. Holds the dispute, as
 * whoever mails it does, so that what is mailed is what was read. Gives the dispute's id. Refuses `not_found`,
 * `already_mailed`, `invalid_request` and `too_many_pages`.
 */
export const rewordLetter = async (
  tx: Database,
  vault: Vault,
  userId: string,
  { letterId, body }: { letterId: string; body: string },
): Promise<string> => {
  const disputeId = await disputeIdOf(tx, userId, letterId)
  await holdDispute(tx, userId, disputeId)
  const mailing = (await mailingsOf(tx, [letterId])).get(letterId) ?? notMailed
  if (!disputeCan.edit(mailing)) throw new Refusal('already_mailed')
  const { letters, enclosed } = await lettersToPrint(tx, vault, userId, { letterId })
  const { profile } = await signedInPerson(tx, vault, userId)
  const box = await vault.boxFor(tx, userId)
  for (const { letter } of letters) {
    const reworded = rewordedAs(letter, body, profile.ssnLastFour)
    if (!fitsTheMail(letter, reworded, enclosed.length)) throw new Refusal('too_many_pages')
    await saveRewording(tx, box, letterId, reworded)
  }
  return disputeId
}
