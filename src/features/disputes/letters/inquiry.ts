import { isBefore } from '#features/findings/partial-dates.ts'
import type { InquiryReason } from '#features/findings/reasons.ts'
import type { Inquiry } from '#features/reports/canonical.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import { type PartialDate, showDate } from '#values/dates.ts'
import { followUpSentences, isSuperseded } from './follow-up.ts'
import {
  type AtBureaus,
  type Claim,
  composeItemLetters,
  datedReport,
  itemsClosing,
  itemsOpening,
  itemsSubject,
  shownIn,
} from './item-letters.ts'
import type { Letter, LetterContext, LetterItem } from './letter.ts'
import { joinWithAnd, longDate, spellCount } from './words.ts'

/** Everything that a letter to one bureau may state about an inquiry, copied from the report it was seen in. */
export type InquiryEvidence = {
  bureau: Bureau
  company: string
  date: PartialDate | null
  kind: Inquiry['kind']
  /** The dates of other inquiries of the company in the same file, close to this one. */
  repeats: readonly (PartialDate | null)[]
  /** An account of the company in the same file that was opened earlier. */
  held: { opened: PartialDate } | null
  reportDate: PartialDate | null
  /** What the letter cites instead of the file, which the bureau answered it changed since. */
  source?: string
}

/** One disputed inquiry, with what a letter to each chosen bureau may state about it. */
export type DisputedInquiry = AtBureaus<InquiryEvidence> & {
  inquiryId: string
  /** The inquiry of the same application at each bureau that the plan shows, so that it can be found later. */
  ids: Partial<Record<Bureau, string>>
  company: string
  reason: InquiryReason
  explanation: string | null
}

type Entry = DisputedInquiry & { evidence: InquiryEvidence }

const nouns = { one: 'inquiry', many: 'inquiries' }

const nameOf = ({ evidence: { company, date } }: Entry): string =>
  `the inquiry by ${company}${date === null ? '' : `, ${longDate(date)}`}`

const itemOf = ({ reason, evidence, explanation }: Entry, before: readonly string[]): LetterItem => {
  const { company, date, kind } = evidence
  const { wrong, ask } = inquiryClaim(reason, evidence)
  const shown = showDate(date)
  return {
    title: company,
    facts: [
      ...(shown === null ? [] : [{ label: 'Date of inquiry', value: shown }]),
      ...(kind === 'hard' ? [{ label: 'Kind', value: 'Hard inquiry' }] : []),
    ],
    says: [...before, ...wrong],
    ownWords: explanation,
    ask,
  }
}

/**
 * An inquiry with its date if the letter names another one of the company, and with its number if that one has the same
 * date.
 */
const stolenInquiries = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ reason, evidence: { company, date } }, index) => {
    if (reason !== 'identity_theft') return []
    const ofCompany = entries.filter(({ evidence }) => evidence.company === company)
    const ofDay = ofCompany.filter(({ evidence }) => evidence.date === date)
    const dated = ofCompany.length === 1 || date === null ? '' : ` of ${longDate(date)}`
    return [`the inquiry by ${company}${dated}${ofDay.length === 1 ? '' : ` (number ${index + 1} above)`}`]
  })

/** Cites the report by its date if the bureau answered that it changed the inquiry since. */
const withSource = (entry: Entry, bureau: Bureau, context: LetterContext): Entry =>
  isSuperseded({ type: 'inquiry', ids: entry.ids }, bureau, context)
    ? {
        ...entry,
        evidence: {
          ...entry.evidence,
          source: `My ${datedReport('credit report', findPartDate(context, bureau))}`,
        },
      }
    : entry

export const inquiryLetters = (disputed: readonly DisputedInquiry[], context: LetterContext): Letter[] =>
  composeItemLetters(
    disputed,
    (entries, bureau) => {
      return {
        subject: itemsSubject(entries.map(nameOf), nouns, bureau),
        opening: itemsOpening(entries.length, nouns, shownIn(bureau, context), bureau, context),
        items: entries.map(entry =>
          itemOf(withSource(entry, bureau, context), followUpSentences(context, bureau, 'inquiry')),
        ),
        closing: itemsClosing(
          {
            stolen: stolenInquiries(entries),
            companies: entries.map(({ evidence }) => evidence.company),
          },
          context,
        ),
      }
    },
    context,
  )

