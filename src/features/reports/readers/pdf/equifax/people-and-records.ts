import type { Account, Inquiry, PersonalInfo, PublicRecord, ReportedAddress } from '../../../canonical.ts'
import type { Doubt } from '../../../coverage.ts'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from '../../../derive.ts'
import { distinct, parseFreeText, parseLastFour, parsePhone } from '../../fields.ts'
import {
  isNothingPrinted,
  parsePrintedDate,
  readDisputed,
  readResponsibilityWords,
} from '../../printed-words.ts'
import { findColumns } from '../columns.ts'
import { type Fields, readFields } from '../fields.ts'
import { createLabels, type Labels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'
import { splitBlocks } from '../sections.ts'
import { createDoubt, createValues, listFieldDoubts, type Values } from '../values.ts'
import { notPrinted } from './accounts.ts'
import { parseAddressLines, parseContact, splitAddresses } from './contact.ts'

/** The person, inquiries, public records and collections of an Equifax print. */

const personLabels = createLabels({
  Name: 'name',
  Address: 'address',
  'Current Address': 'address',
  'Social Security Number': 'ssn',
  'Date of Birth': 'dob',
  'Former Name(s)': 'aliases',
  'Also Known As': 'aliases',
  'Former Address(es)': 'formerAddresses',
  Employment: 'employers',
  'Employment History': 'employers',
  Phone: 'phones',
  'Phone Number': 'phones',
  'Former Phone': 'formerPhones',
  'Former Phone(s)': 'formerPhones',
  'Consumer File Notices': 'notices',
  'Consumer Statement': 'statement',
} as const)

const noStatement = /^no statement\b/i
const noNotice = /^(?:you (?:currently )?(?:do not|have no)\b|no\b|none\b)/i

const toAddress = (lines: readonly string[]): ReportedAddress | null => {
  const { address } = parseAddressLines(lines)
  return address === null ? null : { ...address, reported: null }
}

/** The person, and the notices of the file: freezes and fraud alerts in Equifax's words. */
export const readPerson = (
  rows: readonly Row[],
  preparedFor: string | null,
): { personal: PersonalInfo; notices: string | null; doubts: Doubt[] } => {
  const fields = readFields(rows, personLabels, { columns: findColumns(rows, personLabels), colons: true })
  const values = createValues(fields)
  const linesOf = (name: Parameters<typeof values.text>[0]): string[] =>
    (fields.values.get(name)?.lines ?? []).flatMap(line => {
      const text = parseFreeText(line)
      return text === null || isNothingPrinted(text) ? [] : text
    })
  const statement = values.text('statement')
  const notices = values.text('notices')
  return {
    personal: {
      bureau: 'Equifax',
      name: values.text('name') ?? preparedFor,
      aliases: linesOf('aliases'),
      dob: parsePrintedDate(values.text('dob')),
      ssnLastFour: parseLastFour(values.text('ssn')),
      currentAddress: toAddress(linesOf('address')),
      previousAddresses: splitAddresses(linesOf('formerAddresses')).flatMap(lines => toAddress(lines) ?? []),
      employers: linesOf('employers'),
      phones: distinct([...linesOf('phones'), ...linesOf('formerPhones')].map(parsePhone)),
      consumerStatements: statement === null || noStatement.test(statement) ? [] : [statement],
    },
    notices: notices === null || noNotice.test(notices) ? null : notices,
    doubts: listFieldDoubts(fields, values.odd, 'personal', null),
  }
}

/** Inquiries: a company with its kind and dates, its address and phone below. */

const dateShape = /^\d{1,2}\/\d{1,2}\/\d{4},?$/

const isInquiryHeader = ({ text }: Row): boolean =>
  /^(?:Company Information )?Inquiry Type Inquiry Date|^Company Information$|^(?:Hard|Soft) Inquiries$/.test(
    text,
  )

/** The index at which the dates at the end of a row begin. */
const datesFrom = ({ words }: Row): number => {
  let start = words.length
  while (start > 0 && dateShape.test(words[start - 1]?.text ?? '')) start -= 1
  return start
}

/** The index of `Hard` or `Soft` before the dates of a row; null if no inquiry begins in the row. */
const kindAt = (row: Row): number | null => {
  const at = datesFrom(row) - 1
  const isKind = /^(?:Hard|Soft)$/.test(row.words[at]?.text ?? '')
  return isKind && at > 0 && at + 1 < row.words.length ? at : null
}

const textOf = (words: Row['words']): string => words.map(({ text }) => text).join(' ')

/** Whether a text may be a company whose inquiry was not found, rather than a sentence. */
const looksLikeCompany = (text: string): boolean => text.length < 60 && !/[.:]$/.test(text)

export const readInquiries = (rows: readonly Row[]): { inquiries: Inquiry[]; doubts: Doubt[] } => {
  const own = rows.filter(row => !isInquiryHeader(row))
  const starts = own.flatMap((row, index) => (kindAt(row) === null ? [] : [index]))
  const inquiries: Inquiry[] = []
  const doubts: Doubt[] = []
  for (const block of splitBlocks(own, starts)) {
    const [first, ...below] = block
    const at = first === undefined ? null : kindAt(first)
    if (first === undefined || at === null) continue
    const phoneAt = below.findIndex(({ text }) => /\bPhone:/i.test(text))
    const details = phoneAt === -1 ? below : below.slice(0, phoneAt + 1)
    const dates = [first, ...details].flatMap(row => row.words.slice(datesFrom(row)))
    const texts = details.map(row => textOf(row.words.slice(0, datesFrom(row)))).filter(text => text !== '')
    const contact = parseContact(texts)
    const company = parseFreeText([textOf(first.words.slice(0, at)), ...contact.above].join(' '))
    const kind = first.words[at]?.text === 'Hard' ? 'hard' : 'soft'
    for (const { text } of dates)
      inquiries.push({
        id: `inquiry-${inquiries.length}`,
        company: company ?? 'Unnamed company',
        bureau: 'Equifax',
        date: parsePrintedDate(text.replace(/,$/, '')),
        kind,
        industry: null,
        address: contact.address,
      })
    for (const row of below.slice(details.length))
      if (looksLikeCompany(row.text)) doubts.push(...createDoubt('entryLost', 'inquiries', null, [row]))
  }
  return { inquiries, doubts }
}

type LabeledEntry<Name extends string> = { fields: Fields<Name>; values: Values<Name> }

/** Entries of only labels: each begins at a row with one of the first labels. `lost`: labels before the first beginning. */
const readEntries = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
  isStart: (names: readonly (Name | null)[]) => boolean,
): { entries: LabeledEntry<Name>[]; lost: Row[] } => {
  const columns = findColumns(rows, labels)
  const names = rows.map(row =>
    row.words.flatMap((_, at) => {
      const match = matchLabel(labels, offset => row.words[at + offset]?.text)
      return match?.hasColon === true ? [match.name] : []
    }),
  )
  const starts = rows.flatMap((_, index) => (isStart(names[index] ?? []) ? [index] : []))
  const entries = splitBlocks(rows, starts).map(block => {
    const fields = readFields(block, labels, { columns, colons: true })
    return { fields, values: createValues(fields) }
  })
  const lost = rows.slice(0, starts[0]).filter((_, index) => (names[index] ?? []).length > 0)
  return { entries, lost: lost.slice(0, 1) }
}

