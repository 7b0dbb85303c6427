import { type FailureReason, ProviderFailure } from '../failure.ts'
import { optedOutMessage, unconfirmedMessage } from './port.ts'

/**
 * Twilio's refusals in our words (twilio.com/docs/api/errors, each code by its number; shapes of twilio-oai 2.6.7).
 * A refusal is sure: nothing was sent. What is not answered, or with 408 or 5xx, may have been.
 */

/** How a call to Twilio went that did not do what was asked. */
export type TwilioFailure =
  | { kind: 'refused'; status: number; code: number | null }
  | { kind: 'unsent' }
  | { kind: 'lost' }

type Meaning = { words: string; retryable: boolean; reason: FailureReason; retryAfterSeconds?: number }

const provider = (words: string, retryable: boolean): Meaning => ({ words, retryable, reason: 'provider' })
const recipient = (words: string, retryable = false): Meaning => ({ words, retryable, reason: 'recipient' })

const landline = recipient('This looks like a landline, which cannot receive texts. Use a mobile number.')
const notTextable = recipient('This number cannot be texted. Check it, or use another mobile number.')
const notServed = recipient('We cannot text numbers in this region. Use another mobile number.')
const ours = provider('We cannot send texts at the moment. Contact support.', false)
const busy = provider('Many texts are going out right now. Try again in a minute.', true)
/** Verify refuses a sixth text or check of one number within the 10 minutes that its verification lives. */
const tooMany: Meaning = {
  words: 'Too many codes were asked for with this number. Try again in 10 minutes.',
  retryable: true,
  reason: 'quota',
  retryAfterSeconds: 600,
}

const meanings: Readonly<Record<number, Meaning>> = {
  20003: ours,
  20404: ours,
  20429: busy,
  21211: notTextable,
  21408: notServed,
  21610: recipient(optedOutMessage),
  21614: notTextable,
  21635: landline,
  30003: recipient('The phone is switched off or out of reach. Try again when it has a signal.', true),
  30005: recipient('The carrier does not know this number. Check it.'),
  30006: landline,
  // The carrier filtered the message for its content or sender, which the operator has to settle.
  30007: provider('The carrier blocked the text. Contact support.', false),
  30034: ours,
  60200: notTextable,
  60202: tooMany,
  60203: tooMany,
  60205: landline,
  60207: busy,
  60238: recipient('Texts to this number are blocked. Use another number, or contact support.'),
  60410: recipient(
    'Texts to numbers like this one are blocked for now. Use another number, or try again tomorrow.',
    true,
  ),
  60605: notServed,
}

const ofStatus = (status: number): Meaning => {
  if (status === 401 || status === 403) return ours
  if (status === 429) return busy
  return provider('The text could not be sent. Check the number, or contact support.', false)
}

/** Whether an answer with this status leaves open what was done. */
const leavesOpen = (status: number) => status === 408 || status >= 500

const lost = (code?: string) =>
  new ProviderFailure('sms', unconfirmedMessage, true, { outcomeUnknown: true, ...(code ? { code } : {}) })

/** Why a text or a code was not sent, as far as Twilio told. */
export const toSendFailure = (trouble: TwilioFailure): ProviderFailure => {
  if (trouble.kind === 'lost') return lost()
  if (trouble.kind === 'unsent')
    return new ProviderFailure('sms', 'Our text message service did not answer. Try again in a minute.', true)
  const code = `twilio_${trouble.code ?? trouble.status}`
  if (leavesOpen(trouble.status)) return lost(code)
  const { words, retryable, ...why } = meanings[trouble.code ?? 0] ?? ofStatus(trouble.status)
  return new ProviderFailure('sms', words, retryable, { code, ...why })
}

/** Refusals to check a code that say that it is no longer one: expired or approved before, tried too often. */
const codeIsOver: readonly (number | null)[] = [20404, 60202]

/** What a refused check says: false = not the code; else the failure to find out. */
export const toCheckFailure = (trouble: TwilioFailure): false | ProviderFailure => {
  if (trouble.kind === 'refused' && codeIsOver.includes(trouble.code)) return false
  const words = 'We could not check your code just now. Try it again in a minute.'
  const more = trouble.kind === 'refused' ? { code: `twilio_${trouble.code ?? trouble.status}` } : {}
  return new ProviderFailure('sms', words, true, more)
}
