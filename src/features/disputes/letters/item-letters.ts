import { findPartDate } from '#features/reports/parts.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { hasBlockEnclosures } from '../deadlines/deadlines.ts'
import { disputeAddresses } from '../envelope.ts'
import { bureauRecipient } from '../recipients.ts'
import { enclosesEvidence } from './enclosures.ts'
import { disputePhrase } from './follow-up.ts'
import { composeLetter, type Letter, type LetterContent, type LetterContext } from './letter.ts'
import { joinWithAnd, longDate, spellCount } from './words.ts'

/** Common parts of the letters about accounts, inquiries and personal information. */

/** A letter's claim about one item: what is wrong, in sentences, and what is requested. */
export type Claim = { wrong: string[]; ask: string }

/** A disputed item, with what the letter to each chosen bureau may state about it. */
export type AtBureaus<Evidence> = { at: readonly { bureau: Bureau; evidence: Evidence }[] }

/** One letter per bureau, in display order. */
export const composeItemLetters = <Item, Evidence>(
  disputed: readonly (Item & AtBureaus<Evidence>)[],
  contentOf: (entries: readonly (Item & { evidence: Evidence })[], bureau: Bureau) => LetterContent,
  context: LetterContext,
): Letter[] =>
  sortBureaus(disputed.flatMap(({ at }) => at.map(({ bureau }) => bureau))).map(bureau => {
    const entries = disputed.flatMap(item =>
      item.at.filter(one => one.bureau === bureau).map(({ evidence }) => ({ ...item, evidence })),
    )
    return composeLetter(
      bureauRecipient(bureau, disputeAddresses[bureau]),
      contentOf(entries, bureau),
      context,
    )
  })

/** `credit report of November 2, 2026`, as precisely as the report is dated. */
export const datedReport = (kind: string, date: LetterContext['reportDate']): string =>
  date === null ? kind : `${kind} of ${longDate(date)}`

/** Where a bureau's report shows the items. */
export const shownIn = (bureau: Bureau, context: LetterContext): string =>
  `, which my ${datedReport('credit report', findPartDate(context, bureau))} shows in my ${bureau} file`

type Nouns = { one: string; many: string }

/** `seen`: where the report shows the items, unless each item states it separately. */
export const itemsOpening = (
  count: number,
  { one, many }: Nouns,
  seen: string,
  bureau: Bureau,
  context: LetterContext,
): string => {
  const [what, each] = count === 1 ? [one, 'it'] : [`${spellCount(count)} ${many}`, 'each of them']
  return `${disputePhrase(context, bureau)} the ${what} below${seen}. Please reinvestigate ${each} under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).`
}

/** Names a single item; for several, their number. */
export const itemsSubject = (names: readonly string[], { many }: Nouns, bureau: Bureau): string =>
  names.length === 1
    ? `Dispute of ${names[0]}`
    : `Dispute of ${spellCount(names.length)} ${many} in my ${bureau} file`

/** More companies than this are not repeated at the end. */
const fewCompanies = 3

type Closing = { stolen: readonly string[]; companies: readonly string[] }

/**
 * 15 USC 1681i(a)(2): the furnisher receives everything that the consumer states and sends. An identity theft report supports
 * only claims of identity theft.
 */
const askToPassOn = ({ stolen, companies }: Closing, { enclosed }: LetterContext): string => {
  const each = [...new Set(companies)]
  const supporting = enclosed.filter(({ kind }) => stolen.length > 0 || kind !== 'identity_theft_report')
  const what = enclosesEvidence(supporting)
    ? 'what I say here, with the documents that support it,'
    : 'what I say here'
  return `Please pass on ${what} to ${each.length > fewCompanies ? 'the companies named above' : joinWithAnd(each)}.`
}

/** Section 611(a)(5)(A) of the Act. */
export const askToCorrect =
  'Correct or delete whatever proves inaccurate or incomplete or cannot be verified, as section 611(a)(5) of the Act provides.'

/** Section 611(a)(6) of the Act: the result in writing, with the report as it is after it. */
export const askForResult =
  'Please send me the result in writing at the address above, with a copy of my report based on my file as revised.'

/**
 * The request for a block, which requires identity theft. Section 605B(a) of the Act, 15 USC 1681c-2(a), requires four
 * things: proof of identity, an identity theft report, the information named, and the statement that it relates to no
 * transaction of the consumer's. It is made only if both papers are enclosed.
 */
const askToBlock = (what: readonly string[], { enclosed }: LetterContext): string[] =>
  hasBlockEnclosures(enclosed) && what.length > 0
    ? [
        `I enclose an identity theft report and proof of my identity. Please block the reporting of ${joinWithAnd(what)}, as listed above, within four business days of receiving this letter, as section 605B of the Act, 15 U.S.C. 1681c-2, provides. The information does not relate to any transaction that I made.`,
      ]
    : []

/**
 * The closing requests of every dispute that involves a company: section 611(a)(2), (a)(5)(A) and (a)(6) of the Act, 15
 * USC 1681i. `stolen` names the items of identity theft.
 */
export const itemsClosing = (closing: Closing, context: LetterContext): string[] => [
  ...askToBlock(closing.stolen, context),
  `${askToPassOn(closing, context)} ${askToCorrect}`,
  askForResult,
]
