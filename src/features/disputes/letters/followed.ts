import { isBefore } from '#features/findings/dates-apart.ts'
import type { Bureau } from '#values/bureau.ts'
import type { FollowUp, Outcome } from '../dispute-contract.ts'
import type { LetterContext } from './occasion.ts'
import { longDate } from './words.ts'

/** A bureau's answer on one item; `on` is its day, `YYYY-MM-DD`. */
export type BureauAnswer = { bureau: Bureau; outcome: Outcome; on: string }

/** What a letter follows: an item that was disputed before, the days of its letters, and what the bureaus answered. */
export type FollowedDispute = {
  kind: FollowUp
  /** The day, `YYYY-MM-DD`, of the earlier letter to each bureau. */
  writtenOn: Partial<Record<Bureau, string>>
  answers: readonly BureauAnswer[]
  /** Whether the person adds what no bureau had before: words of hers, or a document beside those that say who she is. */
  adds: boolean
}

/** What a bureau said of an item, as its own letter says it back. */
const saidToMe: Readonly<Record<Outcome, (on: string, adds: boolean) => string[]>> = {
  verified: (on, adds) => [
    `You answered on ${on} that it was verified.`,
    `Please look into it again${adds ? ' with what I add here' : ''}.`,
  ],
  frivolous: (on, adds) => [
    `You answered on ${on} that you would not reinvestigate it.`,
    ...(adds ? ['I add here what was missing.'] : []),
  ],
  no_answer: on => [
    `By ${on} I had received no result.`,
    'Section 611(a)(1) of the Act, 15 U.S.C. 1681i(a)(1), gives 30 days for a reinvestigation, and at most 15 more.',
    'Please send me the result of that reinvestigation.',
  ],
  corrected: on => [`You answered on ${on} that you corrected it.`, 'It is still not right.'],
  deleted: on => [
    `You answered on ${on} that you deleted it. It is in my file again.`,
    'Section 611(a)(5)(B) of the Act, 15 U.S.C. 1681i(a)(5)(B), lets deleted information return only when it is certified as complete and accurate, and with written notice to me within five business days.',
    'Please tell me who certified it, and when.',
  ],
}

/** The sentences of an item in a letter that follows answers; none in a first dispute. `noun` names the kind of item. */
export const followUpSentences = ({ followed }: LetterContext, bureau: Bureau, noun: string): string[] => {
  if (followed === undefined) return []
  if (followed.kind === 'other_bureaus') {
    return followed.answers
      .filter(answer => answer.bureau !== bureau)
      .flatMap(({ bureau: other, outcome, on }) =>
        outcome === 'deleted' || outcome === 'corrected'
          ? [`${other} answered on ${longDate(on)} that it ${outcome} this ${noun}.`]
          : [],
      )
  }
  const [written, answer] = [followed.writtenOn[bureau], followed.answers.find(one => one.bureau === bureau)]
  return [
    ...(written === undefined ? [] : [`I disputed this ${noun} in my letter of ${longDate(written)}.`]),
    ...(answer === undefined ? [] : saidToMe[answer.outcome](longDate(answer.on), followed.adds)),
  ]
}

/**
 * Whether a bureau answered that it changed or deleted the item, and the report in hand is not surely later: what that
 * report shows of the bureau is no longer so, and is not cited as evidence against another.
 */
export const isSuperseded = (bureau: Bureau, { followed, reportDate }: LetterContext): boolean =>
  (followed?.answers ?? []).some(
    ({ bureau: other, outcome, on }) =>
      other === bureau && (outcome === 'corrected' || outcome === 'deleted') && !isBefore(on, reportDate),
  )

/** `I dispute` the first time, `I again dispute` the same item at the same bureau later. */
export const disputePhrase = (followed: FollowedDispute | undefined): string =>
  followed?.kind === 'dispute_again' ? 'I again dispute' : 'I dispute'