const recordLabels = createLabels({
  'Reference Number': 'number',
  Status: 'status',
  'Date Filed': 'filed',
  Type: 'type',
  'Verified Date': 'verified',
  Filer: 'filer',
  Subject: 'subject',
  Liability: 'liability',
  Court: 'court',
  'Exempt Amount': 'exempt',
  'Asset Amount': 'assets',
  'Prior Disposition': 'prior',
  Comments: 'comments',
} as const)

export const readRecords = (rows: readonly Row[]): { records: PublicRecord[]; doubts: Doubt[] } => {
  const { entries, lost } = readEntries(rows, recordLabels, names => names.includes('number'))
  return {
    records: entries.map(({ values }, index) => ({
      id: `record-${index}`,
      bureau: 'Equifax',
      type: values.text('type') ?? 'Public record',
      disposition: values.text('status'),
      filed: values.date('filed'),
      disposed: null,
      court: values.text('court'),
      caseNumber: values.text('number'),
      amount: null,
      plaintiff: null,
      responsibility: null,
    })),
    doubts: [
      ...createDoubt('entryLost', 'publicRecords', null, lost, lost.length),
      ...entries.flatMap(({ fields, values }) =>
        listFieldDoubts(fields, values.odd, 'publicRecords', values.text('type')),
      ),
    ],
  }
}

