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

/**
 * TU4R personal information (NM names, PI SSN and birth, AD addresses, EM employers, PN phones, TX
 * statements).
 */

/** The name in an NM segment; in unknown layouts its words are separated by runs of blanks. */
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
 * An employer. Type 01 has the name first and then its source (F file, I input); the longer type begins with
 * the source, as NM11 and AD11 do.
 */
const employerOf = ({ text, field }: Segment): string | null => {
  const isSourceBehind = /[FI]/.test(text.charAt(42)) && !/^[FI]/.test(text.slice(7))
  return parseFreeText(isSourceBehind ? text.slice(7, 42) : field('employer'))
}

/** `segments`: those of one subject, before any add-on product. */
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

/** TU4R tradelines (TR), collections (CL), inquiries (IN), public records (PR) and companies (LK, SA, PN). */

/**
 * A collection's dates. The longer layout is assumed to use the order of tradelines: opened before reported,
 * otherwise neither is used.
 */
const orderedDates = (opened: string | null, effective: string | null) =>
  opened !== null && effective !== null && opened > effective
    ? { opened: null, effective: null }
    : { opened, effective }

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

/** An inquiry's kind depends on the document's product. */
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

/** Sources of public records; usually the document lists the court as a company. */
const courts: Readonly<Record<string, string>> = { FE: 'Federal district court' }

/** Whether a record's code is unknown to us. */
export const hasUnknownKind = ({ field }: Segment): boolean =>
  field('type') !== null && findRecordKind(field('type')) === null

const isDay = (text: string): boolean => parseDate(text)?.length === 10

/**
 * What can be read from the longer layout of a record, whose columns after the type are unknown: the docket
 * number follows the type, and the earliest date is the filing, since nothing is reported or paid before it.
 */
const untabled = ({ text }: Segment): { docket: string | null; filed: string | null } => {
  const rest = text.slice(19)
  const [docket = ''] = /^\S{3,20}(?= |$)/.exec(rest) ?? []
  const days = [...rest.slice(docket.length).matchAll(/(?:19|20)\d{6}/g)].map(([day]) => day).filter(isDay)
  return { docket: /\d/.test(docket) ? docket : null, filed: days.toSorted()[0] ?? null }
}

/** An unknown code results in a record without a type. */
export const readPublicRecord = (segment: Segment, id: string, contacts: Contacts): PublicRecord => {
  const { field } = segment
  const kind = findRecordKind(field('type'))
  const found = segment.id === 'PR01' ? { docket: field('docket'), filed: field('filed') } : untabled(segment)
  return {
    id,
    bureau: 'TransUnion',
    type: kind?.type ?? 'Public record',
    ...(kind === null ? {} : { kind: kind.kind }),
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

/** A PN segment's number: its ten digits are near the end. */
const readPhone = ({ text }: Segment): string | null => parsePhone(/\d{10}(?=\D*$)/.exec(text.slice(7))?.[0])

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
