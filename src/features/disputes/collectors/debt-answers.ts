import { centsOwed } from '#features/findings/account-facts.ts'
import { centsOf, type Dollars, dollarsOf } from '#values/money.ts'
import type { CeaseDispute, ValidationDispute } from '../dispute-requests.ts'
import type { AccountRow } from '../facts.ts'
import { type KnownNotice, noticeProblems } from './validation-period.ts'

/** Validation of the answers for a letter to a debt collector, used by the screen and again by the server. */

/** Messages by the body's paths; empty without problems. */
export type Problems = Readonly<Record<string, string>>

/** The amount that a row shows as owed, with its label; null if it shows no amount above zero. */
export const findOwed = ({
  currentBalance,
  amountPastDue,
}: Pick<AccountRow, 'currentBalance' | 'amountPastDue'>): {
  label: 'Balance' | 'Past due'
  amount: Dollars
} | null => {
  if (currentBalance !== null && centsOwed(currentBalance) > 0)
    return { label: 'Balance', amount: currentBalance }
  return amountPastDue !== null && centsOwed(amountPastDue) > 0
    ? { label: 'Past due', amount: amountPastDue }
    : null
}

/** The amount of a whole debt; null if only a past due amount is known, which can be a part of it. */
export const findWhole = (owed: ReturnType<typeof findOwed>): Dollars | null =>
  owed?.label === 'Balance' ? owed.amount : null

/** Dollars as typed. */
export const parseAmount = (typed: string): Dollars =>
  dollarsOf(Math.round(Number(typed.replace('$', '')) * 100))

type AskedValidation = Pick<ValidationDispute, 'scope' | 'partAmount' | 'claims'> & { notice: KnownNotice }

const partProblems = (
  { scope, partAmount, claims = [] }: AskedValidation,
  whole: Dollars | null,
): Problems => {
  if (scope === 'whole')
    return partAmount === undefined ? {} : { partAmount: 'Only a part of the debt has an amount of its own' }
  const part = partAmount === undefined ? 0 : (centsOf(parseAmount(partAmount)) ?? 0)
  const all = centsOf(whole) ?? 0
  return {
    ...(part === 0 ? { partAmount: 'Say how much of the debt you dispute' } : {}),
    ...(part > 0 && all > 0 && part >= all
      ? { partAmount: 'This is no less than the whole debt. Choose to dispute all of it.' }
      : {}),
    ...(claims.includes('not_mine') ? { claims: 'A debt that is not yours is disputed as a whole' } : {}),
  }
}

/** For a dispute of a debt; `whole` is the amount of the debt, if known. */
export const validationProblems = (
  asked: AskedValidation,
  whole: Dollars | null,
  today: string,
): Problems => ({
  ...Object.fromEntries(
    Object.entries(noticeProblems(asked.notice, today)).map(([part, sentence]) => [
      `notice.${part}`,
      sentence,
    ]),
  ),
  ...partProblems(asked, whole),
})

/** For a request to stop contact. */
export const ceaseProblems = ({
  scope,
  media = [],
  notAtWork = false,
  explanation = '',
}: Pick<CeaseDispute, 'scope' | 'media' | 'notAtWork' | 'explanation'>): Problems => {
  const names = media.length > 0 || notAtWork || explanation.trim() !== ''
  if (scope === 'limited' && !names)
    return { media: 'Choose what should stop, or name times and places in your own words' }
  return scope === 'all' && names ? { scope: 'A request to stop all contact names no limits' } : {}
}

/** The choices in letters to debt collectors, separate from the schemas, which screens do not load. */

export const noticeStates = ['came', 'not_come', 'unknown'] as const
export type NoticeState = (typeof noticeStates)[number]

export const validationScopes = ['whole', 'part'] as const

/**
 * The prompts of the model validation notice, in addition to “other” in the user's own words: 12 CFR 1006.34(c)(4), part
 * 1006 appendix B.
 */
export const debtClaims = ['not_mine', 'wrong_amount'] as const
export type DebtClaim = (typeof debtClaims)[number]

export const ceaseScopes = ['all', 'limited'] as const

export const contactMedia = ['phone', 'text', 'email'] as const
export type ContactMedium = (typeof contactMedia)[number]

/** An amount above zero as typed: `1284`, `1284.00`, `$1284.00`. */
export const amountPattern = /^\$?(?!0+(?:\.00)?$)\d{1,9}(?:\.\d{2})?$/
export const amountMessage = 'Enter an amount like 1284.00'

export const notDebtCollectorMessage = 'Confirm that the company is a debt collector, not the lender itself'
export const noDebtMessage =
  'Say how the collector knows the debt: by its number, its amount or the original creditor'
