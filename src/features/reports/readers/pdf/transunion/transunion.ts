import type { BureauCoverage, CoveredSection } from '../../../coverage.ts'
import { finishReading } from '../../finish-reading.ts'
import { buildOneBureauReport } from '../../one-bureau-report.ts'
import type { Reading, ReportOwner } from '../../reading.ts'
import type { PdfLayout, Print } from '../detect.ts'
import { dropValues, type Field, readFields } from '../fields.ts'
import { browserFurniture, dropFurniture, findMissingPages } from '../furniture.ts'
import { type Labels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'
import { doubtStrays, rowsOf, type Section, splitSections } from '../sections.ts'
import { createJoiner, createLossFinder, type Joiner, joinValues } from '../wrapping.ts'
import { type ReadAccount, readAccount } from './accounts.ts'
import { splitAccounts } from './blocks.ts'
import { accountLabels, accountLabelsWith, columnsOf, headingOf, type SectionName } from './labels.ts'
import { isHistoryRow } from './months.ts'
import { readInquiries, readPerson, readRecords, readTop } from './person.ts'

/** TransUnion's report from annualcreditreport.com, printed by a browser (docs/reference/report-formats.md). */

const marks: readonly ((row: Row) => boolean)[] = [
  ({ text }) => text.startsWith('Personal Credit Report for'),
  ({ text }) => text.includes('annualcreditreport.transunion.com/'),
  ({ text }) => text.startsWith('Estimated month and year'),
  ({ text }) => text === 'Accounts with Adverse Information',
]

const foreign = /^(?:Loan\/Account Type:|Balance Updated\b|Date of 1st Delinquency:)/

const recognizes = ({ rows }: Print): boolean =>
  marks.filter(mark => rows.some(mark)).length >= 2 &&
  rows.some(row => headingOf(row) !== null) &&
  !rows.some(({ text }) => foreign.test(text))

const isContent = (row: Row): boolean =>
  headingOf(row) !== null || /^(?:Account|Payment) /.test(row.text) || isHistoryRow(row)

/** Values with a number in the middle of a sentence. */
const isSentence = ({ label }: Field): boolean => /^(?:Terms|High Balance|Credit Limit)/.test(label)

/** The value contains the rest of this label. */
const hasLabelInValue = ({ label }: Field): boolean => label.startsWith('Estimated')

const labelOf = <Name extends string>(row: Row, labels: Labels<Name>) =>
  matchLabel(labels, at => row.words[at]?.text)

const startOf = (row: Row): number => row.words[0]?.x ?? 0

/**
 * Whether a row may begin with a label: always, if values are below their labels. If they are next to them, text that begins
 * elsewhere continues a value.
 */
const findLabelEdge = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
): ((row: Row) => boolean) | null => {
  const found = rows.flatMap(row => {
    const length = labelOf(row, labels)?.length
    return length === undefined ? [] : [{ row, isBeside: row.words.length > length }]
  })
  if (found.filter(({ isBeside }) => isBeside).length * 2 <= found.length) return null
  const edge = found.reduce((least, { row }) => Math.min(least, startOf(row)), Number.POSITIVE_INFINITY)
  return row => startOf(row) - edge <= row.size
}

/** A wider gap than this, in font sizes, separates a label from its value. */
const apart = 1

/** The shape of a label; the rest of a label that a narrow column wraps has a different one. */
const labelShape = /^[A-Z][A-Za-z0-9()/.' -]{2,80}$/
const rests: ReadonlySet<string> = new Set(['Note'])

/** Unknown labels: at the position of labels, with a separate value. */
const findUnknownLabels = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
  isAtEdge: (row: Row) => boolean,
): string[] => {
  const unknown = new Set<string>()
  for (const row of rows) {
    if (!isAtEdge(row) || labelOf(row, labels) !== null) continue
    const end = row.words.findIndex((word, index) => {
      const before = row.words[index - 1]
      return before !== undefined && word.x - before.x2 >= apart * row.size
    })
    const text = row.words
      .slice(0, Math.max(end, 0))
      .map(word => word.text)
      .join(' ')
      .replace(/:$/, '')
    if (labelShape.test(text) && !rests.has(text)) unknown.add(text)
  }
  return [...unknown]
}

