import type { AccountReason, InquiryReason } from '#features/findings/reasons.ts'
import type { PersonalAction, PersonalField } from './dispute-requests.ts'

/** The wizard's texts for a reason. */
export type ReasonWords = {
  /** The user's claim by choosing it: the letter states the same and no more. */
  label: string
  /** One line below the label; null if none is needed. */
  hint: string | null
  /** What to write in the details, so that a bureau can look into it. */
  details: string
}

/** The wizard's texts for every account reason. */
export const reasonWords: Readonly<Record<AccountReason, ReasonWords>> = {
  not_mine: {
    label: 'This account is not mine',
    hint: null,
    details:
      'Say what you know: for example a relative with the same name, or that you never dealt with this company.',
  },
  identity_theft: {
    label: 'Someone opened this account in my name',
    hint: 'Identity theft. A report from IdentityTheft.gov or the police makes your case stronger.',
    details: 'Say when and how you found out, and whether you reported the theft.',
  },
  not_responsible: {
    label: 'I am not responsible for this debt',
    hint: 'For example, you are only an authorized user.',
    details: 'Say whose debt it is and what you have to do with the account.',
  },
  wrong_balance: {
    label: 'The amount owed is wrong',
    hint: null,
    details: 'Say what the balance or the past due amount should be, and on which date.',
  },
  wrong_limit: {
    label: 'The credit limit is wrong or missing',
    hint: null,
    details: 'Say what the credit limit is, and since when.',
  },
  wrong_payment_status: {
    label: 'The status is wrong',
    hint: null,
    details: 'Say what the status should be, and since when.',
  },
  never_late: {
    label: 'I was not late in the months shown as late',
    hint: 'For some of several months, choose “Something else is wrong” and name them.',
    details: 'Say how and when you paid in the months that are shown as late.',
  },
  wrong_dates: {
    label: 'A date is wrong',
    hint: null,
    details: 'Say which date is wrong and what it should be.',
  },
  paid_or_settled: {
    label: 'I paid or settled this account',
    hint: 'It still shows an amount owed, or a status that says it is unpaid.',
    details: 'Say when you paid or settled it, and how much.',
  },
  closed_shown_open: {
    label: 'This account is closed, but shown as open',
    hint: null,
    details: 'Say when it was closed, and by whom.',
  },
  duplicate: {
    label: 'The same debt is listed more than once',
    hint: null,
    details: 'Say which other entry of your report is the same debt.',
  },
  included_in_bankruptcy: {
    label: 'This debt was included in my bankruptcy',
    hint: null,
    details: 'Give the court, the case number and the date of the discharge.',
  },
  too_old: {
    label: 'It is too old to be on my report',
    hint: 'Most negative items must go after about seven years.',
    details: 'Say when you first missed a payment and never caught up.',
  },
  reaged: {
    label: 'Its date makes it look newer than it is',
    hint: 'The seven years count from the first missed payment. A sale or a new collector does not restart them.',
    details: 'Say when you first missed a payment and never caught up.',
  },
  sold_or_transferred: {
    label: 'It was sold or transferred, but still shows as owed here',
    hint: null,
    details: 'Say to whom it was sold or transferred, and when.',
  },
  medical: {
    label: 'It is a medical debt that should not be listed',
    // A veteran's right depends on the VA's document (15 U.S.C. 1681i(g)), and so does what a bureau must know (1681c(a)(7), (8)).
    hint: 'By their own policy the bureaus do not list medical collections that are paid, less than a year old or below $500. If the Department of Veterans Affairs is to pay it, choose “Something else is wrong”, say so and enclose its notice: with that the bureau must delete it (15 U.S.C. 1681i(g)).',
    details: 'Say which of these applies, and what your insurance paid.',
  },
  unknown_original_creditor: {
    label: 'I do not know where this debt comes from',
    hint: 'The original creditor is missing, or you do not recognize it.',
    details: 'Say what the collector told you, if it wrote to you.',
  },
  deceased_in_error: {
    label: 'It says that I am deceased',
    hint: null,
    details: 'Say where you saw it.',
  },
  other: {
    label: 'Something else is wrong',
    hint: null,
    details: 'Say in your own words what is wrong.',
  },
}

/** Whether the server accepts a reason only with the user's own words. */
export const needsExplanation = (reason: AccountReason | InquiryReason): boolean => reason === 'other'

/** Why a soft inquiry is not disputed. */
export const softInquiryMessage =
  'This is a soft inquiry. Only you see it and no score counts it, so it needs no dispute.'

/**
 * The wizard's texts for every inquiry reason. Regretting an application, or comparing loan offers, is not a reason:
 * those inquiries are accurate.
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

/**
 * The wizard's texts for claims about each kind of entry. The label is the letter's claim, `details` how to enter the
 * right value; null if nothing is entered.
 */
export const personalWords: Readonly<
  Record<PersonalField, Record<PersonalAction, Omit<ReasonWords, 'details'> & { details: string | null }>>
> = {
  name: {
    correct: {
      label: 'My name is different',
      hint: 'A misspelling, or a name that you no longer use.',
      details:
        'Your full legal name, with Jr. or Sr. if you use it. If it is not the name in your profile, enclose a document that shows it: a court order, a marriage or divorce certificate, or a government ID.',
    },
    remove: {
      label: 'This name is not mine',
      hint: 'A name that you have never used. It can be a sign that two files are mixed.',
      details: null,
    },
  },
  dob: {
    correct: {
      label: 'My date of birth is different',
      hint: null,
      details: 'Your date of birth, as in your profile.',
    },
    remove: { label: 'This is not my date of birth', hint: null, details: null },
  },
  ssn: {
    correct: {
      label: 'My Social Security number is different',
      hint: 'The letter states the last four digits of yours. Never write the whole number.',
      details: null,
    },
    remove: {
      label: 'This Social Security number is not mine',
      hint: 'It can be a sign that two files are mixed, or of identity theft.',
      details: null,
    },
  },
  address: {
    correct: {
      label: 'The right address is different',
      hint: 'For example an old address that is shown as your current one.',
      details: 'Your address with street, city, state and ZIP code.',
    },
    remove: {
      label: 'This address is not mine',
      hint: 'You never lived there and never got mail there.',
      details: null,
    },
  },
  phone: {
    correct: { label: 'My phone number is different', hint: null, details: 'Your phone number.' },
    remove: { label: 'This phone number is not mine', hint: null, details: null },
  },
  employer: {
    correct: {
      label: 'The employer’s name is different',
      hint: null,
      details: 'The name of the employer.',
    },
    remove: { label: 'I never worked for this employer', hint: null, details: null },
  },
}
