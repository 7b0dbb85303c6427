import { isBefore } from '#features/findings/partial-dates.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { showLongDay } from '#values/dates.ts'
import type { FollowUp, Outcome } from '../dispute-contract.ts'
import type { Enclosure } from './enclosures.ts'
import type { FactLine } from './evidence.ts'
import { longDate } from './words.ts'

/** One thing that a letter is about, as the letter says it. */
export type LetterItem = {
  /** What the bureau finds it by: the creditor or company as it spells it, or the kind of personal detail. */
  title: string
  facts: FactLine[]
  /** What is said of it, in sentences. */
  says: string[]
  /** The person's own explanation, as typed. */
  ownWords: string | null
  ask: string
}

/**
 * A letter to a bureau in parts: plain text, screen and PDF are made from it. It holds everything that it says, so
 * that a letter never changes when a later report arrives.
 */
export type Letter = {
  bureau: Bureau
  /** The day it was made, `YYYY-MM-DD`. */
  date: string
  /** "Sandbox letter, do not mail" for invented reports, else null. */
  mark: string | null
  /** Name, street, place: what shows in the return window of the envelope. */
  sender: string[]
  recipient: string[]
  subject: string
  opening: string
  /** None in a letter about the whole file, such as a freeze. */
  items: LetterItem[]
  closing: string[]
  /** Who writes: name, address, date of birth, last four digits of the SSN. */
  identification: FactLine[]
  enclosed: string[]
  signature: string
}

/** The list of enclosures as one line; null when nothing is enclosed. */
export const enclosedLine = (letter: Letter): string | null =>
  letter.enclosed.length === 0 ? null : `Enclosed: ${letter.enclosed.join('; ')}`

/** A part of a letter's middle: the heading of an item with what is shown of it, or a paragraph. */
export type LetterPart =
  | { kind: 'item'; title: string; facts: readonly FactLine[] }
  /** `apart`: begins what is said of all items together, so more space stands above it. */
  | { kind: 'paragraph'; text: string; apart: boolean }

const factText = ({ label, value }: FactLine): string => `${label}: ${value}`

const paragraph = (text: string, apart = false): LetterPart => ({ kind: 'paragraph', text, apart })

/** Numbered when the letter has several. */
const itemParts = (
  { title, facts, says, ownWords, ask }: LetterItem,
  number: number | null,
): LetterPart[] => [
  { kind: 'item', title: number === null ? title : `${number}. ${title}`, facts },
  paragraph(says.join(' ')),
  ...(ownWords === null ? [] : [paragraph(`In my own words: “${ownWords}”`)]),
  paragraph(ask),
]

const partsAsMade = ({ opening, items, closing }: Letter): LetterPart[] => [
  paragraph(opening),
  ...items.flatMap((item, index) => itemParts(item, items.length > 1 ? index + 1 : null)),
  ...closing.map((text, index) => paragraph(text, index === 0)),
]

const partText = (part: LetterPart): string =>
  part.kind === 'paragraph' ? part.text : [part.title, ...part.facts.map(factText)].join('\n')

/**
 * The middle of a letter in parts, for paper. Given the text that the person put in its place, what still stands as
 * it was made keeps its form, and all else is paragraphs.
 */
export const letterParts = (letter: Letter, reworded: string | null): LetterPart[] => {
  const made = partsAsMade(letter)
  return reworded === null
    ? made
    : reworded.split('\n\n').map(text => made.find(part => partText(part) === text) ?? paragraph(text))
}

/** The parts of a letter as text: head and foot say who writes to whom and never change; the middle is what is written. */
const headText = (letter: Letter): string =>
  [
    ...(letter.mark === null ? [] : [letter.mark]),
    letter.sender.join('\n'),
    letter.recipient.join('\n'),
    showLongDay(letter.date),
    `Re: ${letter.subject}`,
  ].join('\n\n')

const footText = (letter: Letter): string =>
  [
    ['About me', ...letter.identification.map(factText)].join('\n'),
    ...[enclosedLine(letter)].filter(line => line !== null),
    'Sincerely,',
    letter.signature,
  ].join('\n\n')

/** What of a letter the person may word otherwise: from the opening to the last request, paragraphs apart by an empty line. */
export const editableText = (letter: Letter): string => partsAsMade(letter).map(partText).join('\n\n')

/** The letter with another middle in its place. */
export const letterTextWith = (letter: Letter, middle: string): string =>
  [headText(letter), middle, footText(letter)].join('\n\n')

/** The letter as plain text, paragraphs apart by an empty line: the contract's `body`. */
export const letterText = (letter: Letter): string => letterTextWith(letter, editableText(letter))

/** The middle of a text that begins and ends as a letter does; null for any other text. */
export const extractMiddle = (letter: Letter, body: string): string | null => {
  const [head, foot] = [`${headText(letter)}\n\n`, `\n\n${footText(letter)}`]
  return body.length >= head.length + foot.length && body.startsWith(head) && body.endsWith(foot)
    ? body.slice(head.length, -foot.length)
    : null
}

/** Who writes. The full name as registered; the birth date in full and of the SSN the last four. */
export type Sender = {
  name: string
  address: { street: string; city: string; state: string; postal: string }
  /** `YYYY-MM-DD`; null where it is not known, and the letter then leaves it out. */
  birthDate: string | null
  ssnLastFour: string
}

/** What the letters are made from, beside the items. */
export type LetterContext = {
  sender: Sender
  /** The day of the report that the items were seen in; null when it gives none, and for a freeze. */
  reportDate: Report['reportDate']
  /** True when the report was invented by the sandbox. */
  sandbox: boolean
  /** Copies of the person's documents that go with the letter, in order. */
  enclosed: readonly Enclosure[]
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The answers that this letter follows; absent of a first dispute. */
  followed?: FollowedDispute
}

/** A bureau's answer on one item; `on` is its day, `YYYY-MM-DD`. */
export type BureauAnswer = { bureau: Bureau; outcome: Outcome; on: string }

/** What a letter follows: an item that was disputed before, the days of its letters, and what the bureaus answered. */
export type FollowedDispute = {
  kind: FollowUp
  /** The day, `YYYY-MM-DD`, of the earlier letter to each bureau. */
  writtenOn: Partial<Record<Bureau, string>>
  answers: readonly BureauAnswer[]
  /** Whether the person adds what no bureau had before: their own words, or a document beside those that identify them. */
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
