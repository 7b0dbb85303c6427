import type { ApiError } from '#web/api-error.ts'
import type { Dispute } from '../../dispute-contract.ts'
import { disputeCan } from '../../dispute-status.ts'

/** Whether the letters of a dispute can be handed to the mail. */

type Mailable = Pick<Dispute, 'letters' | 'awaitingAttestation'>

/**
 * Why Send Physical is off, in words; null when it is on. Specification section 4: off as soon as any letter has a
 * provider's id; a letter that is being handed over has none yet and is on its way all the same. `barred` is why somebody
 * who has the account open may not.
 */
export const sendDisabledReason = (
  { letters, awaitingAttestation }: Mailable,
  barred: string | null,
): string | null => {
  const asked = letters.some(({ mailState }) => mailState !== 'not_mailed')
  if (letters.some(({ mailState }) => mailState === 'untraceable')) return 'Perhaps mailed before'
  if (asked || !disputeCan.mail(letters)) return 'Already mailed'
  return awaitingAttestation ? 'Confirm the letters first' : barred
}

/** What to do about a refusal beyond what its own message says, by its code. */
const nextSteps: Readonly<Record<string, string>> = {
  address_undeliverable: 'You can change your address in Profile.',
  attestation_needed: 'The letters can be confirmed on the page of this dispute.',
  no_mailing_consent: 'The client can agree to it in Profile.',
  not_yet: 'Until then you can download the PDF and mail it yourself.',
  sandbox_letter: 'Letters that are mailed come from a report of your own.',
  conflict: 'Look at the letters again before you mail them.',
  rate_limited: 'Your dispute is saved.',
}

/**
 * What follows a mailing that failed. The server refuses (4xx) before anything is handed over; after any other failure the
 * letters may be on their way, and asking again mails none of them twice.
 */
export const mailFailureAdvice = ({ status, code }: Pick<ApiError, 'status' | 'code'>): string => {
  const isRefused = status >= 400 && status < 500
  if (!isRefused) return 'Press the button again in a few minutes: no letter is mailed twice.'
  return ['No letter was mailed.', nextSteps[code]].filter(Boolean).join(' ')
}
