import type { Account, Remark } from '../../../canonical.ts'
import type { Doubt } from '../../../coverage.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../../derive.ts'
import { parseFreeText, parseMoney, parsePhone, parseTermMonths, parseText } from '../../fields.ts'
import { worstPayToken } from '../../payment-pattern.ts'
import {
  isNothingPrinted,
  parsePrintedDate,
  readDisputed,
  readResponsibilityWords,
  readStatusWords,
  readTypeWords,
} from '../../printed-words.ts'
import { readFields } from '../fields.ts'
import { createLabels } from '../labels.ts'
import { placeOf, type Row } from '../rows.ts'
import { rowsOf } from '../sections.ts'
import { readAddressLines } from './address.ts'
import { type AccountEntry, readEntries } from './entries.ts'
import { findPaidIcon, readHistory } from './history.ts'
import { contactLabels, historicalLabels } from './labels.ts'

/** Experian's accounts. A status is a sentence; what it contains in addition to the payment history is kept. */

const [historical, contact] = [createLabels(historicalLabels), createLabels(contactLabels)]

/** A value; null for none and for a dash. */
const printed = (value: string | null | undefined): string | null => {
  const text = parseText(value)
  return text === null || isNothingPrinted(text) ? null : text
}

/** The right edge of the text on each page. */
type Edges = ReadonlyMap<number, number>

const findEdges = (rows: readonly Row[]): Edges => {
  const edges = new Map<number, number>()
  for (const { page, words } of rows) edges.set(page, Math.max(edges.get(page) ?? 0, words.at(-1)?.x2 ?? 0))
  return edges
}

/** Joins lines to paragraphs: a line continues in the next one if that one's first word did not fit. */
const readParagraphs = (rows: readonly Row[], edges: Edges): string[] => {
  const paragraphs: string[] = []
  rows.forEach((row, index) => {
    const [before, first] = [rows[index - 1], row.words[0]]
    const room = before === undefined ? 0 : (edges.get(before.page) ?? 0) - (before.words.at(-1)?.x2 ?? 0)
    if (before !== undefined && first !== undefined && first.x2 - first.x + 0.2 * row.size > room)
      paragraphs.push(`${paragraphs.pop() ?? ''} ${row.text}`)
    else paragraphs.push(row.text)
  })
  return paragraphs.filter(text => !isNothingPrinted(text))
}

/** The current comments; the page lists earlier ones below "Previous:". */
const currentComments = (rows: readonly Row[]): Row[] => {
  const previous = rows.findIndex(({ text }) => /^previous:/i.test(text))
  const current = previous === -1 ? rows : rows.slice(0, previous)
  return current.filter(row => !/^current:$/i.test(row.text))
}

const remarksOf = (
  { sections }: AccountEntry,
  edges: Edges,
): { remarks: Remark[]; disputed: true | null } => {
  const comments = readParagraphs(currentComments(rowsOf(sections, 'comment')), edges)
  const others = (['statement', 'reinvestigation'] as const).flatMap(name =>
    readParagraphs(rowsOf(sections, name), edges),
  )
  const remarks = [...comments, ...others].flatMap(paragraph => {
    const text = parseFreeText(paragraph.replace(/^current: /i, ''))
    return text === null ? [] : [{ code: null, text }]
  })
  return { remarks, disputed: comments.some(readDisputed) ? true : null }
}

/** Whether the sentence states open or closed. */
const openClosedOf = (status: string | null): Account['openClosed'] => {
  if (/^open\b/i.test(status ?? '')) return 'Open'
  return /\bclosed\b/i.test(status ?? '') ? 'Closed' : null
}

type ReadAccount = { account: Account; monthsUnreadable: number; doubts: Doubt[] }

