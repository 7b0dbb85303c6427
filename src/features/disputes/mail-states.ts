/**
 * Where the mailing of a letter stands. `held` waits for an operator, `rejected` was refused by the print-and-mail
 * provider, `returned` came back; every state but `not_mailed` means that sending it again is asked for with a reason.
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
] as const
export type MailState = (typeof mailStates)[number]
