import type { Inquiry } from '../../canonical.ts'
import { lookUp } from '../codes.ts'
import { padTypeCode } from '../metro2-account-types.ts'

/** Experian's other codes (Experian Credit Profile). Data only; unknown codes give null. */

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

/** The responsibility in words; null when unknown. */
export const experianResponsibility = (code: string | null): string | null =>
  lookUp(designators, code?.toUpperCase() ?? null)

/** Special comments, of which only these two are sure. */
const comments: Table = {
  '18': 'Account closed at the creditor’s request',
  '19': 'Account closed at the consumer’s request',
}

/** A special comment in words; null when unknown. */
export const describeSpecialComment = (code: string | null): string | null =>
  lookUp(comments, padTypeCode(code))

/** Public record status: those of bankruptcies, of which the first word tells the chapter. */
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

/** A public record's type and disposition by its status; null when the status is unknown. */
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

/** A score model's name, with the bureau's own indicator where the name is unknown; null when none is reported. */
export const findExperianModel = (indicator: string | null): string | null =>
  indicator === null
    ? null
    : (lookUp(models, indicator.toUpperCase()) ?? `Experian model ${indicator.slice(0, 20)}`)

/** Inquiry types that no application for credit stands behind: licensing, offers, identity, prescreening. */
const softTypes: ReadonlySet<string> = new Set(['3C', '5C', '7C', '8C', '83'])

/** A Credit Profile lists what lenders may see, which is hard, unless the type says what it was for, in a code or in words. */
export const experianInquiryKind = (type: string | null): Inquiry['kind'] =>
  softTypes.has(padTypeCode(type) ?? '') || /soft|promo|prescreen|review/i.test(type ?? '') ? 'soft' : 'hard'