const readAccounts = (
  sections: readonly Section<SectionName>[],
): { accounts: ReadAccount[]; join: Joiner } => {
  const blocks = (['adverse', 'satisfactory'] as const).flatMap(name =>
    splitAccounts(rowsOf(sections, name)).map(block => ({ block, isAdverse: name === 'adverse' })),
  )
  const rows = blocks.flatMap(({ block }) => block.fields)
  const isAtEdge = findLabelEdge(rows, accountLabels)
  const labels =
    isAtEdge === null ? accountLabels : accountLabelsWith(findUnknownLabels(rows, accountLabels, isAtEdge))
  const columns = columnsOf(rows, labels)
  const read = blocks.map(one => ({
    ...one,
    fields: readFields(one.block.fields, labels, { columns, colons: false, mayBegin: isAtEdge ?? undefined }),
  }))
  const values = read.flatMap(({ fields }) => [...fields.values.values()])
  const plain = values.filter(field => !hasLabelInValue(field))
  const [join, isCut] = [createJoiner(plain), createLossFinder(plain)]
  const isLost = (field: Field) => isSentence(field) && isCut(field)
  return {
    accounts: read.map(({ block, fields, isAdverse }) =>
      readAccount(block, joinValues(dropValues(fields, isLost), join), isAdverse),
    ),
    join,
  }
}

const sectionsOf: Readonly<Record<SectionName, CoveredSection | null>> = {
  personal: 'personal',
  publicRecords: 'publicRecords',
  adverse: 'accounts',
  satisfactory: 'accounts',
  hard: 'inquiries',
  soft: 'inquiries',
  statement: null,
  other: null,
}

/** A section was read to its end if another one follows. */
const readToEnd = (sections: readonly Section<SectionName>[]): CoveredSection[] => {
  const names = sections.flatMap(({ name }) => (name === null ? [] : (sectionsOf[name] ?? 'other')))
  const ended = names.filter((name, index) => names.slice(index + 1).some(later => later !== name))
  return [...new Set(ended)].filter(name => name !== 'other')
}

const read = ({ pages: { pages }, rows: all }: Print, person: ReportOwner): Reading => {
  const { stated: pagesStated, missing: pagesMissing } = findMissingPages(all, pages)
  const sections = splitSections(dropFurniture(all, pages, browserFurniture, isContent), headingOf)
  const top = readTop(rowsOf(sections, null))
  const { accounts, join } = readAccounts(sections)
  const rows = accounts.flatMap(({ row }, index) =>
    row === null ? [] : [{ ...row, id: `account-${index}` }],
  )
  const hard = readInquiries(rowsOf(sections, 'hard'), 'hard', join)
  const soft = readInquiries(rowsOf(sections, 'soft'), 'soft', join)
  const inquiries = [...hard.found, ...soft.found].map((inquiry, index) => ({
    ...inquiry,
    id: `inquiry-${index}`,
  }))
  const records = readRecords(rowsOf(sections, 'publicRecords'), join)
  const publicRecords = records.found.map((record, index) => ({ ...record, id: `record-${index}` }))
  const doubts = [
    ...[...accounts, records, hard, soft].flatMap(one => one.doubts),
    // Filing dates also occur outside of public records.
    ...doubtStrays(
      sections,
      'accounts',
      ['adverse', 'satisfactory'],
      /^Account Information$|^Account Name\b/,
    ),
    ...doubtStrays(sections, 'inquiries', ['hard', 'soft'], /^(?:Requested On|Permissible Purpose)\b/),
    ...doubtStrays(sections, 'publicRecords', ['publicRecords', 'other'], /^(?:Court Type|Date Filed)\b/),
  ]
  const coverage: BureauCoverage = {
    bureau: 'TransUnion',
    stated: { accounts: null, inquiries: null, publicRecords: null },
    read: { accounts: rows.length, inquiries: inquiries.length, publicRecords: publicRecords.length },
    sections: readToEnd(sections),
    monthsUnreadable: doubts.reduce(
      (sum, { kind, count }) => sum + (kind === 'monthsUnreadable' ? count : 0),
      0,
    ),
    pagesMissing,
    pagesDamaged: pages.flatMap(({ warned }, index) => (warned ? [index + 1] : [])),
    pagesStated,
    doubts,
  }
  const reading = buildOneBureauReport(
    'transunion-pdf',
    'TransUnion',
    [
      {
        personal: readPerson(rowsOf(sections, 'personal'), rowsOf(sections, 'statement'), top.name, join),
        file: { bureau: 'TransUnion', status: 'hit', text: null },
        reportDate: top.date,
        sourceReportId: top.fileNumber,
        formatVersion: null,
        accounts: rows,
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

export const transUnionPdf: PdfLayout = { recognizes, read }
