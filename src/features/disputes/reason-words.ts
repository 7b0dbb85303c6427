import { type AccountReason, accountReasons } from '#features/findings/reasons.ts'
import type { AccountEvidence } from './facts.ts'
import { isReasonAllowed, isReasonLikely } from './reason-eligibility.ts'

/** How the wizard words a reason. */
export type ReasonWords = {
  /** What the person says by choosing it: the letter says the same and no more. */
  label: string
  /** One line below the label; null when the label needs none. */
  hint: string | null
  /** What to write in the details, so that a bureau can look into it. */
  details: string
}

/** The wizard's words for every reason (reasons: product paper section 4.7). */
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
    hint: 'The bureaus do not list medical collections that are paid, less than a year old or below $500.',
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

/** Whether the server takes a reason only with the person's own words (decisions section 3). */
export const needsExplanation = (reason: AccountReason): boolean => reason === 'other'

/**
 * The reasons to offer for an account, given what is known at the bureaus chosen and today's date (`YYYY-MM-DD`):
 * those that fit what at least one bureau shows, the likely ones first, `other` last. Nothing is preselected.
 */
export const listAccountReasons = (all: readonly AccountEvidence[], today: string): AccountReason[] => {
  const offered = accountReasons.filter(reason => all.some(around => isReasonAllowed(reason, around, today)))
  const isLikely = (reason: AccountReason) => all.some(around => isReasonLikely(reason, around, today))
  return [...offered.filter(isLikely), ...offered.filter(reason => !isLikely(reason))]
}
