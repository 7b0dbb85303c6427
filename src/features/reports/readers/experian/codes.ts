import type { AccountStatus, Inquiry, PayToken } from '../../canonical.ts'
import { lookUp } from '../codes.ts'
import { findConsumerIndicator, padTypeCode } from '../metro2-codes.ts'

/** Experian's other codes (Experian Credit Profile). Unknown codes return null. */

type Table = Readonly<Record<string, string>>

/** ECOA: letters A to H are the same relations, terminated. */
const designators: Table = {
  '0': 'Undesignated',
  '1': 'Individual',
  '2': 'Joint',
  '3': 'Authorized user',
  '4': 'Joint participant',
  '5': 'Co-maker',
  '6': 'On behalf of another person',
  '7': 'Maker',
  A: 'Terminated',
  B: 'Terminated',
  C: 'Terminated',
  D: 'Terminated',
  E: 'Terminated',
  F: 'Terminated',
  G: 'Terminated',
  H: 'Terminated',
  T: 'Terminated',
  W: 'Business',
  X: 'Deceased',
}

export const experianResponsibility = (code: string | null): string | null =>
  lookUp(designators, code?.toUpperCase() ?? null)

/** Special comments; only these two are certain. */
const comments: Table = {
  '18': 'Account closed at the creditor’s request',
  '19': 'Account closed at the consumer’s request',
}

export const describeSpecialComment = (code: string | null): string | null =>
  lookUp(comments, padTypeCode(code))

/** Public record statuses of bankruptcies; the first word is the chapter. */
const records: Readonly<Record<string, readonly [type: string, disposition: string]>> = {
  '13': ['Chapter 13 bankruptcy', 'Filed'],
  '15': ['Chapter 7 bankruptcy', 'Discharged'],
  '17': ['Chapter 13 bankruptcy', 'Discharged'],
  '23': ['Chapter 7 bankruptcy', 'Filed'],
  '25': ['Chapter 11 bankruptcy', 'Filed'],
  '26': ['Chapter 11 bankruptcy', 'Discharged'],
  '27': ['Chapter 12 bankruptcy', 'Filed'],
  '28': ['Chapter 12 bankruptcy', 'Discharged'],
}

/** A public record's type and disposition, by its status. */
export const describeRecordStatus = (
  code: string | null,
): readonly [type: string, disposition: string] | null => lookUp(records, padTypeCode(code))

/** Score models by their indicator. */
const models: Table = {
  AF: 'FICO Score 8',
  B: 'Experian bankruptcy model',
  F: 'FICO Score 2',
  F9: 'FICO Score 9',
  V: 'VantageScore 1.0',
  V3: 'VantageScore 3.0',
  V4: 'VantageScore 4.0',
}

/** A score model's name, or the bureau's indicator if unknown; null when none is reported. */
export const findExperianModel = (indicator: string | null): string | null =>
  indicator === null
    ? null
    : (lookUp(models, indicator.toUpperCase()) ?? `Experian model ${indicator.slice(0, 20)}`)

/** Inquiries made without a credit application: licensing, offers, identity checks, prescreening. */
const softTypes: ReadonlySet<string> = new Set(['3C', '5C', '7C', '8C', '83'])

/**
 * A Credit Profile lists inquiries that lenders may see, which are hard unless their type, as a code or in words, is a
 * soft one.
 */
export const experianInquiryKind = (type: string | null): Inquiry['kind'] =>
  softTypes.has(padTypeCode(type) ?? '') || /soft|promo|prescreen|review/i.test(type ?? '') ? 'soft' : 'hard'

/**
 * Experian's account condition and payment status codes (Experian "Glossary of account conditions and payment
 * status"). Their 60 to 64 are Metro 2's 61 to 65, so they need a separate table.
 */

type Meaning = {
  text: string
  condition?: AccountStatus
  /** The current manner of payment. A paid charge-off or collection keeps its token. */
  pay?: PayToken
  /** The worst earlier status, if the code names it. */
  worst?: PayToken
}

const current = (was: PayToken, text: string): Meaning => ({
  text: `Current, was ${text}`,
  pay: 'OK',
  worst: was,
})

const paid = (was: PayToken, text: string): Meaning => ({
  text: `Paid, was ${text}`,
  condition: 'Paid',
  pay: 'OK',
  worst: was,
})

/** Paid after something worse than lateness. */
const paidOff = (was: PayToken, text: string): Meaning => ({
  text,
  condition: 'Paid',
  pay: was,
  worst: was,
})

const late = (now: PayToken, text: string, was: PayToken = now): Meaning => ({ text, pay: now, worst: was })

const adverse = (token: PayToken, text: string): Meaning => ({ text, pay: token, worst: token })