const collectionLabels = createLabels({
  'Date Reported': 'reported',
  'Collection Agency': 'agency',
  'Balance Date': 'balanceDate',
  'Original Creditor Name': 'originalCreditor',
  'Account Designator Code': 'owner',
  'Date Assigned': 'assigned',
  'Account Number': 'number',
  'Original Amount Owed': 'originalAmount',
  'Creditor Classification': 'classification',
  Amount: 'balance',
  'Last Payment Date': 'lastPayment',
  'Status Date': 'statusDate',
  'Date of First Delinquency': 'firstDelinquency',
  Status: 'status',
  Comments: 'comments',
  Contact: 'contact',
} as const)

type CollectionLabel = typeof collectionLabels extends Labels<infer Name> ? Name : never

const toCollection = (values: Values<CollectionLabel>, id: string): Account => {
  const status = values.text('status')
  const comments = values.text('comments')
  const name = values.text('agency') ?? 'Unnamed collection agency'
  const facts: AccountFacts = {
    condition: /^paid\b/i.test(status ?? '') ? 'Paid' : null,
    openClosed: null,
    payStatus: 'COL',
    isCollection: true,
    currentBalance: values.money('balance'),
    datePaid: null,
  }
  const contact = parseContact([values.text('contact') ?? ''])
  return {
    ...notPrinted,
    ...facts,
    id,
    creditorName: name,
    creditorNameReported: name,
    accountNumber: values.text('number'),
    accountType: 'Collection',
    accountTypeDetail: values.text('classification') ?? 'Collection',
    responsibility: readResponsibilityWords(values.text('owner')),
    condition: status,
    accountStatus: deriveAccountStatus(facts),
    isDerogatory: deriveIsDerogatory(facts),
    originalCreditor: values.text('originalCreditor'),
    monthlyPayment: null,
    highBalance: null,
    creditLimit: null,
    originalAmount: values.money('originalAmount'),
    amountPastDue: null,
    chargeOffAmount: null,
    termLength: null,
    dateOpened: values.date('assigned'),
    dateClosed: null,
    dateStatus: values.date('statusDate'),
    lastReported: values.date('reported'),
    dateLastActive: null,
    dateLastPayment: values.date('lastPayment'),
    dateFirstDelinquency: values.date('firstDelinquency'),
    monthsReviewed: null,
    disputed: readDisputed(`${status}. ${comments}`),
    remarks: comments === null ? [] : [{ code: null, text: comments }],
    address: contact.address,
    creditorPhone: contact.phone,
    paymentHistory: [],
  }
}

/** Collections of the numbered variant, which are separate from the accounts. */
export const readCollections = (rows: readonly Row[]): { accounts: Account[]; doubts: Doubt[] } => {
  const { entries, lost } = readEntries(rows, collectionLabels, names => names.includes('reported'))
  const accounts = entries.map(({ values }, index) => toCollection(values, `collection-${index}`))
  return {
    accounts,
    doubts: [
      ...createDoubt('entryLost', 'accounts', null, lost, lost.length),
      ...entries.flatMap(({ fields, values }) =>
        listFieldDoubts(fields, values.odd, 'accounts', values.text('agency')),
      ),
    ],
  }
}
