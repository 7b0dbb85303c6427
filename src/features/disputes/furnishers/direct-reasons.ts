import type { AccountReason } from '#features/findings/reasons.ts'

/** The reasons for which a company must investigate a direct dispute of an account: those of 12 CFR 1022.43(a). */
export const directReasons = [
  // (a)(1): the consumer's liability for the debt.
  'not_mine',
  'identity_theft',
  'not_responsible',
  'included_in_bankruptcy',
  'unknown_original_creditor',
  // (a)(2): the terms, such as the balance and the credit limit.
  'wrong_balance',
  'wrong_limit',
  'sold_or_transferred',
  // (a)(3): performance and conduct, such as the payment status, payments, and the dates of opening and closing.
  'wrong_payment_status',
  'never_late',
  'wrong_dates',
  'reaged',
  'paid_or_settled',
  'closed_shown_open',
  // (a)(4): other information in a report about the account that bears on creditworthiness.
  'deceased_in_error',
  'other',
] as const satisfies readonly AccountReason[]
export type DirectReason = (typeof directReasons)[number]

/**
 * The other reasons, and why they are for the bureaus: they are not about what this company reports about its account.
 */
export const bureauReasons = [
  // 12 CFR 1022.43(b)(1)(vi): information from another furnisher.
  {
    reason: 'duplicate',
    why: 'The other entry may be of another company, which this one does not answer for.',
  },
  // 15 U.S.C. 1681c(a) binds consumer reporting agencies.
  { reason: 'too_old', why: 'How long an item may be listed is a rule for the bureaus.' },
  // The three bureaus' announcements of 2022 and 2023 are about their own files.
  { reason: 'medical', why: 'Which medical debts are listed is a rule of the bureaus.' },
] as const satisfies readonly { reason: Exclude<AccountReason, DirectReason>; why: string }[]
