import type { Dispute } from '../../dispute-contract.ts'
import { disputeCan } from '../../rules.ts'

/** Whether the letters of a dispute can be handed to the mail. */

type Mailable = Pick<Dispute, 'letters' | 'awaitingAttestation'>

/**
 * Why Send Physical is off, in words; null when it is on. Specification section 4: off as soon as any letter has a
 * provider's id; a letter that is being handed over has none yet and is on its way all the same. `barred` is why somebody
 * who has the account open may not.
 */
export const sendBarredBy = (
  { letters, awaitingAttestation }: Mailable,
  barred: string | null,
): string | null => {
  const asked = letters.some(({ mailState }) => mailState !== 'not_mailed')
  if (letters.some(({ mailState }) => mailState === 'untraceable')) return 'Perhaps mailed before'
  if (asked || !disputeCan.mail(letters)) return 'Already mailed'
  return awaitingAttestation ? 'Confirm the letters first' : barred
}
