import type { Letter } from '#features/disputes/dispute-contract.ts'
import { unmailed } from '#features/disputes/not-mailed.ts'

/** A letter to Experian that nobody handed to the mail, but for what is its own. */
export const buildLetter = (own: Partial<Letter> = {}): Letter => ({
  id: 'a',
  bureau: 'Experian',
  body: '',
  editable: '',
  edited: false,
  mark: null,
  ...unmailed,
  ...own,
})
