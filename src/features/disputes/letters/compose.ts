import type { Bureau } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'
import { maskSsn } from '#values/mask.ts'
import { hasBlockEnclosures } from '../deadlines/deadlines.ts'
import type { BureauAddress } from '../envelope.ts'
import { enclosesEvidence, enclosureNames } from './enclosures.ts'
import type { Letter, LetterContext, LetterItem } from './letter.ts'
import { toPrintable } from './printable.ts'
import { joinWithAnd, longDate } from './words.ts'

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
 * A letter to a bureau: who writes, to which address, on which day, with what is enclosed. Who writes is told with
 * full name, address, date of birth and the last four digits of the SSN.
 */
export const composeLetter = (
  bureau: Bureau,
  { lines }: BureauAddress,
  middle: LetterContent,
  { sender, sandbox, enclosed, today }: LetterContext,
): Letter => {
  const { street, city, state, postal } = sender.address
  const place = `${city}, ${state} ${postal}`
  return {
    bureau,
    date: today,
    mark: sandbox ? 'Sandbox letter, do not mail' : null,
    sender: [sender.name, street, place].map(toPrintable),
    recipient: [...lines],
    subject: toPrintable(middle.subject),
    opening: toPrintable(middle.opening),
    items: middle.items.map(printableItem),
    closing: middle.closing.map(toPrintable),
    identification: [
      { label: 'Name', value: toPrintable(sender.name) },
      { label: 'Current address', value: toPrintable(`${street}, ${place}`) },
      ...(sender.birthDate === null ? [] : [{ label: 'Date of birth', value: birthOf(sender.birthDate) }]),
      { label: 'Social Security number', value: maskSsn(sender.ssnLastFour) },
    ],
    enclosed: enclosureNames(enclosed),
    signature: toPrintable(sender.name),
  }
}

/** `credit report of November 2, 2026`, as exactly as the report is dated. */
export const datedReport = (kind: string, date: LetterContext['reportDate']): string =>
  date === null ? kind : `${kind} of ${longDate(date)}`

/** More companies than this are not named again at the end. */
const fewCompanies = 3

/** 15 USC 1681i(a)(2): the furnisher receives everything that the consumer states and sends. */
export const askToPassOn = (companies: readonly string[], { enclosed }: LetterContext): string => {
  const each = [...new Set(companies)]
  const what = enclosesEvidence(enclosed)
    ? 'what I say here, with the documents that support it,'
    : 'what I say here'
  return `Please pass on ${what} to ${each.length > fewCompanies ? 'the companies named above' : joinWithAnd(each)}.`
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
export const askToBlock = (what: readonly string[], { enclosed }: LetterContext): string[] =>
  hasBlockEnclosures(enclosed) && what.length > 0
    ? [
        `I enclose an identity theft report and proof of my identity. Please block the reporting of ${joinWithAnd(what)}, as listed above, within four business days of receiving this letter, as section 605B of the Act, 15 U.S.C. 1681c-2, provides. The information does not relate to any transaction that I made.`,
      ]
    : []
