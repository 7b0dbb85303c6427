import type { Address, Inquiry, PersonalInfo, PublicRecord, ReportedAddress } from '../../canonical.ts'
import { addressOrNull, formatStreet } from '../address.ts'
import { splitCamelCase } from '../codes.ts'
import {
  distinct,
  isOwed,
  parseDate,
  parseFreeText,
  parseLastFour,
  parseMoney,
  parsePersonName,
  parsePhone,
  parsePostal,
  parseText,
} from '../fields.ts'
import { transUnionIndustry } from '../metro2-codes.ts'
import { at, child, every, type XmlNode } from '../xml.ts'
import { type Contact, type Contacts, memberKey, type TransUnionRow } from './accounts.ts'
import { findRecordKind, transUnionResponsibility } from './codes.ts'

/** TUXML dates, names, addresses, phones and personal information. */

export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string | null =>
  at(node, ...path)?.text ?? null

/** A date at the sender's precision; parts marked as estimated are dropped. */
const dateAt = (node: XmlNode | undefined, ...path: readonly string[]): string | null => {
  const found = at(node, ...path)
  const date = parseDate(found?.text)
  const isEstimated = (part: string) => found?.attributes.get(`estimated${part}`) === 'true'
  if (date === null || isEstimated('Year') || isEstimated('Century')) return null
  if (isEstimated('Month')) return date.slice(0, 4)
  return isEstimated('Day') ? date.slice(0, 7) : date
}

/** Children from the bureau's file, not from the request that the document repeats. */
const onFile = (node: XmlNode | undefined, name: string): XmlNode[] =>
  (node?.children ?? []).filter(one => one.name === name && one.attributes.get('source') !== 'input')

const nameOf = (node: XmlNode): string | null => {
  const person = child(node, 'person') ?? node
  const parts = ['prefix', 'first', 'middle', 'last', 'generationalSuffix']
  return parsePersonName(
    parts.map(part => textAt(person, part)),
    textAt(person, 'unparsed'),
  )
}

const unitOf = (unit: XmlNode | undefined): string | null =>
  parseText(`${textAt(unit, 'type') ?? ''} ${textAt(unit, 'number') ?? unit?.text ?? ''}`)

const streetOf = (street: XmlNode | undefined): string | null => {
  const unparsed = every(street, 'unparsed').map(line => line.text)
  if (unparsed.length > 0) return parseText(unparsed.join(' '))
  return formatStreet({
    number: textAt(street, 'number'),
    before: textAt(street, 'preDirectional'),
    name: textAt(street, 'name'),
    type: textAt(street, 'type'),
    after: textAt(street, 'postDirectional'),
    unit: unitOf(child(street, 'unit')),
  })
}

/** An element with a street and a location; null when empty. */
const addressOf = (node: XmlNode | undefined): Address | null => {
  return addressOrNull({
    street: streetOf(child(node, 'street')),
    city: parseText(textAt(node, 'location', 'city')),
    state: parseText(textAt(node, 'location', 'state')),
    postal: parsePostal(textAt(node, 'location', 'zipCode')),
  })
}

/** A phone number; converters drop the leading zeros of its parts. */
const phoneNumberOf = (phone: XmlNode): string | null => {
  const number = child(phone, 'number') ?? phone
  const part = (name: string, digits: number) => textAt(number, name)?.trim().padStart(digits, '0') ?? ''
  const parts = part('areaCode', 3) + part('exchange', 3) + part('suffix', 4)
  return parsePhone(parts || (textAt(number, 'unparsed') ?? number.text))
}

export const readPerson = (record: XmlNode): PersonalInfo => {
  const known = child(record, 'indicative')
  const [name = null, ...aliases] = distinct(onFile(known, 'name').map(nameOf))
  const addresses = onFile(known, 'address').flatMap(node => {
    const address = addressOf(node)
    const reported = dateAt(node, 'dateReported')
    return address === null ? [] : [{ node, address: { ...address, reported } satisfies ReportedAddress }]
  })
  const isCurrent = (node: XmlNode) => /current/i.test(textAt(node, 'status') ?? '')
  const current = addresses.find(one => isCurrent(one.node)) ?? addresses[0]
  const numbers = onFile(known, 'socialSecurity').map(node => textAt(node, 'number') ?? node.text)
  return {
    bureau: 'TransUnion',
    name,
    aliases,
    dob:
      onFile(known, 'dateOfBirth')
        .map(node => dateAt(node))
        .find(Boolean) ?? null,
    ssnLastFour: numbers.map(parseLastFour).find(Boolean) ?? null,
    currentAddress: current?.address ?? null,
    previousAddresses: addresses.filter(one => one !== current).map(one => one.address),
    employers: distinct(
      onFile(known, 'employment').map(node =>
        parseFreeText(textAt(node, 'employer', 'unparsed') ?? textAt(node, 'employer')),
      ),
    ),
    phones: distinct(onFile(known, 'phone').map(phoneNumberOf)),
    consumerStatements: distinct(
      every(child(record, 'consumerFileData'), 'consumerStatement').map(node =>
        parseFreeText(textAt(node, 'text') ?? node.text),
      ),
    ),
  }
}

const isInFull = (subscriber: XmlNode): boolean =>
  child(subscriber, 'address') !== undefined || child(subscriber, 'phone') !== undefined

/**
 * Companies by member code: those with address or phone in a row, then those of the add-on "creditor
 * contact".
 */
