/** How much a dispute takes, and what is said of less and of more: by the wizard first, and by the contract again. */

export const mostItems = 20
export const mostDocuments = 10
/** In characters: what explains an item, and what is right of a personal detail. */
export const longestExplanation = 1000
export const longestCorrection = 200

export const sentences = {
  noItem: 'Choose at least one item',
  tooManyItems: `Choose at most ${mostItems} items`,
  noBureau: 'Choose at least one bureau',
  noReason: 'Choose a reason',
  noOutcome: 'Choose what the bureau answered',
  noMailingReason: 'Say why it is mailed again',
  tooManyDocuments: `Enclose at most ${mostDocuments} documents`,
} as const

/** What is said of a text of more than so many characters. */
export const tooLong = (most: number): string => `Use at most ${most.toLocaleString('en-US')} characters`
