import { type LetterStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { ApiError } from '#web/api-error.ts'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { disputeActions, mailingStoppedMessage } from '../../dispute-status.ts'

export type LetterState = (typeof letterStatuses)[LetterStatus]['display']

type Mailed = Pick<Letter, 'mailState' | 'lobErrorMessage'>

/** An error message means failed, regardless of the mail state. */
export const letterState = ({ mailState, lobErrorMessage }: Mailed): LetterState =>
  lobErrorMessage ? 'failed' : letterStatuses[mailState].display

/** How many letters have not been mailed. */
export const countUnmailed = (letters: readonly Mailed[]): number =>
  letters.filter(letter => letterState(letter) === 'not_mailed').length

/** The next step of a letter; if nothing is mailed here any more, a requested letter will not be sent automatically. */
export const nextStepOf = (
  { mailState, next }: Pick<Letter, 'mailState' | 'next'>,
  mailingOffered: boolean,
): Letter['next'] => (mailState === 'requested' && !mailingOffered ? mailingStoppedMessage : next)

/** The labels of a letter's state. */
export const letterStateLabels: Record<LetterState, string> = {
  not_mailed: 'Not mailed',
  pending: 'Pending',
  in_transit: 'In transit',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Why letters prepared by staff cannot be downloaded before the user confirmed them. */
export const confirmFirstMessage = 'The letters can be downloaded and mailed after they are confirmed.'

/** The address of a tracking page if it can be linked: a web address or a page of this product; otherwise null. */
export const trackingLink = (letter: Pick<Letter, 'lobTrackingUrl'>): string | null =>
  letter.lobTrackingUrl !== null && /^(https:\/\/|\/[^/\\])/.test(letter.lobTrackingUrl)
    ? letter.lobTrackingUrl
    : null

/** Whether letters have a mark, as for users whose report is invented: they are for reading and must not be mailed. */
export const isSandboxMail = (letters: readonly Pick<Letter, 'mark'>[]): boolean =>
  letters.some(({ mark }) => mark !== null)

type Words = Pick<Letter, 'body' | 'editable'>

/** A letter's text before and after the part that may be reworded. */
export const splitLetter = ({ body, editable }: Words): { head: string; foot: string } => {
  const at = body.indexOf(editable)
  return at === -1
    ? { head: '', foot: '' }
    : { head: body.slice(0, at).trimEnd(), foot: body.slice(at + editable.length).trimStart() }
}

/** The whole letter with another middle, as the server expects it. */
export const replaceMiddle = ({ body, editable }: Words, middle: string): string => {
  const at = body.indexOf(editable)
  return at === -1 ? middle : body.slice(0, at) + middle.trim() + body.slice(at + editable.length)
}

/** Whether the letters of a dispute can be sent to the mail provider. */

type Mailable = Pick<Dispute, 'letters' | 'awaitingAttestation'>

/**
 * Why Send Physical is disabled, as text; null if it is enabled. It is disabled once any letter has a provider id, or is
 * being sent and has none yet. `barred` is why impersonating staff may not.
 */
export const sendDisabledReason = (
  { letters, awaitingAttestation }: Mailable,
  barred: string | null,
): string | null => {
  const asked = letters.some(({ mailState }) => mailState !== 'not_mailed')
  if (letters.some(({ mailState }) => mailState === 'untraceable')) return 'Perhaps mailed before'
  if (asked || !disputeActions.mail(letters)) return 'Already mailed'
  return awaitingAttestation ? 'Confirm the letters first' : barred
}

/** Why the operator's limit does not allow this many letters; null if it does. `left` is null without a limit. */
export const tooFewLettersLeft = (letters: number, left: number | null): string | null => {
  if (left === null || letters <= left) return null
  const limit =
    left === 0
      ? 'You have used up the letters that can be mailed in 30 days.'
      : `Only ${left} more ${left === 1 ? 'letter' : 'letters'} can be mailed in these 30 days.`
  return `${limit} You can download the PDF and mail it yourself.`
}

/** What to do about an error, in addition to its own message, by its code. */
const adviceByCode: Readonly<Record<string, string>> = {
  address_undeliverable: 'You can change your address in Profile.',
  attestation_needed: 'The letters can be confirmed on the page of this dispute.',
  account_cooldown: 'Until then you can download the PDF and mail it yourself.',
  sandbox_letter: 'Letters that are mailed come from a report of your own.',
  conflict: 'Look at the letters again before you mail them.',
  rate_limited: 'Your dispute is saved.',
}

/**
 * What to do after mailing failed. The server refuses (4xx) before anything is sent; after any other failure the letters
 * may be on their way, and repeating the request mails none of them twice.
 */
export const mailFailureAdvice = ({ status, code }: Pick<ApiError, 'status' | 'code'>): string => {
  const isRefused = status >= 400 && status < 500
  if (!isRefused) return 'Press the button again in a few minutes: no letter is mailed twice.'
  return ['No letter was mailed.', adviceByCode[code]].filter(Boolean).join(' ')
}

/** How often an open page polls the state of letters: frequently at first, and less often after some minutes. */
const LOOK_MS = 4_000
const LATER_MS = 20_000
const OFTEN_MS = 2 * 60_000
const MAX_MS = 15 * 60_000

type PolledDispute = { letters: readonly Pick<Letter, 'mailState' | 'next'>[] }

/**
 * Whether a letter waits to be rendered or to be accepted by the mail provider, and nothing indicates that this takes
 * long.
 */
const isPending = ({ letters }: PolledDispute): boolean =>
  letters.some(
    ({ mailState, next }) => mailState === 'submitted' || (mailState === 'requested' && next === null),
  )

/**
 * For `refetchInterval`: milliseconds until an open page polls the state of letters again, or false once none is pending
 * or after a quarter of an hour, because polling indefinitely would keep an idle session alive.
 */
export const pollWhileMailing = (now: () => number = Date.now) => {
  let since: number | null = null
  return (disputes: readonly PolledDispute[]): number | false => {
    if (!disputes.some(isPending)) {
      since = null
      return false
    }
    since ??= now()
    const waited = now() - since
    if (waited >= MAX_MS) return false
    return waited < OFTEN_MS ? LOOK_MS : LATER_MS
  }
}
