import type { Inquiry, PublicRecord } from '../../canonical.ts'
import { splitCamelCase } from '../codes.ts'
import { isOwed, parseFreeText, parseMoney, parseText } from '../fields.ts'
import { transUnionIndustry } from '../kinds-of-business.ts'
import { at, child, every, type XmlNode } from '../xml.ts'
import { type Contact, type Contacts, memberKey, type TransUnionRow } from './accounts.ts'
import { transUnionResponsibility } from './codes.ts'
import { findRecordKind } from './records.ts'
import { dateAt, textAt } from './tuxml-person.ts'

/** TUXML: trades, collections, inquiries and public records. */

const nameAt = (node: XmlNode): string | null =>
  textAt(node, 'subscriber', 'name', 'unparsed') ?? textAt(node, 'subscriber', 'name')

const designatorAt = (node: XmlNode): string | null =>
  textAt(node, 'ECOADesignator') ?? textAt(node, 'ecoaDesignator')

/** The values of a `trade` or `collection`. */
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

/** One inquiry of TUXML; its kind is that of the document's product. */
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

/** Whether a record's code is none that our table holds; longer ones are words. */
export const hasUnknownKind = (node: XmlNode): boolean => {
  const code = parseText(textAt(node, 'type'))
  return code !== null && code.length <= 2 && findRecordKind(code) === null
}

/** One public record of TUXML; a code that is not known leaves a record without its kind. */
export const readPublicRecord = (node: XmlNode, id: string, contacts: Contacts): PublicRecord => {
  const code = parseText(textAt(node, 'type'))
  const kind = findRecordKind(code)
  const amounts = ['liabilities', 'amount'].map(name => parseMoney(textAt(node, name)))
  const court = parseText(textAt(node, 'source', 'type'))
  return {
    id,
    bureau: 'TransUnion',
    type: kind?.type ?? splitCamelCase(code !== null && code.length > 2 ? code : null) ?? 'Public record',
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
