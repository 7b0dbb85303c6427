import type { Letter } from '#features/disputes/dispute-contract.ts'

/** A letter to Experian that nobody handed to the mail, but for what is its own. */
export const letter = (own: Partial<Letter> = {}): Letter => ({
  id: 'a',
  bureau: 'Experian',
  body: '',
  editable: '',
  edited: false,
  mark: null,
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
  ...own,
})
