/**
 * Where the mailing of a letter stands. `held` waits for an operator, `rejected` was refused by the print-and-mail
 * provider, `returned` came back, and of an `untraceable` one nobody can say whether it was mailed; every state but `not_mailed` means that sending it again is asked for with a reason.
 */
export const mailStates = [
  'not_mailed',
  'requested',
  'submitted',
  'processed',
  'sent',
  'delivered',
  'returned',
  'rejected',
  'failed',
  'held',
  'untraceable',
] as const
export type MailState = (typeof mailStates)[number]
