import type { InquiryReason } from '#features/findings/reasons.ts'
import type { ReasonWords } from './reason-words.ts'

/** Why a soft inquiry is not disputed. */
export const softInquiryMessage =
  'This is a soft inquiry. Only you see it and no score counts it, so it needs no dispute.'

/**
 * The wizard's words for every reason (reasons: product paper section 4.7). That one regrets an application, or compared
 * offers for a loan, is no reason: those inquiries are true.
 */
export const inquiryReasonWords: Readonly<Record<InquiryReason, ReasonWords>> = {
  no_application: {
    label: 'I did not apply to this company',
    hint: 'Not for an application that you made yourself, also through a dealer or broker who asked several lenders.',
    details: 'Say what you know: for example that you never dealt with this company.',
  },
  identity_theft: {
    label: 'Someone applied in my name',
    hint: 'Identity theft. A report from IdentityTheft.gov or the police makes your case stronger.',
    details: 'Say when and how you found out, and whether you reported the theft.',
  },
  not_hard: {
    label: 'It was not for an application of mine',
    hint: 'For example a review of an account that you have, an offer that you did not ask for, an insurer or an employer.',
    details: 'Say what the company asked for your report for, as far as you know.',
  },
  duplicate: {
    label: 'One application is listed more than once',
    hint: null,
    details: 'Say when you applied, and what for.',
  },
  wrong_date: {
    label: 'The date is wrong',
    hint: null,
    details: 'Say on which day you applied.',
  },
  too_old: {
    label: 'It is more than two years old',
    hint: 'The bureaus list inquiries for two years.',
    details: 'Say on which day you applied, if the date shown is not right either.',
  },
  other: {
    label: 'Something else is wrong',
    hint: null,
    details: 'Say in your own words what is wrong.',
  },
}

/** Whether a reason says nothing without the person's own words (decisions section 3). */
export const needsExplanation = (reason: InquiryReason): boolean => reason === 'other'
