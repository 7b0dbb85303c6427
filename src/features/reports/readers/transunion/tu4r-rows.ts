import type { Address, Inquiry, PersonalInfo, PublicRecord, ReportedAddress } from '../../canonical.ts'
import { addressOrNull, formatStreet } from '../address.ts'
import { lookUp } from '../codes.ts'
import {
  distinct,
  parseDate,
  parseFreeText,
  parseLastFour,
  parsePhone,
  parsePostal,
  parseText,
} from '../fields.ts'
import { transUnionIndustry } from '../metro2-codes.ts'
import { type Contact, type Contacts, memberKey, type TransUnionRow } from './accounts.ts'
import { findRecordKind, transUnionResponsibility } from './codes.ts'
import type { Segment } from './tu4r-segments.ts'

/** TU4R: who the person is (NM names, PI SSN and birth, AD addresses, EM employers, PN phones, TX statements). */

/** The name of an NM segment; in layouts that we do not know, its words are parted by runs of blanks. */
const nameOf = ({ text, field }: Segment): string | null => {
  const parts = ['prefix', 'first', 'middle', 'last', 'suffix'].map(name => field(name) ?? '')
  const known = parseFreeText(parts.join(' '))
  if (known !== null) return known
  const [last = '', ...first] = text
    .slice(9)
    .split(/ {2,}/)
    .map(part => part.trim())
  return parseFreeText([...first, last].join(' '))
}

const addressOf = (segment: Segment): ReportedAddress[] => {
  const { field } = segment
  const address = addressOrNull({
    street: formatStreet({
      number: field('number'),
      before: field('before'),
      name: field('name'),
      type: field('type'),
      after: field('after'),
      unit: field('unit'),
    }),
    city: parseText(field('city')),
    state: parseText(field('state')),
    postal: parsePostal(field('zip')),
  })
  return address === null ? [] : [{ ...address, reported: parseDate(field('reported')) }]
}

/**
 * An employer. Type 01 names it first and its source (F file, I input) behind it; the longer type has the source in front,
 * as NM11 and AD11 have.
 */
const employerOf = ({ text, field }: Segment): string | null => {
  const isSourceBehind = /[FI]/.test(text.charAt(42)) && !/^[FI]/.test(text.slice(7))
  return parseFreeText(isSourceBehind ? text.slice(7, 42) : field('employer'))
}

/** The person as TransUnion has her. `segments`: of one subject, before any add-on product. */
export const readPerson = (segments: readonly Segment[]): PersonalInfo => {
  const of = (kind: string) => segments.filter(segment => segment.kind === kind)
  const [name = null, ...aliases] = distinct(of('NM').map(nameOf))
  const [current = null, ...previousAddresses] = of('AD').flatMap(addressOf)
  const identity = of('PI').map(({ text }) => ({ ssn: text.slice(8, 17), born: text.slice(17, 25) }))
  const hasStatement = of('SH').some(({ field }) => field('statement') === 'Y')
  return {
    bureau: 'TransUnion',
    name,
    aliases,
    dob: identity.map(({ born }) => parseDate(born)).find(Boolean) ?? null,
    ssnLastFour: identity.map(({ ssn }) => parseLastFour(ssn)).find(Boolean) ?? null,
    currentAddress: current,
    previousAddresses,
    employers: distinct(of('EM').map(employerOf)),
    phones: distinct(of('PN').map(readPhone)),
    consumerStatements: hasStatement
      ? distinct(of('TX').map(({ text }) => parseFreeText(text.slice(7))))
      : [],
  }
}

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

const contactAddress = ({ field }: Segment): Address => ({
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
    if (segment.kind === 'SA') contacts.set(key, { ...contact, address: contactAddress(segment) })
    if (segment.kind === 'PN') contacts.set(key, { ...contact, phone: readPhone(segment) })
    if (segment.kind === 'AO') key = ''
  }
  return contacts
}
