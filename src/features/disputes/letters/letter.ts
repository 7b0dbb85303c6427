import type { Bureau } from '#values/bureau.ts'
import { showLongDay } from '#values/dates.ts'
import type { FactLine } from './fact-lines.ts'

/** One disputed item as a letter says it. */
export type LetterItem = {
  /** The creditor as this bureau spells it. */
  creditor: string
  facts: FactLine[]
  /** What is wrong, one paragraph each. */
  wrong: string[]
  /** The person's own explanation, as typed. */
  ownWords: string | null
  ask: string
}

/**
 * A dispute letter in parts: plain text, screen and PDF are made from it. It holds everything that it says, so that
 * a letter never changes when a later report arrives.
 */
export type Letter = {
  bureau: Bureau
  /** The day it was made, `YYYY-MM-DD`. */
  date: string
  /** "Sandbox letter, do not mail" for invented reports (decisions section 1), else null. */
  mark: string | null
  /** Name, street, place: what shows in the return window of the envelope. */
  sender: string[]
  recipient: string[]
  subject: string
  opening: string
  items: LetterItem[]
  closing: string[]
  /** Who writes: name, address, date of birth, last four digits of the SSN (decisions section 11). */
  identification: FactLine[]
  enclosed: string[]
  signature: string
}

/** An item's own words in quotation marks, as text and PDF both show them. */
export const quoted = (words: string): string => `In my own words: “${words}”`

/** The list of enclosures as one line; null when nothing is enclosed. */
export const enclosedLine = (letter: Letter): string | null =>
  letter.enclosed.length === 0 ? null : `Enclosed: ${letter.enclosed.join('; ')}`

const factText = ({ label, value }: FactLine): string => `${label}: ${value}`

/** The line above an item: the creditor, numbered when the letter has several. */
export const itemTitle = (letter: Letter, place: number): string => {
  const creditor = letter.items[place]?.creditor ?? ''
  return letter.items.length > 1 ? `${place + 1}. ${creditor}` : creditor
}

const itemText = (letter: Letter, item: LetterItem, place: number): string[] => [
  [itemTitle(letter, place), ...item.facts.map(factText)].join('\n'),
  item.wrong.join(' '),
  ...(item.ownWords === null ? [] : [quoted(item.ownWords)]),
  item.ask,
]

/** The letter as plain text, paragraphs apart by an empty line: the contract's `body`. */
export const bodyText = (letter: Letter): string =>
  [
    ...(letter.mark === null ? [] : [letter.mark]),
    letter.sender.join('\n'),
    letter.recipient.join('\n'),
    showLongDay(letter.date),
    `Re: ${letter.subject}`,
    letter.opening,
    ...letter.items.flatMap((item, place) => itemText(letter, item, place)),
    ...letter.closing,
    ['About me', ...letter.identification.map(factText)].join('\n'),
    ...[enclosedLine(letter)].filter(line => line !== null),
    'Sincerely,',
    letter.signature,
  ].join('\n\n')
