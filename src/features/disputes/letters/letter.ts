import type { Plan } from '#features/identity/plan.ts'
import type { Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { isPartialDate, showLongDay } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import type { ProfileDetails } from '../personal-entries.ts'
import type { AddressedRecipient, Recipient } from '../recipients.ts'
import { type Enclosure, enclosureNames } from './enclosures.ts'
import type { FactLine } from './evidence.ts'
import type { ChangedItem, FollowedDispute } from './follow-up.ts'
import { sandboxMark } from './letter-paper.ts'
import { toPrintable } from './printable.ts'
import { endOnce, longDate, nestQuotes } from './words.ts'

/** One item of a letter. */
export type LetterItem = {
  /**
   * What identifies it for the recipient: the creditor or company as the recipient spells it, or the kind of personal
   * detail.
   */
  title: string
  facts: FactLine[]
  /** The claims about it, as sentences. */
  says: string[]
  /** The user's own explanation, as typed. */
  ownWords: string | null
  ask: string
}

/**
 * A letter as structured parts, from which plain text, screen and PDF are rendered. It contains all its data, so a letter
 * never changes when a later report arrives.
 */
export type Letter = {
  /** Null for a letter to a company. */
  bureau: Bureau | null
  to: Recipient
  /** The date of the letter, `YYYY-MM-DD`. */
  date: string
  /** "Sandbox letter, do not mail" for invented reports, otherwise null. */
  mark: string | null
  /** Name, street, city: the return address visible in the envelope's window. */
  sender: string[]
  /** As on the envelope. */
  recipient: string[]
  subject: string
  opening: string
  /** None in a letter about the whole file, such as a freeze. */
  items: LetterItem[]
  closing: string[]
  /** The sender: name and address; for bureaus and agencies also date of birth and last four digits of the SSN. */
  identification: FactLine[]
  enclosed: string[]
  signature: string
}

/** The list of enclosures as one line; null if there are none. */
export const enclosedLine = (letter: Letter): string | null =>
  letter.enclosed.length === 0 ? null : `Enclosed: ${letter.enclosed.join('; ')}`

/** A part of a letter's middle: the heading of an item with its facts, or a paragraph. */
export type LetterPart =
  | { kind: 'item'; title: string; facts: readonly FactLine[] }
  /** `apart`: begins the text about all items together, so more space precedes it. */
  | { kind: 'paragraph'; text: string; apart: boolean }

const factText = ({ label, value }: FactLine): string => `${label}: ${value}`

const paragraph = (text: string, apart = false): LetterPart => ({ kind: 'paragraph', text, apart })

/** Numbered if the letter has several. */
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
 * The middle of a letter in parts, for paper. With the user's own text, unchanged parts keep their format, and everything
 * else becomes paragraphs.
 */
export const letterParts = (letter: Letter, reworded: string | null): LetterPart[] => {
  const made = partsAsMade(letter)
  return reworded === null
    ? made
    : reworded.split('\n\n').map(text => made.find(part => partText(part) === text) ?? paragraph(text))
}

/** The letter's parts as text: head and foot contain the addresses and never change; the middle is the content. */
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

/**
 * The part of a letter that the user may reword: from the opening to the last request, paragraphs separated by an empty
 * line.
 */
export const editableText = (letter: Letter): string => partsAsMade(letter).map(partText).join('\n\n')

/** The letter with another middle. */
export const letterTextWith = (letter: Letter, middle: string): string =>
  [headText(letter), middle, footText(letter)].join('\n\n')

/** The letter as plain text, paragraphs separated by an empty line: the contract's `body`. */
export const letterText = (letter: Letter): string => letterTextWith(letter, editableText(letter))

/** The middle of a text that begins and ends like the letter; null for any other text. */
export const extractMiddle = (letter: Letter, body: string): string | null => {
  const [head, foot] = [`${headText(letter)}\n\n`, `\n\n${footText(letter)}`]
  return body.length >= head.length + foot.length && body.startsWith(head) && body.endsWith(foot)
    ? body.slice(head.length, -foot.length)
    : null
}

/** The sender. The full name as registered; the full birth date, and the last four digits of the SSN. */
export type Sender = {
  name: string
  address: { street: string; city: string; state: string; postal: string }
  /** `YYYY-MM-DD`; null if unknown, and the letter then omits it. */
  birthDate: string | null
  ssnLastFour: string
}

/** What letters are made from besides their items. */
export type LetterContext = {
  sender: Sender
  /** The day of the report that the items were seen in; null if it has none, and for a freeze. */
  reportDate: Report['reportDate']
  /** For a report of several documents, each bureau's part with its day (`findPartDate`). */
  parts?: Report['parts']
  /** True when the report was invented by the sandbox. */
  sandbox: boolean
  /** Copies of the user's documents that are enclosed, in order. */
  enclosed: readonly Enclosure[]
  /** Today, `YYYY-MM-DD`. */
  today: string
  /** The answers that this letter follows up; none for a first dispute. */
  followed?: FollowedDispute
  /** What bureaus answered that they changed. */
  changed?: readonly ChangedItem[]
  /** The ids of inquiries whose applications earlier letters denied. */
  deniedInquiries?: readonly string[]
}

/** The data that a dispute of reported items is checked against, and its letters are made from. */
export type DisputeContext = LetterContext & {
  report: Report
  plan: Plan
  /** The user's details according to the profile. */
  own: ProfileDetails
}

/** A letter's content without addresses and signature. */
export type LetterContent = Pick<Letter, 'subject' | 'opening' | 'items' | 'closing'>

const sentences = (text: string): string => endOnce(toPrintable(text))

const printableItem = ({ title, facts, says, ownWords, ask }: LetterItem): LetterItem => ({
  title: toPrintable(title),
  facts: facts.map(({ label, value }) => ({ label, value: toPrintable(value) })),
  says: says.map(sentences),
  ownWords: ownWords === null ? null : nestQuotes(toPrintable(ownWords)),
  ask: sentences(ask),
})

const birthOf = (birthDate: string): string => (isPartialDate(birthDate) ? longDate(birthDate) : birthDate)

/**
 * Composes a letter. Bureaus and agencies find a file by name, address, date of birth and the last four digits of the SSN
 * (15 U.S.C. 1681h(a)(1)); a company finds its account by the number in the letter and gets no more than it needs.
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
    opening: sentences(content.opening),
    items: content.items.map(printableItem),
    closing: content.closing.map(sentences),
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
