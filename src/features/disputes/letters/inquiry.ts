import type { InquiryReason } from '#features/findings/reasons.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { disputeAddresses } from '../bureau-addresses.ts'
import { disputePhrase, followUpSentences } from './followed.ts'
import { askForResult, askToBlock, askToCorrect, askToPassOn, composeLetter, datedReport } from './frame.ts'
import { type InquiryEvidence, inquiryClaim } from './inquiry-claims.ts'
import type { Letter, LetterItem } from './letter.ts'
import type { LetterContext } from './occasion.ts'
import { longDate, spellCount } from './words.ts'

/** One inquiry that is disputed, with what a letter to each chosen bureau may say of it. */
export type DisputedInquiry = {
  inquiryId: string
  /** The inquiry of the same application at each bureau that the plan shows, so that it is found again later. */
  ids: Partial<Record<Bureau, string>>
  company: string
  reason: InquiryReason
  explanation: string | null
  at: readonly { bureau: Bureau; told: InquiryEvidence }[]
}

/** The item of a letter: an inquiry with what this bureau's letter may say of it. */
type Entry = Omit<DisputedInquiry, 'at'> & { told: InquiryEvidence }

const opening = (
  entries: readonly Entry[],
  bureau: Bureau,
  { reportDate, followed }: LetterContext,
): string => {
  const one = entries.length === 1
  const what = one ? 'the inquiry' : `the ${spellCount(entries.length)} inquiries`
  return `${disputePhrase(followed)} ${what} below, which my ${datedReport('credit report', reportDate)} shows in my ${bureau} file. Please reinvestigate ${one ? 'it' : 'each of them'} under section 611 of the Fair Credit Reporting Act, 15 U.S.C. 1681i(a).`
}

const subject = (entries: readonly Entry[], bureau: Bureau): string => {
  const [first] = entries
  if (first === undefined || entries.length > 1)
    return `Dispute of ${spellCount(entries.length)} inquiries in my ${bureau} file`
  const { company, date } = first.told
  return `Dispute of the inquiry by ${company}${date === null ? '' : `, ${longDate(date)}`}`
}

const itemOf = (entry: Entry, before: readonly string[]): LetterItem => {
  const { company, date, kind } = entry.told
  const { wrong, ask } = inquiryClaim(entry.reason, entry.told)
  const shown = showDate(date)
  return {
    title: company,
    facts: [
      ...(shown === null ? [] : [{ label: 'Date of inquiry', value: shown }]),
      ...(kind === 'hard' ? [{ label: 'Kind', value: 'Hard inquiry' }] : []),
    ],
    says: [...before, ...wrong],
    ownWords: entry.explanation,
    ask,
  }
}

/** What every dispute asks: section 611(a)(2), (a)(5)(A) and (a)(6) of the Act, 15 USC 1681i. */
const closing = (entries: readonly Entry[], occasion: LetterContext): string[] => {
  const stolen = entries.filter(({ reason }) => reason === 'identity_theft')
  return [
    ...askToBlock(
      stolen.map(({ told }) => `the inquiry by ${told.company}`),
      occasion,
    ),
    `${askToPassOn(
      entries.map(({ told }) => told.company),
      occasion,
    )} ${askToCorrect}`,
    askForResult,
  ]
}

/** The letters of an inquiry dispute: one for each bureau, in the order in which the product shows bureaus. */
export const inquiryLetters = (disputed: readonly DisputedInquiry[], occasion: LetterContext): Letter[] =>
  sortBureaus(disputed.flatMap(({ at }) => at.map(({ bureau }) => bureau))).map(bureau => {
    const entries = disputed.flatMap(inquiry =>
      inquiry.at.filter(place => place.bureau === bureau).map(({ told }) => ({ ...inquiry, told })),
    )
    const before = followUpSentences(occasion, bureau, 'inquiry')
    return composeLetter(
      bureau,
      disputeAddresses[bureau],
      {
        subject: subject(entries, bureau),
        opening: opening(entries, bureau, occasion),
        items: entries.map(entry => itemOf(entry, before)),
        closing: closing(entries, occasion),
      },
      occasion,
    )
  })
