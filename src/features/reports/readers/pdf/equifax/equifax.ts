import type { Report } from '../../../canonical.ts'
import type { BureauCoverage, CoveredSection, Doubt } from '../../../coverage.ts'
import { parseFreeText } from '../../fields.ts'
import { buildOneBureauReport } from '../../one-bureau-report.ts'
import { parsePrintedDate } from '../../printed-words.ts'
import type { Reading, ReportOwner } from '../../reading.ts'
import { findColumns } from '../columns.ts'
import type { PdfLayout, Print } from '../detect.ts'
import { readFields } from '../fields.ts'
import { browserFurniture, dropFurniture, findMissingPages } from '../furniture.ts'
import { createLabels } from '../labels.ts'
import { groupShapes } from '../marks.ts'
import type { Row } from '../rows.ts'
import { createHeadings, doubtStrays, rowsOf, type Section, splitSections } from '../sections.ts'
import { createDoubt } from '../values.ts'
import { isAccountRow } from './account-blocks.ts'
import { readAccounts } from './accounts.ts'
import { readCollections, readInquiries, readPerson, readRecords } from './people-and-records.ts'

/** Reads Equifax's report from annualcreditreport.com (docs/reference/report-formats.md). */

/** Marks that only such a report prints; three of them and its confirmation number are required. */
const marks: readonly RegExp[] = [
  /^Prepared for:/,
  /\bLoan\/Account Type:/,
  /\bDate of 1st Delinquency:/,
  /^Average Account Age\b/,
  /^Length of Credit History\b/,
  /^Most Recent Account\b/,
  /^Consumer File Notices\b/,
  /^Former Address\(es\)/,
  /^Company Information Inquiry Type\b/,
]

const confirmation = /\bConfirmation ?# ?:? ?\d{6,}/

/** A heading of three columns: another product of Equifax. */
const isThreeBureaus = ({ text, words }: Row): boolean =>
  words.length <= 6 && ['Equifax', 'Experian', 'TransUnion'].every(bureau => text.includes(bureau))

const recognizes = ({ rows }: Print): boolean =>
  rows.some(({ text }) => confirmation.test(text)) &&
  marks.filter(mark => rows.some(({ text }) => mark.test(text))).length >= 3 &&
  !rows.some(isThreeBureaus)

type SectionName = CoveredSection | 'collections' | 'summary' | 'other'

const namedHeadings = createHeadings<SectionName>({
  Summary: 'summary',
  'Personal Information': 'personal',
  'Credit Accounts': 'accounts',
  'Revolving Accounts': 'accounts',
  'Mortgage Accounts': 'accounts',
  'Installment Accounts': 'accounts',
  'Other Accounts': 'accounts',
  Inquiries: 'inquiries',
  'Public Records': 'publicRecords',
  Collections: 'collections',
  'Consumer Statement': 'other',
  'Dispute File Information': 'other',
})

const headingOf = (row: Row): SectionName | null =>
  namedHeadings(row) ?? (/^(?:\d{1,2}\. )?(?:A )?Summary of Your Rights\b/i.test(row.text) ? 'other' : null)

const furniture: readonly RegExp[] = [
  ...browserFurniture,
  /^(?:\S{1,40} ){0,12}Page \d{1,3} of \d{1,3}\b/,
  /^\S{1,40}-DISC\b/,
  /^Prepared for:.{0,200}\bConfirmation ?#/,
  /^(?:Date: \w{3,9} \d{1,2}, \d{4} )?Confirmation ?# ?:? ?\d{6,}$/,
]

const topLabels = createLabels({
  'Prepared for': 'name',
  Date: 'date',
  'Report Date': 'reportDate',
  'Oldest Account': 'oldest',
  'Most Recent Account': 'newest',
} as const)

const readTop = (rows: readonly Row[]) =>
  readFields(rows, topLabels, { columns: findColumns(rows, topLabels), colons: true }).values

/** Whether the report states that the file has no entries of a kind. */
const saysNone = (rows: readonly Row[], kinds: RegExp): boolean =>
  rows.some(({ text }) => {
    const [, kind = ''] =
      /^You (?:currently )?(?:do not|don.t) have any (.{1,80}?) (?:in|on) your\b/i.exec(text) ?? []
    return kinds.test(kind)
  })

/** A section is read to its end if another follows, or if the file ends with all of its pages. */
const isWhole = (
  sections: readonly Section<SectionName>[],
  name: SectionName,
  hasAllPages: boolean,
): boolean => {
  const last = sections.findLastIndex(section => section.name === name)
  return last !== -1 && (hasAllPages || last < sections.length - 1)
}

