import { lookUp } from './codes.ts'

/** Metro 2 codes about disputes and bankruptcies that bureaus pass on unchanged. Data only. */

/** Compliance condition codes (CDIA Credit Reporting Resource Guide, field 20): in words, and whether disputed now. */
const compliance: Readonly<Record<string, readonly [words: string, disputed: boolean | null]>> = {
  XA: ['Account closed at the consumer’s request', null],
  XB: ['Account disputed by the consumer under the FCRA, being investigated', true],
  XC: ['Investigation under the FCRA completed, the consumer disagrees', true],
  XD: ['Account closed at the consumer’s request, and disputed under the FCRA', true],
  XE: [
    'Account closed at the consumer’s request; FCRA investigation completed, the consumer disagrees',
    true,
  ],
  XF: ['Account disputed by the consumer under the FCBA, being investigated', true],
  XG: ['Investigation under the FCBA completed, the consumer disagrees', true],
  XH: ['Account was disputed, and the investigation is completed', false],
  XJ: ['Account closed at the consumer’s request, and disputed under the FCBA', true],
  XR: ['Earlier compliance condition removed', false],
}

/** A compliance condition; null when unknown or none is reported. */
export const findComplianceCondition = (
  code: string | null,
): { words: string; disputed: boolean | null } | null => {
  const found = lookUp(compliance, code?.toUpperCase() ?? null)
  return found === null ? null : { words: found[0], disputed: found[1] }
}

/**
 * Consumer information indicators (the same guide, field 38): in words, and whether the debt is in a bankruptcy. The
 * CFPB's Metro 2 tool lists A to H, Q to V, 1A and 2A, and calls W to Y obsolete; I to P and Z are of older guides and
 * of Experian's glossary.
 */
const indicators: Readonly<Record<string, readonly [words: string, inBankruptcy: boolean]>> = {
  A: ['Petition for Chapter 7 bankruptcy', true],
  B: ['Petition for Chapter 11 bankruptcy', true],
  C: ['Petition for Chapter 12 bankruptcy', true],
  D: ['Petition for Chapter 13 bankruptcy', true],
  E: ['Discharged through Chapter 7 bankruptcy', true],
  F: ['Discharged through Chapter 11 bankruptcy', true],
  G: ['Discharged through Chapter 12 bankruptcy', true],
  H: ['Discharged or completed through Chapter 13 bankruptcy', true],
  I: ['Chapter 7 bankruptcy dismissed', false],
  J: ['Chapter 11 bankruptcy dismissed', false],
  K: ['Chapter 12 bankruptcy dismissed', false],
  L: ['Chapter 13 bankruptcy dismissed', false],
  M: ['Chapter 7 bankruptcy withdrawn', false],
  N: ['Chapter 11 bankruptcy withdrawn', false],
  O: ['Chapter 12 bankruptcy withdrawn', false],
  P: ['Chapter 13 bankruptcy withdrawn', false],
  Q: ['Bankruptcy closed, dismissed or withdrawn without a discharge, or its indicator removed', false],
  R: ['Debt reaffirmed', false],
  S: ['Reaffirmation or lease assumption indicator removed', false],
  T: ['Creditor cannot locate the consumer', false],
  U: ['Consumer now located', false],
  V: ['Reaffirmation of debt rescinded, Chapter 7 bankruptcy', true],
  W: ['Reaffirmation of debt rescinded, Chapter 11 bankruptcy', true],
  X: ['Reaffirmation of debt rescinded, Chapter 12 bankruptcy', true],
  Y: ['Reaffirmation of debt rescinded, Chapter 13 bankruptcy', true],
  Z: ['Included in a bankruptcy, chapter not designated', true],
  '1A': ['Personal receivership', false],
  '2A': ['Lease assumption', false],
}

/** A consumer information indicator; null when unknown or none is reported. */
export const findConsumerIndicator = (
  code: string | null,
): { words: string; inBankruptcy: boolean } | null => {
  const found = lookUp(indicators, code?.toUpperCase() ?? null)
  return found === null ? null : { words: found[0], inBankruptcy: found[1] }
}
