import type { Address, Inquiry, PublicRecord } from '../../canonical.ts'
import { lookUp } from '../codes.ts'
import { parseDate, parseFreeText, parsePhone, parsePostal, parseText } from '../fields.ts'
import { transUnionIndustry } from '../kinds-of-business.ts'
import { type Contact, type Contacts, memberKey, type TransUnionRow } from './accounts.ts'
import { transUnionResponsibility } from './codes.ts'
import { findRecordKind } from './records.ts'
import type { Segment } from './tu4r-segments.ts'

/** TU4R: tradelines (TR), collections (CL), inquiries (IN), public records (PR) and companies (LK, SA, PN). */

/**
 * The dates of a collection, which in the longer layout are taken from the order that tradelines have: opened before
 * reported, or neither.
 */
const orderedDates = (opened: string | null, effective: string | null) =>
  opened !== null && effective !== null && opened > effective
    ? { opened: null, effective: null }
    : { opened, effective }

/** The values of a TR or CL segment. */
export const toTransUnionRow = ({ kind, field }: Segment): TransUnionRow => {
  const isCollection = kind === 'CL'
  const [opened, effective] = [field('opened'), field('effective')]
  return {
    isCollection,
    industry: field('industry'),
    memberCode: field('memberCode'),
    name: field('name'),
    portfolio: field('portfolio'),
    accountNumber: field('account'),
    designator: field('designator'),
    loanType: field('loanType'),
    rating: field('rating'),
    worstRating: field('worstRating'),
    remarks: field('remark')?.split(' ') ?? [],
    note: field('note'),
    balance: field('balance'),
    highCredit: field('highCredit'),
    limit: field('limit'),
    pastDue: field('pastDue'),
    chargeOff: null,
    monthlyPayment: field('monthlyPayment'),
    termMonths: field('termMonths'),
    ...(isCollection ? orderedDates(opened, effective) : { opened, effective }),
    closed: field('closed'),
    paidOut: field('paidOut'),
    lastPayment: field('lastPayment'),
    firstDelinquency: null,
    patternStart: field('patternStart'),
    pattern: field('pattern'),
    monthsReviewed: field('monthsReviewed'),
    late30: field('late30'),
    late60: field('late60'),
    late90: field('late90'),
    originalCreditor: field('originalCreditor'),
    originalAmount: isCollection ? field('highCredit') : null,
  }
}

/** One inquiry of TU4R; its kind is that of the document's product. */
export const readInquiry = (
  { field }: Segment,
  id: string,
  kind: Inquiry['kind'],
  contacts: Contacts,
): Inquiry => ({
  id,
  company: parseFreeText(field('name')) ?? 'Unnamed company',
  bureau: 'TransUnion',
  date: parseDate(field('date')),
  kind,
  industry: transUnionIndustry(field('industry')),
  address: contacts.get(memberKey(field('memberCode')))?.address ?? null,
})

/** Sources of public records; more often the document lists the court as a company. */
const courts: Readonly<Record<string, string>> = { FE: 'Federal district court' }

/** Whether a record's code is none that our table holds. */
export const hasUnknownKind = ({ field }: Segment): boolean =>
  field('type') !== null && findRecordKind(field('type')) === null

const isDay = (text: string): boolean => parseDate(text)?.length === 10

/**
 * What the longer layout of a record, whose columns behind the type are not known, tells without them: the docket number
 * follows the type, and of its dates the earliest is the filing, before which nothing is reported or paid.
 */
const untabled = ({ text }: Segment): { docket: string | null; filed: string | null } => {
  const rest = text.slice(19)
  const [docket = ''] = /^\S{3,20}(?= |$)/.exec(rest) ?? []
  const days = [...rest.slice(docket.length).matchAll(/(?:19|20)\d{6}/g)].map(([day]) => day).filter(isDay)
  return { docket: /\d/.test(docket) ? docket : null, filed: days.toSorted()[0] ?? null }
}

/** One public record of TU4R; a code that is not known leaves a record without its kind. */
export const readPublicRecord = (segment: Segment, id: string, contacts: Contacts): PublicRecord => {
  const { field } = segment
  const kind = findRecordKind(field('type'))
  const found = segment.id === 'PR01' ? { docket: field('docket'), filed: field('filed') } : untabled(segment)
  return {
    id,
    bureau: 'TransUnion',
    type: kind?.type ?? 'Public record',
    disposition: kind?.disposition ?? null,
    filed: parseDate(found.filed),
    disposed: parseDate(field('disposed')),
    court: contacts.get(memberKey(field('memberCode')))?.name ?? lookUp(courts, field('court')),
    caseNumber: parseText(found.docket),
    amount: null,
    plaintiff: parseFreeText(field('plaintiff')),
    responsibility: transUnionResponsibility(field('designator')),
  }
}

const addressOf = ({ field }: Segment): Address => ({
  street: parseText(`${field('line') ?? ''} ${field('more') ?? ''}`),
  city: parseText(field('city')),
  state: parseText(field('state')),
  postal: parsePostal(field('zip')),
})

/** A PN segment's number: its ten digits stand near the end. */
export const readPhone = ({ text }: Segment): string | null =>
  parsePhone(/\d{10}(?=\D*$)/.exec(text.slice(7))?.[0])

/** Companies by member code: a link (LK), followed by its address (SA) and phone (PN). */
export const readContacts = (segments: readonly Segment[]): Map<string, Contact> => {
  const contacts = new Map<string, Contact>()
  let key = ''
  for (const segment of segments) {
    if (segment.kind === 'LK') {
      key = memberKey(segment.field('memberCode'))
      if (key !== '')
        contacts.set(key, { name: parseFreeText(segment.field('name')), address: null, phone: null })
    }
    const contact = contacts.get(key)
    if (contact === undefined) continue
    if (segment.kind === 'SA') contacts.set(key, { ...contact, address: addressOf(segment) })
    if (segment.kind === 'PN') contacts.set(key, { ...contact, phone: readPhone(segment) })
    if (segment.kind === 'AO') key = ''
  }
  return contacts
}
