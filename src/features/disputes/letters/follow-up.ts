import { isBefore } from '#features/findings/partial-dates.ts'
import { findPartDate } from '#features/reports/parts.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { FollowUp, Outcome } from '../dispute-requests.ts'
import { disputeAddresses } from '../envelope.ts'
import { bureauRecipient, concerns } from '../recipients.ts'
import { type ItemIdentity, isSameAt } from '../shown-items.ts'
import { composeLetter, type Letter, type LetterContext, type LetterItem } from './letter.ts'
import { longDate } from './words.ts'

/** The texts of letters that follow up a bureau's answer, and the request for how an item was verified. */

/** A bureau's answer on one item; `on` is its day, `YYYY-MM-DD`. */
export type BureauAnswer = { bureau: Bureau; outcome: Outcome; on: string }

/** What a letter follows up: an item that was disputed before, the days of its letters, and the bureaus' answers. */
export type FollowedDispute = {
  kind: FollowUp
  /** The day, `YYYY-MM-DD`, of the earlier letter to each bureau. */
  writtenOn: Partial<Record<Bureau, string>>
  answers: readonly BureauAnswer[]
  /** Whether the user adds something no bureau had before: their own words, or a document other than identification. */
  adds: boolean
  /** Whether the user encloses identification that the earlier letters did not. */
  identifies: boolean
  /** Whether the item was disputed after a free annual report, which gives the bureau another time. */
  freeAnnualReport: boolean
}

/** How a letter to a bureau restates that bureau's own answer. */
const answerSentences: Readonly<Record<Outcome, (on: string, followed: FollowedDispute) => string[]>> = {
  verified: (on, { adds }) => [
    `You answered on ${on} that it was verified.`,
    `Please look into it again${adds ? ' with what I add here' : ''}.`,
  ],
  // Recorded too if the bureau asked for more, such as identification; what it asked for is not known.
  frivolous: (on, { adds, identifies }) => [
    `You answered on ${on} without reinvestigating it.`,
    ...(adds || identifies ? ['This letter adds to what I sent before.'] : []),
  ],
  no_answer: (on, { freeAnnualReport }) => [
    `By ${on} I had received no result.`,
    freeAnnualReport
      ? 'Section 612(a)(3) of the Act, 15 U.S.C. 1681j(a)(3), gives 45 days for a reinvestigation after a free annual report.'
      : 'Section 611(a)(1) of the Act, 15 U.S.C. 1681i(a)(1), gives 30 days for a reinvestigation, and at most 15 more.',
    'Please send me the result of that reinvestigation.',
  ],
  corrected: on => [`You answered on ${on} that you corrected it.`, 'It is still not right.'],
  deleted: on => [
    `You answered on ${on} that you deleted it. It is in my file again.`,
    'Section 611(a)(5)(B) of the Act, 15 U.S.C. 1681i(a)(5)(B), lets deleted information return only when it is certified as complete and accurate, and with written notice to me within five business days.',
    'Please tell me who certified it, and when.',
  ],
}

/** How a letter that cites other bureaus restates its recipient's own answer; one that never came is left out. */
const restatedAnswer = ({ outcome, on }: BureauAnswer): string[] => {
  if (outcome === 'verified') return [`You answered on ${longDate(on)} that it was verified.`]
  return outcome === 'frivolous' ? [`You answered on ${longDate(on)} without reinvestigating it.`] : []
}

/** The sentences about earlier answers on an item; none in a first dispute. `noun` is the kind of item. */
export const followUpSentences = ({ followed }: LetterContext, bureau: Bureau, noun: string): string[] => {
  if (followed === undefined) return []
  const written = followed.writtenOn[bureau]
  const before =
    written === undefined ? [] : [`I disputed this ${noun} in my letter of ${longDate(written)}.`]
  const own = followed.answers.filter(answer => answer.bureau === bureau)
  if (followed.kind !== 'other_bureaus')
    return [...before, ...own.flatMap(({ outcome, on }) => answerSentences[outcome](longDate(on), followed))]
  return [
    ...before,
    ...own.flatMap(restatedAnswer),
    ...followed.answers
      .filter(answer => answer.bureau !== bureau)
      .flatMap(({ bureau: other, outcome, on }) =>
        outcome === 'deleted' || outcome === 'corrected'
          ? [`${other} answered on ${longDate(on)} that it ${outcome} this ${noun}.`]
          : [],
      ),
  ]
}