const readAccount = (entry: AccountEntry, id: string, paidIcon: string | null, edges: Edges): ReadAccount => {
  const { fields, sections, rows } = entry
  const value = (name: Parameters<typeof fields.values.get>[0]): string | null =>
    printed(fields.values.get(name)?.value)
  const money = (name: Parameters<typeof value>[0]) => parseMoney(value(name))
  const date = (name: Parameters<typeof value>[0]) => parsePrintedDate(value(name))

  const status = value('status')
  const words = readStatusWords(status)
  const history = readHistory(rowsOf(sections, 'history'), paidIcon)
  const original = readFields(rowsOf(sections, 'historical'), historical, {
    columns: new Map(),
    colons: false,
  })
  const contacts = readFields(rowsOf(sections, 'contact'), contact, { columns: new Map(), colons: false })
  const { remarks, disputed } = remarksOf(entry, edges)
  const type = value('type')
  const accountType = readTypeWords(type)
  const facts: AccountFacts = {
    condition: words.condition,
    openClosed: openClosedOf(status),
    payStatus: status === null ? null : words.payStatus,
    isCollection: words.isCollection || accountType === 'Collection',
    currentBalance: money('balance'),
    datePaid: null,
  }
  const worstStatus = worstPayToken([
    words.worst,
    facts.payStatus,
    ...history.months.map(month => month.status),
  ])
  const name = value('creditor') ?? 'Unnamed creditor'
  const place = placeOf(rows)
  const doubt = (kind: Doubt['kind'], count: number): Doubt[] =>
    count === 0 ? [] : [{ kind, section: 'accounts', about: name, count, place }]
  return {
    account: {
      ...facts,
      id,
      bureau: 'Experian',
      creditorName: name,
      creditorNameReported: name,
      accountNumber: value('number'),
      accountType,
      accountTypeDetail: type,
      industry: null,
      subscriberCode: null,
      responsibility: readResponsibilityWords(value('responsibility')),
      condition: status,
      accountStatus: deriveAccountStatus(facts),
      worstStatus,
      isDerogatory: deriveIsDerogatory(facts, worstStatus),
      originalCreditor: printed(original.values.get('originalCreditor')?.value),
      monthlyPayment: money('monthlyPayment'),
      highBalance: money('highest'),
      creditLimit: money('limit'),
      originalAmount: money('original'),
      amountPastDue: words.amountPastDue,
      chargeOffAmount: words.chargeOffAmount,
      termLength: parseTermMonths(value('terms')),
      dateOpened: date('opened'),
      dateClosed: null,
      dateStatus: date('statusUpdated'),
      lastReported: date('balanceUpdated'),
      dateLastActive: null,
      dateLastPayment: null,
      dateChargeOff: null,
      dateFirstDelinquency: null,
      removalDate: date('until'),
      late30: null,
      late60: null,
      late90: null,
      monthsReviewed: null,
      disputed,
      remarks,
      address: readAddressLines(
        (contacts.values.get('address')?.lines ?? []).filter(line => !isNothingPrinted(line)),
      ),
      creditorPhone: parsePhone(printed(contacts.values.get('phone')?.value)),
      paymentHistory: history.months,
      valuesShared: false,
      bureausKnown: true,
      sourceRowId: null,
    },
    monthsUnreadable: history.unreadable,
    doubts: [
      ...doubt('monthsUnreadable', history.unreadable),
      ...doubt('labelTwice', fields.twice.length),
      ...doubt('unknownLabel', fields.unknown.length),
      ...doubt('unknownWords', status === null || words.isKnown ? 0 : 1),
    ],
  }
}

/** An entry without its name label lost its beginning; its values may be another account's. */
const hasName = ({ fields }: AccountEntry): boolean => fields.values.has('creditor')

export const readAccounts = (
  rows: readonly Row[],
): { accounts: Account[]; monthsUnreadable: number; doubts: Doubt[] } => {
  const entries = readEntries(rows)
  const [paidIcon, edges] = [findPaidIcon(rows), findEdges(rows)]
  const read = entries
    .filter(hasName)
    .map((entry, index) => readAccount(entry, `account-${index + 1}`, paidIcon, edges))
  const lost = entries.filter(entry => !hasName(entry))
  return {
    accounts: read.map(({ account }) => account),
    monthsUnreadable: read.reduce((sum, one) => sum + one.monthsUnreadable, 0),
    doubts: [
      ...read.flatMap(({ doubts }) => doubts),
      ...lost.map(
        (entry): Doubt => ({
          kind: 'entryLost',
          section: 'accounts',
          about: null,
          count: 1,
          place: placeOf(entry.rows),
        }),
      ),
    ],
  }
}