export const readContacts = (record: XmlNode): Map<string, Contact> => {
  const listed = every(record, 'creditorContact').flatMap(node => every(node, 'subscriber').slice(0, 1))
  const subscribers = [...every(record, 'subscriber').filter(isInFull), ...listed]
  return new Map(
    subscribers.flatMap(subscriber => {
      const key = memberKey(textAt(subscriber, 'memberCode'))
      const [phone] = every(subscriber, 'phone')
      const contact: Contact = {
        name: parseFreeText(textAt(subscriber, 'name', 'unparsed')),
        address: addressOf(child(subscriber, 'address')),
        phone: phone === undefined ? null : phoneNumberOf(phone),
      }
      return key === '' ? [] : [[key, contact]]
    }),
  )
}

/** TUXML trades, collections, inquiries and public records. */

const nameAt = (node: XmlNode): string | null =>
  textAt(node, 'subscriber', 'name', 'unparsed') ?? textAt(node, 'subscriber', 'name')

const designatorAt = (node: XmlNode): string | null =>
  textAt(node, 'ECOADesignator') ?? textAt(node, 'ecoaDesignator')

export const toTransUnionRow = (node: XmlNode): TransUnionRow => {
  const history = child(node, 'paymentHistory')
  const counters = child(history, 'historicalCounters')
  const ratings = every(history, 'maxDelinquency').flatMap(
    one => parseText(textAt(one, 'accountRating')) ?? [],
  )
  const worst = ratings.filter(rating => /^\d/.test(rating)).toSorted()
  const original = child(node, 'original') ?? at(node, 'additionalTradeAccount', 'original')
  const grantor = child(original, 'creditGrantor')
  return {
    isCollection: node.name === 'collection',
    industry: textAt(node, 'subscriber', 'industryCode'),
    memberCode: textAt(node, 'subscriber', 'memberCode'),
    name: nameAt(node),
    portfolio: textAt(node, 'portfolioType'),
    accountNumber: textAt(node, 'accountNumber'),
    designator: designatorAt(node),
    loanType: textAt(node, 'account', 'type') ?? textAt(node, 'account', 'code'),
    rating: textAt(node, 'accountRating'),
    worstRating: worst.at(-1) ?? null,
    remarks: node.children
      .filter(one => one.name === 'remark')
      .flatMap(one => parseText(textAt(one, 'code'))?.toUpperCase() ?? []),
    note: textAt(node, 'terms', 'description'),
    balance: textAt(node, 'currentBalance'),
    highCredit: textAt(node, 'highCredit') ?? textAt(original, 'balance'),
    limit: textAt(node, 'creditLimit'),
    pastDue: textAt(node, 'pastDue'),
    chargeOff: textAt(original, 'chargeOff'),
    monthlyPayment: textAt(node, 'terms', 'scheduledMonthlyPayment'),
    termMonths: textAt(node, 'terms', 'paymentScheduleMonthCount'),
    opened: dateAt(node, 'dateOpened'),
    effective: dateAt(node, 'dateEffective'),
    closed: dateAt(node, 'dateClosed'),
    paidOut: dateAt(node, 'datePaidOut'),
    lastPayment: dateAt(node, 'mostRecentPayment', 'date'),
    firstDelinquency: dateAt(node, 'dateFirstDelinquent'),
    patternStart: dateAt(history, 'paymentPattern', 'startDate'),
    pattern: parseText(textAt(history, 'paymentPattern', 'text')),
    monthsReviewed: textAt(counters, 'monthsReviewedCount'),
    late30: textAt(counters, 'late30DaysTotal'),
    late60: textAt(counters, 'late60DaysTotal'),
    late90: textAt(counters, 'late90DaysTotal'),
    originalCreditor:
      textAt(grantor, 'unparsed') ??
      textAt(grantor, 'person', 'unparsed') ??
      textAt(grantor, 'name', 'unparsed'),
    originalAmount: textAt(original, 'balance'),
  }
}

const contactOf = (node: XmlNode, contacts: Contacts): Contact | undefined =>
  contacts.get(memberKey(textAt(node, 'subscriber', 'memberCode')))

/** An inquiry's kind depends on the document's product. */
export const readInquiry = (
  node: XmlNode,
  id: string,
  kind: Inquiry['kind'],
  contacts: Contacts,
): Inquiry => ({
  id,
  company: parseFreeText(nameAt(node)) ?? 'Unnamed company',
  bureau: 'TransUnion',
  date: dateAt(node, 'date'),
  kind,
  industry: transUnionIndustry(parseText(textAt(node, 'subscriber', 'industryCode'))),
  address: contactOf(node, contacts)?.address ?? null,
})

/** Whether a record's code is unknown to us; longer ones are words. */
export const hasUnknownKind = (node: XmlNode): boolean => {
  const code = parseText(textAt(node, 'type'))
  return code !== null && code.length <= 2 && findRecordKind(code) === null
}

/** An unknown code results in a record without a type. */
export const readPublicRecord = (node: XmlNode, id: string, contacts: Contacts): PublicRecord => {
  const code = parseText(textAt(node, 'type'))
  const kind = findRecordKind(code)
  const amounts = ['liabilities', 'amount'].map(name => parseMoney(textAt(node, name)))
  const court = parseText(textAt(node, 'source', 'type'))
  return {
    id,
    bureau: 'TransUnion',
    type: kind?.type ?? splitCamelCase(code !== null && code.length > 2 ? code : null) ?? 'Public record',
    ...(kind === null ? {} : { kind: kind.kind }),
    disposition: kind?.disposition ?? null,
    filed: dateAt(node, 'dateFiled'),
    disposed: dateAt(node, 'datePaid'),
    court: contactOf(node, contacts)?.name ?? splitCamelCase(court),
    caseNumber: parseText(textAt(node, 'docketNumber')),
    amount: amounts.find(isOwed) ?? null,
    plaintiff: parseFreeText(textAt(node, 'plaintiff')),
    responsibility: transUnionResponsibility(parseText(designatorAt(node))),
  }
}