/** A bureau's answer, in any dispute, that it corrected or deleted an item; `on` is its day, `YYYY-MM-DD`. */
export type ChangedItem = { item: ItemIdentity; bureau: Bureau; on: string }

/**
 * Whether a bureau answered that it changed or deleted an item, and the current report is not certainly later: that
 * report's values for the bureau are outdated. They are not cited as evidence against another bureau, nor as what the
 * bureau's file shows now.
 */
export const isSuperseded = (
  item: ItemIdentity,
  bureau: Bureau,
  context: Pick<LetterContext, 'changed'> & Parameters<typeof findPartDate>[0],
): boolean =>
  (context.changed ?? []).some(
    one =>
      one.bureau === bureau &&
      isSameAt(bureau, one.item, item) &&
      !isBefore(one.on, findPartDate(context, bureau)),
  )

/** `I dispute` the first time, `I again dispute` the same item at the same bureau later. */
export const disputePhrase = ({ followed }: LetterContext, bureau: Bureau): string =>
  followed?.writtenOn[bureau] === undefined ? 'I dispute' : 'I again dispute'

/**
 * An item that a bureau answered it verified: the letter that disputed it, the item as that letter named it, the answer.
 */
export type VerifiedItem = {
  bureau: Bureau
  /** The day, `YYYY-MM-DD`, of the letter that disputed it. */
  writtenOn: string
  item: Pick<LetterItem, 'title' | 'facts'>
  answer: BureauAnswer
  /** Whether that letter was itself such a request, which received no description. */
  askedBefore: boolean
  /** The user's own words in this request; null if there are none. */
  ownWords: string | null
}

const answeredWords: Partial<Record<Outcome, string>> = {
  corrected: 'you corrected it',
  deleted: 'you deleted it',
}

/** Refers to the earlier letter about an item, and the bureau's answer. */
export const answeredBefore = ({
  bureau,
  writtenOn,
  answer,
}: Pick<VerifiedItem, 'bureau' | 'writtenOn' | 'answer'>): string =>
  `In my letter of ${longDate(writtenOn)} I disputed the item below in my ${bureau} file. You answered on ${longDate(answer.on)} that ${answeredWords[answer.outcome] ?? 'it was verified'}.`

/** The position of an item in the letter to a bureau: letters list items in order, each only if disputed there. */
export const findItemInLetter = (
  letter: Pick<Letter, 'bureau' | 'items'>,
  items: readonly { id: string; bureaus: readonly Bureau[] }[],
  itemId: string,
): LetterItem | null => {
  const place = items.filter(({ bureaus }) => concerns(letter, bureaus)).findIndex(({ id }) => id === itemId)
  return letter.items[place] ?? null
}

const letterTo = (verified: VerifiedItem, context: LetterContext): Letter => {
  const { bureau, writtenOn, item, answer, askedBefore, ownWords } = verified
  return composeLetter(
    bureauRecipient(bureau, disputeAddresses[bureau]),
    {
      subject: `Request for a description of the reinvestigation procedure: ${item.title}`,
      opening: askedBefore
        ? `In my letter of ${longDate(writtenOn)} I asked how you had checked the item below in my ${bureau} file. By ${longDate(answer.on)} I had received no description.`
        : answeredBefore(verified),
      items: [
        {
          title: item.title,
          facts: item.facts,
          says: [
            'Sections 611(a)(6)(B)(iii) and 611(a)(7) of the Fair Credit Reporting Act, 15 U.S.C. 1681i, provide for a description of the procedure on request.',
          ],
          ownWords,
          ask: 'Please describe the procedure by which you determined that this item is accurate and complete. Please give the business name and address of every company that you contacted about it, and its telephone number if you have it.',
        },
      ],
      closing: [
        'The Act gives 15 days from the day you receive this request. Please send the description to me in writing at the address above.',
      ],
    },
    context,
  )
}

/**
 * Requests for the procedure by which an item was verified, one per bureau (15 USC 1681i(a)(6)(B)(iii): a description
 * with the business name and address of every furnisher contacted, and its telephone number if reasonably available;
 * (a)(7): within 15 days of the request).
 */
export const verificationLetters = (verified: readonly VerifiedItem[], context: LetterContext): Letter[] =>
  sortBureaus(verified.map(({ bureau }) => bureau)).flatMap(bureau =>
    verified.filter(one => one.bureau === bureau).map(one => letterTo(one, context)),
  )
