import type { Letter } from './dispute-contract.ts'

/** How a letter's mailing is shown. */
export type LetterMailing = Pick<
  Letter,
  | 'lobStatus'
  | 'lobErrorMessage'
  | 'lobLetterId'
  | 'lobTrackingUrl'
  | 'lobSentAt'
  | 'lobExpectedDeliveryDate'
  | 'mailState'
  | 'events'
  | 'deadlines'
  | 'next'
>

/** A letter that nobody handed to the mail. */
export const unmailed: LetterMailing = {
  lobStatus: null,
  lobErrorMessage: null,
  lobLetterId: null,
  lobTrackingUrl: null,
  lobSentAt: null,
  lobExpectedDeliveryDate: null,
  mailState: 'not_mailed',
  events: [],
  deadlines: [],
  next: null,
}
