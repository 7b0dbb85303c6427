import type { FieldErrors } from '#api/errors.ts'
import { type LetterStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { Dispute, Item, Letter } from './dispute-contract.ts'
import type { OutcomeReport } from './dispute-requests.ts'
import { respondents } from './recipients.ts'

/** Texts about letters that were not delivered, with what to do. */

// Remailing may be left to staff, or not be offered; the button next to it shows that.
const again = 'It has to be mailed again. You can always download the PDF and mail it yourself.'

const failures: Partial<Record<LetterStatus, string>> = {
  returned: `The post office brought this letter back. Check that your address is right and complete. ${again}`,
  failed: `The mail provider could not print or send this letter. ${again}`,
  rejected: `The mail provider did not take this letter. ${again}`,
}

/** Why a letter was not delivered, as a message with what to do; null if nothing went wrong. */
export const mailFailureMessage = (state: LetterStatus, providerSays: string | null): string | null => {
  const words = failures[state] ?? null
  return words === null || providerSays === null ? words : `${providerSays} ${again}`
}

/**
 * A repeated dispute that adds nothing may be rejected as frivolous (15 U.S.C. 1681i(a)(3)(A)); 45 days are the longest.
 */
export const unknownOutcomeMessage = {
  title: 'Nobody can tell us whether this letter was mailed',
  text: 'The mail service account that we used is gone. If you never had this letter mailed, mail it now. If you did, it is probably on its way: wait seven weeks for the answer, because a bureau may turn down a second letter that says the same. If none comes, mail it again.',
} as const

/** For a letter that was requested before the operator switched mailing off. */
export const mailingStoppedMessage = {
  title: 'Letters are not mailed from here any more',
  text: 'You asked for this letter before. Ask support whether it still goes out before you mail it yourself, so that it does not go out twice.',
} as const

/**
 * The next step for a letter whose newest mailing did not go as usual; null otherwise. `waitsForDay`: more letters were
 * requested than are mailed in a day. `neverReceived`: every mailing came back or failed.
 */
export const nextMailStep = (
  state: LetterStatus,
  providerSays: string | null,
  { waitsForDay, neverReceived }: { waitsForDay: boolean; neverReceived: boolean },
): { title: string; text: string } | null => {
  if (waitsForDay)
    return {
      title: 'This letter goes out on a later day',
      text: 'More letters were sent today than we mail in one day. This one goes out by itself, as a rule tomorrow. You need to do nothing.',
    }
  const text = mailFailureMessage(state, providerSays)
  if (text !== null)
    return neverReceived
      ? { title: 'This letter did not arrive', text }
      : {
          title: 'The last mailing of this letter did not arrive',
          text: 'An earlier mailing may have arrived. Mail the letter again only if no answer comes: a bureau may turn down a second letter that says the same.',
        }
  if (state === 'untraceable') return unknownOutcomeMessage
  if (state !== 'held') return null
  return {
    title: 'We are looking into this letter',
    text: 'We could not tell whether the mail provider has this letter. So that it is not mailed twice, our team clears that up first. You need to do nothing.',
  }
}

/** A letter's mailing as shown. */
export type LetterMailing = Pick<
  Letter,
  | 'lobStatus'
  | 'lobErrorMessage'
  | 'lobLetterId'
  | 'lobTrackingUrl'
  | 'lobSentAt'
  | 'lobExpectedDeliveryDate'
  | 'mailState'
  | 'neverReceived'
  | 'events'
  | 'deadlines'
  | 'next'
>

/** A letter that was not mailed. */
export const unmailed: LetterMailing = {
  lobStatus: null,
  lobErrorMessage: null,
  lobLetterId: null,
  lobTrackingUrl: null,
  lobSentAt: null,
  lobExpectedDeliveryDate: null,
  mailState: 'not_mailed',
  neverReceived: false,
  events: [],
  deadlines: [],
  next: null,
}

/**
 * The problems of a recorded answer on an item, as messages by the body's paths; empty without problems. Days are
 * `YYYY-MM-DD`: an answer cannot be before the request or in the future.
 */
export const outcomeProblems = (
  item: Pick<Item, 'bureaus'>,
  { bureau, on }: Pick<OutcomeReport, 'bureau' | 'on'>,
  { createdOn, today }: { createdOn: string; today: string },
): FieldErrors => ({
  ...(respondents(item.bureaus).includes(bureau)
    ? {}
    : { bureau: `This item was not disputed at ${bureau ?? 'a company'}` }),
  ...(on > today ? { on: 'This day is in the future' } : {}),
  ...(on < createdOn ? { on: 'This day is before the dispute was made' } : {}),
})

/** The parts of a dispute that determine its status. */
type StatusFacts = {
  items: readonly Pick<Dispute['items'][number], 'bureaus' | 'answers'>[]
  letters: readonly Pick<Letter, 'lobLetterId'>[]
}

/**
 * A dispute's status: NEW until every letter has a provider's id, then SENT; CLOSED when every item has an answer of
 * everyone it was disputed with.
 */
export const disputeStatus = ({ items, letters }: StatusFacts): Dispute['status'] => {
  const isAnswered = ({ bureaus, answers }: StatusFacts['items'][number]) =>
    respondents(bureaus).every(one => answers.some(({ bureau }) => bureau === one))
  if (items.length > 0 && items.every(isAnswered)) return 'CLOSED'
  return letters.every(letter => letter.lobLetterId !== null) ? 'SENT' : 'NEW'
}

type Mailed = Pick<Letter, 'mailState'>

/** Which actions a screen offers for letters; the server decides again. */
export const disputeActions = {
  /** Mail all letters: only while none was sent to the mail provider. */
  mail: (letters: readonly Mailed[]): boolean =>
    letters.length > 0 && letters.every(letter => letter.mailState === 'not_mailed'),
  /** Remail a letter, for a reason: after failure or return, or if it cannot be traced. */
  mailAgain: ({ mailState }: Mailed): boolean => letterStatuses[mailState].canMailAgain,
} as const
