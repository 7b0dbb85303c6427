import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { isPartialDate, showLongDay } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import type { ProfileDetails } from '../personal-entries.ts'
import type { AddressedRecipient, Recipient } from '../recipients.ts'
import { type Enclosure, enclosureNames } from './enclosures.ts'
import type { FactLine } from './evidence.ts'
import type { FollowedDispute } from './follow-up.ts'
import { sandboxMark } from './letter-paper.ts'
import { toPrintable } from './printable.ts'
import { longDate } from './words.ts'

/** One thing that a letter is about, as the letter says it. */
export type LetterItem = {
  /** What the recipient finds it by: the creditor or company as it spells it, or the kind of personal detail. */
  title: string
  facts: FactLine[]
  /** What is said of it, in sentences. */
  says: string[]
  /** The person's own explanation, as typed. */
  ownWords: string | null
  ask: string
}

/**
 * A letter in parts: plain text, screen and PDF are made from it. It holds everything that it says, so
 * that a letter never changes when a later report arrives.
 */
export type Letter = {
  /** Null for a letter to a company. */
  bureau: Bureau | null
  to: Recipient
  /** The day it was made, `YYYY-MM-DD`. */
  date: string
  /** "Sandbox letter, do not mail" for invented reports, else null. */
  mark: string | null
  /** Name, street, place: what shows in the return window of the envelope. */
  sender: string[]
  /** As on the envelope. */
  recipient: string[]
  subject: string
  opening: string
  /** None in a letter about the whole file, such as a freeze. */
  items: LetterItem[]
  closing: string[]
  /** Who writes: name and address; for bureaus and agencies also date of birth and last four digits of the SSN. */
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

/** What letters are made from besides their items. */
export type LetterContext = {
  sender: Sender
  /** The day of the report that the items were seen in; null when it gives none, and for a freeze. */
  reportDate: Report['reportDate']
  /** Of a report of several documents each bureau's part with its day (`findPartDate`). */
  parts?: Report['parts']
  /** True when the report was invented by the sandbox. */
  sandbox: boolean
  /** Copies of the user's documents that go with the letter, in order. */
  enclosed: readonly Enclosure[]
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The answers that this letter follows; none for a first dispute. */
  followed?: FollowedDispute
}

/** What a dispute of reported items is checked against, and its letters are made from. */
export type DisputeContext = LetterContext & {
  report: Report
  plan: Plan
  /** What is right by the user's profile. */
  own: ProfileDetails
}

/** What a letter says, without who writes to whom. */
export type LetterContent = Pick<Letter, 'subject' | 'opening' | 'items' | 'closing'>

const printableItem = ({ title, facts, says, ownWords, ask }: LetterItem): LetterItem => ({
  title: toPrintable(title),
  facts: facts.map(({ label, value }) => ({ label, value: toPrintable(value) })),
  says: says.map(toPrintable),
  ownWords: ownWords === null ? null : toPrintable(ownWords),
  ask: toPrintable(ask),
})

const birthOf = (birthDate: string): string => (isPartialDate(birthDate) ? longDate(birthDate) : birthDate)

/**
 * A letter. Bureaus and agencies find a file by name, address, date of birth and the last four digits of the SSN
 * (15 U.S.C. 1681h(a)(1)); a company finds its account by the number in the letter and learns no more than it needs.
 */
export const composeLetter = (
  { kind, name, bureau, lines }: AddressedRecipient,
  content: LetterContent,
  { sender, sandbox, enclosed, today }: LetterContext,
): Letter => {
  const { street, city, state, postal } = sender.address
  const place = `${city}, ${state} ${postal}`
  const findsFile = kind === 'bureau' || kind === 'agency'
  return {
    bureau,
    to: { kind, name: toPrintable(name) },
    date: today,
    mark: sandbox ? sandboxMark : null,
    sender: [sender.name, street, place].map(toPrintable),
    recipient: lines.map(toPrintable),
    subject: toPrintable(content.subject),
    opening: toPrintable(content.opening),
    items: content.items.map(printableItem),
    closing: content.closing.map(toPrintable),
    identification: [
      { label: 'Name', value: toPrintable(sender.name) },
      { label: 'Current address', value: toPrintable(`${street}, ${place}`) },
      ...(findsFile && sender.birthDate !== null
        ? [{ label: 'Date of birth', value: birthOf(sender.birthDate) }]
        : []),
      ...(findsFile ? [{ label: 'Social Security number', value: maskSsn(sender.ssnLastFour) }] : []),
    ],
    enclosed: enclosureNames(enclosed),
    signature: toPrintable(sender.name),
  }
}
