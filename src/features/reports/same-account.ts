import { MIN_SHARED_DIGITS } from './account-number.ts'
import type { Account } from './canonical.ts'
import { collectEvidence, type Evidence, type PreparedRow, prepareRow, type Reason } from './evidence.ts'

/**
 * Decides whether rows of two bureaus are the same real account: the creditor and the full number agree. If a
 * bureau hides digits, the creditor, the type and the opening date within 31 days agree, and so do the
 * visible digits, or an amount to the cent and the exact opening day. Any doubt means no: merging two
 * accounts would hide one of them.
 */

type Verdict = 'same' | 'different' | 'unsure'

type Comparison = {
  verdict: Verdict
  /** Probability, 0 to 1, that the two are one account, as far as `reasons` go. */
  confidence: number
  reasons: readonly Reason[]
}

/**
 * The prior: two rows of one creditor at two bureaus are two accounts only if each bureau omits what the
 * other lists, since a second candidate already prevents a match (grouping.ts). Debts are omitted more often.
 */
const bitsBefore = { alone: 2, oneOfMany: -2 }

/** If neither bureau lists another account of the creditor, the person is unlikely to have a second one. */
const soleReason = (isOneOfMany: boolean): Reason => ({
  about: 'creditor',
  text: 'the only account of the creditor at each bureau',
  bits: isOneOfMany ? 2 : 5,
})

/**
 * The evidence required to be the same. Two cards or loans without a common digit may have been opened together, and each
 * be missing at one bureau: a million to 1. Leading digits are weak evidence, since numbers of one month are often
 * sequential. For debts the amount, the day and the original creditor decide, which an equal bill may share. Loans
 * disbursed in equal parts agree in everything except the last digits.
 */
const surelyBits = ({ digits, isOneOfMany, isPaidOutInParts }: Evidence): number => {
  if (digits?.isEnd) return 10
  if (isOneOfMany && !isPaidOutInParts) return 12
  return (digits?.count ?? 0) >= MIN_SHARED_DIGITS && !isPaidOutInParts ? 14 : 20
}

/** Almost certainly different, 32 to 1. */
const hardlyBits = -5

const verdictOf = (bits: number, evidence: Evidence, isTyped: boolean): Verdict => {
  const { reasons, isDecided } = evidence
  if (isDecided) return 'same'
  if (reasons.some(reason => reason.isFatal) || bits <= hardlyBits) return 'different'
  const opened = reasons.find(({ about }) => about === 'opened')?.bits ?? 0
  if (!isTyped || opened < 0) return 'unsure'
  return bits >= surelyBits(evidence) ? 'same' : 'unsure'
}

/**
 * Like `compareRows`, for rows prepared by `prepareRow`, with the total weight in bits. `isSole`: neither bureau lists
 * another account of the creditor.
 */
export const comparePreparedRows = (
  a: PreparedRow,
  b: PreparedRow,
  isSole = false,
): Comparison & { bits: number } => {
  const evidence = collectEvidence(a, b)
  const { isOneOfMany, isPaidOutInParts } = evidence
  const reasons =
    isSole && !isPaidOutInParts ? [...evidence.reasons, soleReason(isOneOfMany)] : evidence.reasons
  const before = isOneOfMany ? bitsBefore.oneOfMany : bitsBefore.alone
  const bits = reasons.reduce((sum, reason) => sum + reason.bits, before)
  const verdict = verdictOf(bits, evidence, a.row.accountType !== 'Unknown')
  const confidence = reasons.some(reason => reason.isFatal) ? 0 : 1 / (1 + 2 ** -bits)
  return { verdict, confidence, reasons, bits }
}

/** Whether two rows of different bureaus are one account, how likely that is, and why. Symmetric. */
export const compareRows = (a: Account, b: Account): Comparison => {
  const { verdict, confidence, reasons } = comparePreparedRows(prepareRow(a), prepareRow(b))
  return { verdict, confidence, reasons }
}
