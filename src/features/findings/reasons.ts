/** Why an account may be disputed: suggested by findings, given in disputes. */
export const accountReasons = [
  'not_mine',
  'identity_theft',
  'not_responsible',
  'wrong_balance',
  'wrong_limit',
  'wrong_payment_status',
  'never_late',
  'wrong_dates',
  'paid_or_settled',
  'closed_shown_open',
  'duplicate',
  'included_in_bankruptcy',
  'too_old',
  'reaged',
  'sold_or_transferred',
  'medical',
  'unknown_original_creditor',
  'deceased_in_error',
  'other',
] as const
export type AccountReason = (typeof accountReasons)[number]

/** Why an inquiry may be disputed: suggested by findings, given in disputes. */
export const inquiryReasons = [
  'no_application',
  'identity_theft',
  'not_hard',
  'duplicate',
  'wrong_date',
  'too_old',
  'other',
] as const
export type InquiryReason = (typeof inquiryReasons)[number]

/** The limit of items in one dispute. */
export const maxItems = 20
