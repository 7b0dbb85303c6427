import { maxItems } from '#features/findings/reasons.ts'

/** Limits of a dispute and their messages, used first by the wizard and again by the contract. */

export const maxDocuments = 10
/** In characters, for an item's explanation and for the right value of a personal detail. */
export const maxExplanationLength = 1000
export const maxCorrectionLength = 200

/** The word limit that a bureau may set for a statement of a dispute, if it helps to write it (15 U.S.C. 1681i(b)). */
export const maxStatementWords = 100

/** The words of a text as counted for a statement. */
export const countWords = (text: string): number => text.split(/\s+/).filter(word => word !== '').length

export const validationMessages = {
  noItem: 'Choose at least one item',
  tooManyItems: `Choose at most ${maxItems} items`,
  noBureau: 'Choose at least one bureau',
  noReason: 'Choose a reason',
  noOutcome: 'Choose what the bureau answered',
  noRecipients: 'Name whom the bureau should notify',
  noStatement: 'Write your statement',
  statementTooLong: `Use at most ${maxStatementWords} words`,
  addressNotConfirmed: 'Confirm that this is an address of the company',
  noMailingReason: 'Say why it is mailed again',
  tooManyDocuments: `Enclose at most ${maxDocuments} documents`,
} as const

/** The message for a text that is too long. */
export const tooLongMessage = (most: number): string =>
  `Use at most ${most.toLocaleString('en-US')} characters`
