import { isBefore } from '#features/findings/dates-apart.ts'
import type { InquiryReason } from '#features/findings/reasons.ts'
import type { Inquiry } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import type { Claim } from './claims.ts'
import { joinWithAnd, longDate } from './words.ts'

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

const wordings: Readonly<Record<InquiryReason, (told: InquiryEvidence) => Claim>> = {
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
 * choosing the reason, or a rule of the Act with its section; docs/letters.md lists them with their sources.
 */
export const inquiryClaim = (reason: InquiryReason, told: InquiryEvidence): Claim => wordings[reason](told)
