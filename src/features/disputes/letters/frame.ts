import { type Bureau } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import type { BureauAddress } from '../bureau-addresses.ts'
import { enclosesForBlock } from '../clock/asks.ts'
import { enclosedNames, enclosesEvidence } from './enclosures.ts'
import type { Letter, LetterItem } from './letter.ts'
import type { Occasion } from './occasion.ts'
import { printable } from './printable.ts'
import { listed, sayDate } from './words.ts'

/** What a letter says, without who writes to whom. */
export type Middle = Pick<Letter, 'subject' | 'opening' | 'items' | 'closing'>

const printableItem = ({ title, facts, says, ownWords, ask }: LetterItem): LetterItem => ({
  title: printable(title),
  facts: facts.map(({ label, value }) => ({ label, value: printable(value) })),
  says: says.map(printable),
  ownWords: ownWords === null ? null : printable(ownWords),
  ask: printable(ask),
})

const birthOf = (birthDate: string): string => (isPartialDate(birthDate) ? sayDate(birthDate) : birthDate)

/**
 * A letter to a bureau: who writes, to which address, on which day, with what is enclosed. Who writes is told with
 * full name, address, date of birth and the last four digits of the SSN (product paper section 4.8, decisions section 11).
 */
export const writtenTo = (
  bureau: Bureau,
  { lines }: BureauAddress,
  middle: Middle,
  { sender, sandbox, enclosed, today }: Occasion,
): Letter => {
  const { street, city, state, postal } = sender.address
  const place = `${city}, ${state} ${postal}`
  return {
    bureau,
    date: today,
    mark: sandbox ? 'Sandbox letter, do not mail' : null,
    sender: [sender.name, street, place].map(printable),
    recipient: [...lines],
    subject: printable(middle.subject),
    opening: printable(middle.opening),
    items: middle.items.map(printableItem),
    closing: middle.closing.map(printable),
    identification: [
      { label: 'Name', value: printable(sender.name) },
      { label: 'Current address', value: printable(`${street}, ${place}`) },
      ...(sender.birthDate === null ? [] : [{ label: 'Date of birth', value: birthOf(sender.birthDate) }]),
      { label: 'Social Security number', value: maskSsn(sender.ssnLastFour) },
    ],
    enclosed: enclosedNames(enclosed),
    signature: printable(sender.name),
  }
}

/** `credit report of November 2, 2026`, as exactly as the report is dated. */
export const datedReport = (kind: string, date: Occasion['reportDate']): string =>
  date === null ? kind : `${kind} of ${sayDate(date)}`

/** More companies than this are not named again at the end. */
const fewCompanies = 3

/** Section 611(a)(2) of the Act: who gave the information hears of all that the consumer says and sends. */
export const askToPassOn = (companies: readonly string[], { enclosed }: Occasion): string => {
  const each = [...new Set(companies)]
  const what = enclosesEvidence(enclosed)
    ? 'what I say here, with the documents that support it,'
    : 'what I say here'
  return `Please pass on ${what} to ${each.length > fewCompanies ? 'the companies named above' : listed(each)}.`
}

/** Section 611(a)(5)(A) of the Act. */
export const askToCorrect =
  'Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.'

/** Section 611(a)(6) of the Act: the result in writing, with the report as it is after it. */
export const askForResult =
  'Please send me the result in writing at the address above, with my report as it then stands.'

/**
 * The request for a block, which belongs to identity theft. Section 605B(a) of the Act, 15 USC 1681c-2(a), asks for four
 * things: proof of identity, an identity theft report, the information named, and the statement that it relates to no
 * transaction of the consumer's. It is made only when both papers go with the letter.
 */
export const askToBlock = (what: readonly string[], { enclosed }: Occasion): string[] =>
  enclosesForBlock(enclosed) && what.length > 0
    ? [
        `I enclose an identity theft report and proof of my identity. Please block the reporting of ${listed(what)}, as listed above, within four business days of receiving this letter, as section 605B of the Act, 15 U.S.C. 1681c-2, provides. The information does not relate to any transaction that I made.`,
      ]
    : []
