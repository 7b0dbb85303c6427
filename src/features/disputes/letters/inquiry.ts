import { isBefore } from '#features/findings/partial-dates.ts'
import type { InquiryReason } from '#features/findings/reasons.ts'
import type { Inquiry } from '#features/reports/canonical.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { disputeAddresses } from '../envelope.ts'
import type { Claim } from './claims.ts'
import { askForResult, askToBlock, askToCorrect, askToPassOn, composeLetter, datedReport } from './compose.ts'
import {
  disputePhrase,
  followUpSentences,
  type Letter,
  type LetterContext,
  type LetterItem,
} from './letter.ts'
import { joinWithAnd, longDate, spellCount } from './words.ts'

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

/** Everything that a letter to one bureau may say of an inquiry, frozen from the report it was seen in. */
export type InquiryEvidence = {
  bureau: Bureau
  company: string
  date: PartialDate | null
  kind: Inquiry['kind']
  /** The dates of other inquiries of the company in the same file, close to this one. */
  repeats: readonly (PartialDate | null)[]
  /** An account of the company in the same file that was opened before. */
  held: { opened: PartialDate } | null
  reportDate: PartialDate | null
}

/** `on November 2, 2026`, `in November 2026`; empty when the file gives no date. */
const when = (date: PartialDate | null): string =>
  date === null ? '' : ` ${date.length === 10 ? 'on' : 'in'} ${longDate(date)}`

const dated = ({ date }: InquiryEvidence): string =>
  date === null ? 'Your file gives no date for it.' : `Your file dates it ${longDate(date)}.`

const otherDates = ({ company, repeats }: InquiryEvidence): string => {
  const dates = repeats.flatMap(date => (date === null ? [] : [longDate(date)]))
  return `Your file also lists ${dates.length > 1 ? 'inquiries' : 'an inquiry'} by ${company} dated ${joinWithAnd(dates)}.`
}

/** A date after the report that shows it cannot be right (finder rule I-05). */
const isAhead = ({ date, reportDate }: InquiryEvidence): boolean => isBefore(reportDate, date)

const inquiryClaims: Readonly<Record<InquiryReason, (told: InquiryEvidence) => Claim>> = {
  no_application: told => ({
    wrong: [
      `I did not apply to ${told.company}.`,
      'Section 604(a) of the Act, 15 U.S.C. 1681b(a), names the purposes for which a report may be given.',
    ],
    ask: `Please ask ${told.company} for which of these purposes it obtained my report${when(told.date)}, and delete the inquiry unless such a purpose is verified.`,
  }),
  identity_theft: told => ({
    wrong: ['I did not make this application. Someone applied in my name without my permission.'],
    ask: `Please find out from ${told.company} how this inquiry came about, and delete it.`,
  }),
  not_hard: told => ({
    wrong: [
      'This inquiry was not for an application of mine.',
      ...(told.held === null
        ? []
        : [
            `Your file shows an account of ${told.company} that was opened${when(told.held.opened)}, before the inquiry.`,
          ]),
      'Section 604(c)(3) of the Act, 15 U.S.C. 1681b(c)(3), does not let a record of inquiries for credit or insurance transactions that I did not initiate be given to others.',
    ],
    ask: `Please ask ${told.company} what my report was obtained for${when(told.date)}, and delete the inquiry or show it to me alone.`,
  }),
  duplicate: told => ({
    wrong: ['One application of mine is listed more than once.', otherDates(told)],
    ask: `Please check with ${told.company}, and keep only one inquiry for this application.`,
  }),
  wrong_date: told => ({
    wrong: [
      'The date of this inquiry is inaccurate.',
      dated(told),
      ...(isAhead(told) && told.reportDate !== null
        ? [`That is later than the report that shows it, which is of ${longDate(told.reportDate)}.`]
        : []),
    ],
    ask: `Please check with ${told.company} when it obtained my report, and correct the date.`,
  }),
  too_old: told => ({
    wrong: [
      `This inquiry is more than two years old. ${dated(told)}`,
      'The nationwide credit bureaus say that they list inquiries for two years.',
    ],
    ask: 'Please delete it.',
  }),
  other: told => ({
    wrong: ['What is shown for this inquiry is inaccurate or incomplete.'],
    ask: `Please check what I say with ${told.company}, and correct or delete the inquiry.`,
  }),
}

/**
 * What a letter says for a reason about an inquiry. Each sentence says a reported field, or what the person says by
 * choosing the reason, or a rule of the Act with its section; docs/reference/letters.md lists them with their sources.
 */
export const inquiryClaim = (reason: InquiryReason, told: InquiryEvidence): Claim =>
  inquiryClaims[reason](told)
