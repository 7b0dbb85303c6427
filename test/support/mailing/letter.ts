import type { Letter } from '#features/disputes/dispute-contract.ts'
import { unmailed } from '#features/disputes/dispute-status.ts'

/** An unmailed letter to Experian, with overrides. */
export const buildLetter = (own: Partial<Letter> = {}): Letter => ({
  id: 'a',
  bureau: 'Experian',
  recipient: { kind: 'bureau', name: own.bureau ?? 'Experian', address: [] },
  body: '',
  editable: '',
  edited: false,
  mark: null,
  ...unmailed,
  ...own,
})
