import type { FileStatus } from '../../../canonical.ts'
import type { BureauCoverage, CoveredSection, Doubt } from '../../../coverage.ts'
import { parseText } from '../../fields.ts'
import { finishReading } from '../../finish-reading.ts'
import { buildOneBureauReport } from '../../one-bureau-report.ts'
import { parsePrintedDate } from '../../printed-words.ts'
import { freezeNotice, parseFileStatus } from '../../reading.ts'
import { findColumns } from '../columns.ts'
import type { PdfLayout, Print } from '../detect.ts'
import { readFields } from '../fields.ts'
import { browserFurniture, dropFurniture, findMissingPages } from '../furniture.ts'
import { createLabels } from '../labels.ts'
import { placeOf, type Row } from '../rows.ts'
import { createHeadings, rowsOf, type Section, splitSections } from '../sections.ts'
import { readAccounts } from './accounts.ts'
import { readInquiries } from './inquiries.ts'
import { readColumns, sectionHeadings, topLabels } from './labels.ts'
import { readPersonal, readRecords, saysNone } from './personal.ts'

/** Experian's report of annualcreditreport.com, printed by a browser (docs/reference/report-formats.md). */

const title = /^Annual Credit Report - Experian$/

type SectionName = (typeof sectionHeadings)[keyof typeof sectionHeadings]

const sectionOf = createHeadings(sectionHeadings)
const top = createLabels(topLabels)

const signs: readonly RegExp[] = [
  /Annual Credit Report - Experian\b/,
  /usa\.experian\.com\/acr\//,
  /^\P{L}{0,3}Account Info$/u,
  /\bBalance Updated\b/,
  /\bOn Record Until\b/,
  /\bInquired on\b/,
]

/** Labels of other bureaus' reports. */
const foreign: readonly RegExp[] = [/\bLoan\/Account Type:/, /\bPay Status\b/, /\bDate of 1st Delinquency:/]

const recognizes = ({ rows }: Print): boolean =>
  signs.filter(sign => rows.some(({ text }) => sign.test(text))).length >= 3 &&
  !rows.some(({ text }) => foreign.some(sign => sign.test(text)))

/** The sections up to the first that is not about the person. */
const personSections = (rows: readonly Row[]): Section<SectionName>[] => {
  const sections = splitSections(rows, sectionOf)
  const end = sections.findIndex(({ name }) => name === 'end')
  return end === -1 ? sections : sections.slice(0, end + 1)
}

const counted = /\b(\d{1,4}) (accounts?|public records?|hard inquir(?:y|ies))(?= |$)/gi

/** The totals at the top of the report: `40 Accounts`, `30 Hard Inquiries`. */
const readTotals = (rows: readonly Row[]): BureauCoverage['stated'] => {
  const found = readColumns(rows).flatMap(column => [
    ...column
      .map(({ text }) => text)
      .join(' ')
      .matchAll(counted),
  ])
  const totalOf = (kind: RegExp): number | null => {
    const number = found.find(([, , words = '']) => kind.test(words))?.[1]
    return number === undefined ? null : Number(number)
  }
  return { accounts: totalOf(/^acc/i), publicRecords: totalOf(/^pub/i), inquiries: totalOf(/^hard/i) }
}

/** A section is read to its end when another one follows. */
const readSections = (sections: readonly Section<SectionName>[]): CoveredSection[] => {
  const names: readonly (readonly [SectionName, CoveredSection])[] = [
    ['personal', 'personal'],
    ['accounts', 'accounts'],
    ['publicRecords', 'publicRecords'],
    ['hard', 'inquiries'],
  ]
  const isFollowed = (name: SectionName): boolean => {
    const index = sections.findIndex(one => one.name === name)
    return index !== -1 && index < sections.length - 1
  }
  return names.flatMap(([name, covered]) => (isFollowed(name) ? [covered] : []))
}

/** Alerts are sentences among the personal data. */
const fileOf = (rows: readonly Row[]): FileStatus => {
  const isFrozen = rows.some(({ text }) => text.split(' ').length > 4 && parseFileStatus(text) === 'frozen')
  return { bureau: 'Experian', status: 'hit', text: isFrozen ? freezeNotice : null }
}

/** The doubt for an entry that was not read. */
const lostIn = (section: CoveredSection, rows: readonly Row[]): Doubt => ({
  kind: 'entryLost',
  section,
  about: null,
  count: 1,
  place: placeOf(rows),
})

/** Page furniture of a browser's print is known; other repeated text belongs to the report. */
const furniture: readonly RegExp[] = [...browserFurniture, title]

const read: PdfLayout['read'] = ({ pages, rows }, person) => {
  const { stated: pagesStated, missing } = findMissingPages(rows, pages.pages)
  const sections = personSections(dropFurniture(rows, pages.pages, furniture, () => true))
  const head = rowsOf(sections, null)
  const fields = readFields(head, top, { columns: findColumns(head, top), colons: false })
  const value = (name: Parameters<typeof fields.values.get>[0]) => parseText(fields.values.get(name)?.value)
  const own = (name: SectionName) => rowsOf(sections, name)

  const accounts = readAccounts(own('accounts'))
  const publicRecords = saysNone(own('publicRecords')) ? [] : readRecords(own('publicRecords'))
  const [hard, soft] = [readInquiries(own('hard'), 'hard'), readInquiries(own('soft'), 'soft')]
  const inquiries = [...hard.inquiries, ...soft.inquiries].map((inquiry, index) => ({
    ...inquiry,
    id: `inquiry-${index + 1}`,
  }))
  const stated = readTotals(head)
  const coverage: BureauCoverage = {
    bureau: 'Experian',
    stated,
    read: {
      accounts: accounts.accounts.length,
      publicRecords: publicRecords.length,
      // It is unknown whether the total counts companies or days.
      inquiries: hard.listed === stated.inquiries ? hard.listed : hard.inquiries.length,
    },
    sections: readSections(sections),
    monthsUnreadable: accounts.monthsUnreadable,
    pagesMissing: missing,
    pagesDamaged: pages.pages.flatMap(({ warned }, index) => (warned ? [index + 1] : [])),
    pagesStated,
    doubts: [
      ...accounts.doubts,
      ...[...hard.lost, ...soft.lost].map(row => lostIn('inquiries', [row])),
      ...(stated.accounts === null ? [lostIn('personal', [])] : []),
      ...(sections.at(-1)?.name === 'end' ? [] : [lostIn('inquiries', [])]),
    ],
  }
  const reading = buildOneBureauReport(
    'experian-pdf',
    'Experian',
    [
      {
        personal: readPersonal(own('personal'), value('name')),
        file: fileOf(own('personal')),
        reportDate: parsePrintedDate(value('date')),
        sourceReportId: value('number'),
        formatVersion: null,
        accounts: accounts.accounts,
        inquiries,
        publicRecords,
        scores: [],
        unknownCodes: 0,
      },
    ],
    person,
  )
  return reading.kind === 'report' ? finishReading(reading.report, [coverage]) : reading
}

export const experianPdf: PdfLayout = { recognizes, read }