const meanings: Readonly<Record<string, Meaning>> = {
  '00': { text: 'No status' },
  '03': { text: 'Card lost or stolen' },
  '05': { text: 'Transferred', condition: 'Transferred' },
  '07': current('60', '60 days late twice'),
  '08': current('60', '60 days late three times'),
  '09': current('60', '60 days late four or more times'),
  '10': { text: 'Refinanced', condition: 'Refinanced' },
  '11': { text: 'Current', pay: 'OK' },
  '12': { text: 'Paid satisfactorily', condition: 'Paid', pay: 'OK' },
  '13': { text: 'Paid, zero balance', condition: 'Paid', pay: 'OK' },
  '14': current('90', '90 days late twice'),
  '15': current('90', '90 days late three or more times'),
  '16': current('120', '120 days late two or more times'),
  '17': current('150', '150 days late two or more times'),
  '20': { text: 'Credit line closed', condition: 'Closed' },
  '21': { text: 'Consumer reported as deceased' },
  '22': late('60', '60 days late twice'),
  '23': late('60', '60 days late three times'),
  '24': late('60', '60 days late four or more times'),
  '25': late('90', '90 days late twice'),
  '26': late('90', '90 days late three or more times'),
  '27': late('120', '120 days late two or more times'),
  '28': late('150', '150 days late two or more times'),
  '29': late('90', '90 days late, was 120 days or more', '120'),
  '31': current('30', '30 days late'),
  '32': current('30', '30 days late twice'),
  '33': current('30', '30 days late three times'),
  '34': current('30', '30 days late four times'),
  '35': current('30', '30 days late five times'),
  '36': current('30', '30 days late six or more times'),
  '37': current('60', '60 days late'),
  '38': current('90', '90 days late'),
  '39': current('120', '120 days late'),
  '40': current('150', '150 days late'),
  '41': current('180', '180 days or more late'),
  '42': current('REPO', 'a repossession, redeemed'),
  '43': current('COL', 'a collection, claim or default'),
  '45': current('FC', 'in foreclosure proceedings'),
  '50': paid('30', '30 days late'),
  '51': paid('30', '30 days late two or three times'),
  '52': paid('30', '30 days late four times'),
  '53': paid('30', '30 days late five times'),
  '54': paid('30', '30 days late six or more times'),
  '55': paid('60', '60 days late'),
  '56': paid('90', '90 days late'),
  '57': paid('120', '120 days late'),
  '58': paid('150', '150 days late'),
  '59': paid('180', '180 days or more late'),
  '60': paidOff('VS', 'Paid voluntary surrender'),
  '61': paidOff('COL', 'Paid collection, claim or default'),
  '62': paidOff('REPO', 'Paid repossession'),
  '63': paidOff('CO', 'Paid charge-off'),
  '64': paidOff('FC', 'Paid, foreclosure was started'),
  '66': { text: 'Paid by the dealer', condition: 'Paid' },
  '67': adverse('BK', 'Included in or discharged through Chapter 7, 11 or 12 bankruptcy'),
  '68': { text: 'Settled for less than the full balance', condition: 'Paid' },
  '69': adverse('BK', 'Included in or discharged through Chapter 13 bankruptcy'),
  '71': late('30', '30 days late'),
  '72': late('30', '30 days late twice'),
  '73': late('30', '30 days late three times'),
  '74': late('30', '30 days late four times'),
  '75': late('30', '30 days late five times'),
  '76': late('30', '30 days late six or more times'),
  '77': late('30', '30 days late, was 60 days', '60'),
  '78': late('60', '60 days late'),
  // These two name a range for now; the row states the lower end.
  '79': late('30', '30 or 60 days late, was 90 days', '90'),
  '81': late('30', '30, 60 or 90 days late, was 120 days or more', '120'),
  '80': late('90', '90 days late'),
  '82': late('120', '120 days late'),
  '83': late('150', '150 days late'),
  '84': late('180', '180 days or more late'),
  '85': { text: 'Consumer now located' },
  '86': adverse('CO', 'Charged off, now paying'),
  '87': adverse('FC', 'Foreclosure proceedings started'),
  '88': { text: 'Claim filed with the government', condition: 'Derogatory' },
  '89': adverse('FC', 'Deed received in lieu of foreclosure'),
  '90': { text: 'Credit line closed, not paying as agreed', condition: 'Derogatory' },
  '91': { text: 'Terminated early by default', condition: 'Derogatory' },
  '92': { text: 'Claim filed for the insured part of the balance', condition: 'Derogatory' },
  '93': adverse('COL', 'Assigned to collection'),
  '94': adverse('FC', 'Foreclosed'),
  '95': adverse('VS', 'Voluntary surrender'),
  '96': adverse('REPO', 'Repossession'),
  '97': adverse('CO', 'Charged off'),
  '98': { text: 'Creditor cannot locate the consumer' },
  A1: { text: 'Open', condition: 'Open' },
  A2: { text: 'Paid, zero balance', condition: 'Paid' },
  A3: { text: 'Closed', condition: 'Closed' },
  A4: { text: 'Inactive' },
}

/**
 * Single letters are Metro 2's consumer information indicators (version 8 of the glossary: A to P, R and V to
 * Y).
 */
const bankruptcyOf = (code: string): Meaning | null => {
  const indicator = findConsumerIndicator(code)
  if (indicator === null) return null
  return indicator.inBankruptcy ? adverse('BK', indicator.text) : { text: indicator.text }
}

export const readExperianStatus = (code: string | null): Meaning | null =>
  code !== null && /^[A-PRV-Y]$/i.test(code) ? bankruptcyOf(code) : lookUp(meanings, padTypeCode(code))
