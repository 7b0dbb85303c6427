/** What can be chosen in letters to debt collectors. Apart from the schemas, which screens do not load. */

export const noticeStates = ['came', 'not_come', 'unknown'] as const
export type NoticeState = (typeof noticeStates)[number]

export const validationScopes = ['whole', 'part'] as const

/** The prompts of the model validation notice, beside “other” in own words: 12 CFR 1006.34(c)(4), part 1006 appendix B. */
export const debtClaims = ['not_mine', 'wrong_amount'] as const
export type DebtClaim = (typeof debtClaims)[number]

export const ceaseScopes = ['all', 'limited'] as const

export const contactMedia = ['phone', 'text', 'email'] as const
export type ContactMedium = (typeof contactMedia)[number]

/** An amount as it may be typed: `1284`, `1284.00`, `$1284.00`. */
export const amountPattern = /^\$?\d{1,9}(?:\.\d{2})?$/
export const amountMessage = 'Enter an amount like 1284.00'

export const notDebtCollectorMessage = 'Confirm that the company is a debt collector, not the lender itself'
export const noDebtMessage =
  'Say how the collector knows the debt: by its number, its amount or the original creditor'