/** The account named in the summary, `NAME | Mon YYYY`, if no account of that month was read. */
const checkNamed = (
  stated: string | null | undefined,
  opened: ReadonlySet<string>,
  rows: readonly Row[],
): Doubt[] => {
  const [, name = '', month = ''] = /^(.*) ([A-Z][a-z]{2,8}\.? \d{4})$/.exec(stated ?? '') ?? []
  const date = parsePrintedDate(month)
  return date === null || opened.has(date)
    ? []
    : createDoubt('entryLost', 'accounts', parseFreeText(name), rows)
}

const pageNumbers = (pages: Print['pages']['pages']): number[] =>
  pages.flatMap(({ warned }, index) => (warned ? [index + 1] : []))

const read = ({ pages, rows }: Print, person: ReportOwner): Reading => {
  const missing = findMissingPages(rows, pages.pages)
  const isContent = (row: Row) => headingOf(row) !== null || isAccountRow(row)
  const top = rows.filter(({ page }) => page === 1)
  const content = dropFurniture(rows, pages.pages, furniture, isContent)
  const sections = splitSections(content, headingOf)
  const summary = [...rowsOf(sections, null), ...rowsOf(sections, 'summary')]
  const first = (name: 'name' | 'date' | 'reportDate', from: readonly Row[]): string | null =>
    readTop(from).get(name)?.lines[0] ?? null
  const preparedFor = parseFreeText(first('name', top)?.replace(/ (?:Date:|Confirmation).*$/, ''))
  const own = readPerson(rowsOf(sections, 'personal'), preparedFor)
  const trades = readAccounts(rowsOf(sections, 'accounts'), groupShapes(pages))
  const agencies = readCollections(rowsOf(sections, 'collections'))
  const { inquiries, doubts: inquiryDoubts } = readInquiries(rowsOf(sections, 'inquiries'))
  const { records, doubts: recordDoubts } = readRecords(rowsOf(sections, 'publicRecords'))
  const accounts = [...trades.accounts, ...agencies.accounts]
  const opened = new Set(accounts.flatMap(({ dateOpened }) => dateOpened?.slice(0, 7) ?? []))
  const named = readTop(summary)
  const reading = buildOneBureauReport(
    'equifax-pdf',
    'Equifax',
    [
      {
        personal: own.personal,
        file: { bureau: 'Equifax', status: 'hit', text: own.notices },
        reportDate: parsePrintedDate(first('reportDate', summary) ?? first('date', top)),
        sourceReportId:
          rows.map(({ text }) => /\bConfirmation ?# ?:? ?(\d{6,})/.exec(text)?.[1]).find(id => id) ?? null,
        formatVersion: null,
        accounts,
        inquiries,
        publicRecords: records,
        scores: [],
        unknownCodes: 0,
      },
    ],
    person,
  )
  if (reading.kind !== 'report') return reading
  const none = (kinds: RegExp, count: number) => (count === 0 && saysNone(content, kinds) ? 0 : null)
  const covered: readonly CoveredSection[] = ['personal', 'accounts', 'publicRecords', 'inquiries']
  const coverage: BureauCoverage = {
    bureau: 'Equifax',
    stated: {
      accounts: none(/\baccounts?\b/i, accounts.length),
      inquiries: none(/\binquir/i, inquiries.length),
      publicRecords: none(/\bpublic records?\b|\bbankruptc|\bjudgments?\b|\bliens?\b/i, records.length),
    },
    read: { accounts: accounts.length, inquiries: inquiries.length, publicRecords: records.length },
    sections: covered.filter(name => isWhole(sections, name, missing.missing.length === 0)),
    monthsUnreadable: trades.monthsUnreadable,
    pagesMissing: missing.missing,
    pagesDamaged: pageNumbers(pages.pages),
    pagesStated: missing.stated,
    doubts: [
      ...own.doubts,
      ...trades.doubts,
      ...agencies.doubts,
      ...recordDoubts,
      ...inquiryDoubts,
      ...doubtStrays(sections, 'accounts', ['accounts'], /(?:^|\| )Loan\/Account Type:/),
      ...doubtStrays(sections, 'inquiries', ['inquiries'], / (?:Hard|Soft) \d{1,2}\/\d{1,2}\/\d{4}/),
      ...doubtStrays(sections, 'publicRecords', ['publicRecords'], /^(?:Reference Number|Filer|Court):/),
      ...checkNamed(named.get('oldest')?.value, opened, summary),
      ...checkNamed(named.get('newest')?.value, opened, summary),
    ],
  }
  const report: Report = { ...reading.report, coverage: [coverage] }
  return { ...reading, report }
}

export const equifaxPdf: PdfLayout = { recognizes, read }
