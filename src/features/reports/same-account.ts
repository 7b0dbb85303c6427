import { MIN_SHARED_DIGITS } from './account-number.ts'
import type { Account } from './canonical.ts'
import { collectEvidence, type PreparedRow, prepareRow, type Reason } from './evidence.ts'

/**
 * Decides whether rows of two bureaus are the same real account: the creditor and the full number agree. If a
 * bureau hides digits, the creditor, the type and the opening date within 31 days agree, and so do the
 * visible digits, or an amount to the cent and the exact opening day. Any doubt means no: merging two
 * accounts would hide one of them.
 */

export type Verdict = 'same' | 'different' | 'unsure'

export type Comparison = {
  verdict: Verdict
  /** Probability, 0 to 1, that the two are one account, as far as `reasons` go. */
  confidence: number
  reasons: readonly Reason[]
}

/**
 * The prior: two rows of one creditor at two bureaus are two accounts only if each bureau omits what the
 * other lists, since a second candidate prevents a match anyway (grouping.ts). Debts opened in batches are
 * omitted more often.
 */
const bitsBefore = { alone: 2, oneOfMany: -2 }

/** 1,000 to 1; and 260,000 to 1 without a supporting number. */
const surelyBits = 10
const surelyWithoutDigitsBits = 18

/** Almost certainly different, 32 to 1. */
const hardlyBits = -5

const find = (reasons: readonly Reason[], about: Reason['about']) =>
  reasons.find(reason => reason.about === about)

const verdictOf = (bits: number, reasons: readonly Reason[], digits: number, isTyped: boolean): Verdict => {
  if (reasons.some(reason => reason.isFatal) || bits <= hardlyBits) return 'different'
  const opened = find(reasons, 'opened')?.bits ?? 0
  if (!isTyped || opened < 0) return 'unsure'
  return bits >= (digits >= MIN_SHARED_DIGITS ? surelyBits : surelyWithoutDigitsBits) ? 'same' : 'unsure'
}

/** Like `compareRows`, for rows prepared by `prepareRow`, with the total weight in bits. */
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