/** `on November 2, 2026`, `in November 2026`; empty if the file has no date. */
const when = (date: PartialDate | null): string =>
  date === null ? '' : ` ${date.length === 10 ? 'on' : 'in'} ${longDate(date)}`

const dated = ({ date, source = 'Your file' }: InquiryEvidence): string =>
  date === null ? `${source} gives no date for it.` : `${source} dates it ${longDate(date)}.`

const otherDates = ({ company, repeats, source = 'Your file' }: InquiryEvidence): string => {
  const dates = repeats.flatMap(date => (date === null ? [] : [longDate(date)]))
  const listed = dates.length > 1 ? `${spellCount(dates.length)} inquiries` : 'an inquiry'
  return `${source} also lists ${listed} by ${company} dated ${joinWithAnd([...new Set(dates)])}.`
}

/** A date after the report that shows it cannot be right (finder rule I-05). */
const isAhead = ({ date, reportDate }: InquiryEvidence): boolean => isBefore(reportDate, date)

const inquiryClaims: Readonly<Record<InquiryReason, (evidence: InquiryEvidence) => Claim>> = {
  no_application: evidence => ({
    wrong: [
      `I did not apply to ${evidence.company}.`,
      'Section 604(a) of the Act, 15 U.S.C. 1681b(a), names the purposes for which a report may be given.',
    ],
    ask: `Please ask ${evidence.company} for which of these purposes it obtained my report${when(evidence.date)}, and delete the inquiry unless such a purpose is verified.`,
  }),
  identity_theft: evidence => ({
    wrong: ['I did not make this application. Someone applied in my name without my permission.'],
    ask: `Please find out from ${evidence.company} how this inquiry came about, and delete it.`,
  }),
  not_hard: evidence => ({
    wrong: [
      'This inquiry was not for an application of mine.',
      ...(evidence.held === null
        ? []
        : [
            `${evidence.source ?? 'Your file'} shows an account of ${evidence.company} that was opened${when(evidence.held.opened)}, before the inquiry.`,
          ]),
      'Section 604(c)(3) of the Act, 15 U.S.C. 1681b(c)(3), does not let a record of inquiries for credit or insurance transactions that I did not initiate be given to others.',
    ],
    ask: `Please ask ${evidence.company} what my report was obtained for${when(evidence.date)}, and delete the inquiry or show it to me alone.`,
  }),
  duplicate: evidence => ({
    wrong: ['One application of mine is listed more than once.', otherDates(evidence)],
    ask: `Please check with ${evidence.company}, and keep only one inquiry for this application.`,
  }),
  wrong_date: evidence => ({
    wrong: [
      'The date of this inquiry is inaccurate.',
      dated(evidence),
      ...(isAhead(evidence) && evidence.reportDate !== null
        ? [`That is later than the report that shows it, which is of ${longDate(evidence.reportDate)}.`]
        : []),
    ],
    ask: `Please check with ${evidence.company} when it obtained my report, and correct the date.`,
  }),
  too_old: evidence => ({
    wrong: [
      `This inquiry is more than two years old. ${dated(evidence)}`,
      'The nationwide credit bureaus say that they list inquiries for two years.',
    ],
    ask: 'Please delete it.',
  }),
  other: evidence => ({
    wrong: ['What is shown for this inquiry is inaccurate or incomplete.'],
    ask: `Please check what I say with ${evidence.company}, and correct or delete the inquiry.`,
  }),
}

/**
 * The claim for a reason about an inquiry. Each sentence states a reported field, or the user's claim made by choosing
 * the reason, or a rule of the Act with its section.
 */
const inquiryClaim = (reason: InquiryReason, evidence: InquiryEvidence): Claim =>
  inquiryClaims[reason](evidence)
