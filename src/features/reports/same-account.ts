import { MIN_SHARED_DIGITS } from './account-number.ts'
import type { Account } from './canonical.ts'
import { collectEvidence, type PreparedRow, prepareRow, type Reason } from './evidence.ts'

/**
 * When rows of two bureaus are the same real account (decisions section 5): the creditor and the whole number agree. Where
 * a bureau hides digits, the creditor, the type and the opening date within 31 days agree, and so do the visible digits,
 * or an amount to the cent and the day of opening. Any doubt is a no: showing two accounts as one hides one of them.
 */

export type Verdict = 'same' | 'different' | 'unsure'

export type Comparison = {
  verdict: Verdict
  /** How likely the two are one account, 0 to 1, as far as `reasons` go. */
  confidence: number
  reasons: readonly Reason[]
}

/**
 * Before any fact: two rows of one creditor at two bureaus would be two accounts only if each bureau left out what the
 * other lists, for a second candidate stops a match anyway (grouping.ts). Accounts that come in numbers are left out oftener.
 */
const bitsBefore = { alone: 2, oneOfMany: -2 }

/** 1,000 to 1; and 260,000 to 1 where no number supports it. */
const surelyBits = 10
const surelyWithoutDigitsBits = 18

/** As likely two accounts as one, 32 to 1. */
const hardlyBits = -5

const find = (reasons: readonly Reason[], about: Reason['about']) =>
  reasons.find(reason => reason.about === about)

const verdictOf = (bits: number, reasons: readonly Reason[], digits: number, isTyped: boolean): Verdict => {
  if (reasons.some(reason => reason.isFatal) || bits <= hardlyBits) return 'different'
  const opened = find(reasons, 'opened')?.bits ?? 0
  if (!isTyped || opened < 0) return 'unsure'
  return bits >= (digits >= MIN_SHARED_DIGITS ? surelyBits : surelyWithoutDigitsBits) ? 'same' : 'unsure'
}

/** As `compareRows`, for rows prepared once by `prepareRow`, with the weight of all reasons in bits. */
export const comparePreparedRows = (a: PreparedRow, b: PreparedRow): Comparison & { bits: number } => {
  const { reasons, digits, isOneOfMany, isDecided } = collectEvidence(a, b)
  const before = isOneOfMany ? bitsBefore.oneOfMany : bitsBefore.alone
  const bits = reasons.reduce((sum, reason) => sum + reason.bits, before)
  const verdict = isDecided ? 'same' : verdictOf(bits, reasons, digits, a.row.accountType !== 'Unknown')
  const confidence = reasons.some(reason => reason.isFatal) ? 0 : 1 / (1 + 2 ** -bits)
  return { verdict, confidence, reasons, bits }
}

/** Whether two rows of different bureaus are one account, how likely that is, and why. Symmetric. */
export const compareRows = (a: Account, b: Account): Comparison => {
  const { verdict, confidence, reasons } = comparePreparedRows(prepareRow(a), prepareRow(b))
  return { verdict, confidence, reasons }
}
