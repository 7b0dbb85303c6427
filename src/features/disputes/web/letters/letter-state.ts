import { type LetterStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { ApiError } from '#web/api-error.ts'
import type { Dispute, Letter } from '../../dispute-contract.ts'
import { disputeCan, mailingStoppedMessage } from '../../dispute-status.ts'

export type LetterState = (typeof letterStatuses)[LetterStatus]['display']

type Mailed = Pick<Letter, 'mailState' | 'lobErrorMessage'>

/** An error message means failed, whatever else is known. */
export const letterState = ({ mailState, lobErrorMessage }: Mailed): LetterState =>
  lobErrorMessage ? 'failed' : letterStatuses[mailState].display

/** How many letters still wait for somebody to mail them. */
export const countUnmailed = (letters: readonly Mailed[]): number =>
  letters.filter(letter => letterState(letter) === 'not_mailed').length

/** What comes next for a letter; where nothing is mailed any more, one that was requested does not go out by itself. */
export const nextStepOf = (
  { mailState, next }: Pick<Letter, 'mailState' | 'next'>,
  mailingOffered: boolean,
): Letter['next'] => (mailState === 'requested' && !mailingOffered ? mailingStoppedMessage : next)

/** The words of a letter's state. */
export const letterStateLabels: Record<LetterState, string> = {
  not_mailed: 'Not mailed',
  pending: 'Pending',
  in_transit: 'In transit',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Why letters that staff made cannot be downloaded before the person confirmed them. */
export const confirmFirstMessage = 'The letters can be downloaded and mailed after they are confirmed.'

/** The address of a parcel page worth a link: a web address or a page of this product, else null. */
export const trackingLink = (letter: Pick<Letter, 'lobTrackingUrl'>): string | null =>
  letter.lobTrackingUrl !== null && /^(https:\/\/|\/[^/\\])/.test(letter.lobTrackingUrl)
    ? letter.lobTrackingUrl
    : null

/** Whether letters carry a mark, as those of a person whose report is invented do: they are for reading, never for the mail. */
export const isSandboxMail = (letters: readonly Pick<Letter, 'mark'>[]): boolean =>
  letters.some(({ mark }) => mark !== null)

type Words = Pick<Letter, 'body' | 'editable'>

/** A letter's text before and after the part that may be worded otherwise. */
export const splitLetter = ({ body, editable }: Words): { head: string; foot: string } => {
  const at = body.indexOf(editable)
  return at === -1
    ? { head: '', foot: '' }
    : { head: body.slice(0, at).trimEnd(), foot: body.slice(at + editable.length).trimStart() }
}

/** The whole letter with another middle, as the server takes it. */
export const replaceMiddle = ({ body, editable }: Words, middle: string): string => {
  const at = body.indexOf(editable)
  return at === -1 ? middle : body.slice(0, at) + middle.trim() + body.slice(at + editable.length)
}

/** Whether the letters of a dispute can be handed to the mail. */

type Mailable = Pick<Dispute, 'letters' | 'awaitingAttestation'>

/**
 * Why Send Physical is off, as text; null when it is on. It is off once any letter has a provider id, or is being handed over and has none
 * yet. `barred` is why staff who opened the account may not.
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

/** Why the operator's limit does not allow this many letters; null if it does. `left` is null without a limit. */
export const tooFewLettersLeft = (letters: number, left: number | null): string | null => {
  if (left === null || letters <= left) return null
  const limit =
    left === 0
      ? 'You have used up the letters that can be mailed in 30 days.'
      : `Only ${left} more ${left === 1 ? 'letter' : 'letters'} can be mailed in these 30 days.`
  return `${limit} You can download the PDF and mail it yourself.`
}

/** What to do about a refusal beyond what its own message says, by its code. */
const adviceByCode: Readonly<Record<string, string>> = {
  address_undeliverable: 'You can change your address in Profile.',
  attestation_needed: 'The letters can be confirmed on the page of this dispute.',
  account_cooldown: 'Until then you can download the PDF and mail it yourself.',
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
  return ['No letter was mailed.', adviceByCode[code]].filter(Boolean).join(' ')
}

/** How often an open page looks where letters are: soon after they were mailed, and more rarely after some minutes. */
const LOOK_MS = 4_000
const LATER_MS = 20_000
const OFTEN_MS = 2 * 60_000
const MOST_MS = 15 * 60_000

type PolledDispute = { letters: readonly Pick<Letter, 'mailState' | 'next'>[] }

/** Whether a letter waits to be taken by the mail provider or to be printed, and nothing says that this takes long. */
const isPending = ({ letters }: PolledDispute): boolean =>
  letters.some(
    ({ mailState, next }) => mailState === 'submitted' || (mailState === 'requested' && next === null),
  )

/**
 * For `refetchInterval`: milliseconds until an open page looks again where the letters of some disputes are, or false once
 * none is pending or a quarter of an hour has gone by, since a page that looks for ever would keep an idle session alive.
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
    if (waited >= MOST_MS) return false
    return waited < OFTEN_MS ? LOOK_MS : LATER_MS
  }
}
