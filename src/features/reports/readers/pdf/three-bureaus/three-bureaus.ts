import { type Bureau, bureaus } from '#values/bureau.ts'
import type { CoveredSection } from '../../../coverage.ts'
import { createCountedWarnings, createWarning } from '../../../warnings.ts'
import { parseBureau } from '../../codes.ts'
import { parseCount, parseDate } from '../../fields.ts'
import { labelKey, readAddress } from '../../html/columns.ts'
import type { Reading } from '../../reading.ts'
import {
  type DisplayedAddress,
  type DisplayedFile,
  type DisplayedInquiry,
  type DisplayedRecord,
  readDisplayed,
  shownValue,
} from '../../truelink/displayed.ts'
import { recordLabels } from '../../truelink/displayed-labels.ts'
import type { PdfLayout, Print } from '../detect.ts'
import { browserFurniture, dropFurniture, findMissingPages } from '../furniture.ts'
import type { Row } from '../rows.ts'
import { createHeadings, doubtStrays, rowsOf, splitSections } from '../sections.ts'
import { createDoubt } from '../values.ts'
import { readAccounts } from './accounts.ts'
import {
  headerOf,
  type Layout,
  layouts,
  readTable,
  segmentsOf,
  splitTables,
  type TableField,
} from './tables.ts'

/** Prints of the report pages of IdentityIQ, SmartCredit and MyFreeScoreNow (docs/reference/report-formats.md). */

const headings = createHeadings({
  'personal information': 'personal',
  'credit score': 'score',
  'credit scores': 'score',
  summary: 'summary',
  'account history': 'accounts',
  inquiries: 'inquiries',
  'public information': 'records',
  'public records': 'records',
  'creditor contacts': 'contacts',
  'creditor contacts show': 'contacts',
  'creditor contacts hide': 'contacts',
  'customer statement': 'other',
  'consumer statement': 'other',
  'risk factors': 'other',
})

/** Headings are followed by a link back to the top of the page. */
const headingOf = (row: Row) =>
  headings({ ...row, text: row.text.replace(/^Back to Top | Back to Top$/i, '').replaceAll('®', '') })

const personalLabels = new Set([
  'credit report date',
  'name',
  'also known as',
  'former',
  'date of birth',
  'current address(es)',
  'previous address(es)',
  'current address',
  'previous address',
  'employers',
  'employer',
])

const summaryLabels = new Set([
  'total accounts',
  'open accounts',
  'closed accounts',
  'delinquent',
  'derogatory',
  'collection',
  'balances',
  'payments',
  'public records',
  'inquiries(2 years)',
  'inquiries (2 years)',
])

const scoreLabels = new Set(['credit score', 'lender rank', 'score scale'])

const isRecordLabel = (label: string): boolean =>
  Object.hasOwn(recordLabels, label) || /^(?:asset amount|exempt amount|balance|remarks)$/.test(label)

type Values = (label: string, bureau: Bureau, as?: 'lines' | 'values') => string[]

/** The values of a section's tables by label. */
const valuesOf = (rows: readonly Row[], labels: ReadonlySet<string>): Values => {
  const fields = new Map<string, TableField>()
  for (const { header, rows: below } of splitTables(rows))
    for (const field of readTable(header, below, label => labels.has(label)).fields)
      if (!fields.has(field.label)) fields.set(field.label, field)
  return (label, bureau, as = 'values') =>
    (fields.get(label)?.[as].get(bureau) ?? []).filter(text => shownValue(text) !== null)
}

/** Splits consecutive addresses: each ends with its ZIP code, or with the month below it. */
const splitAddresses = (lines: readonly string[]): DisplayedAddress[] => {
  const groups: string[][] = []
  let isEnded = true
  lines.forEach((line, index) => {
    if (isEnded) groups.push([])
    groups.at(-1)?.push(line)
    const isMonth = /^\d{1,2}\/\d{4}$/.test(line)
    const isMonthNext = /^\d{1,2}\/\d{4}$/.test(lines[index + 1] ?? '')
    isEnded =
      isMonth || (/\b\d{5}(?:-\d{4})?$/.test(line) && !isMonthNext && /^\d{5}|, ?[A-Z]{2} /i.test(line))
  })
  return groups.map(readAddress)
}

/** The employer's name; below it are its address and the day on which it was reported. */
const employersIn = (lines: readonly string[]): string[] =>
  lines.filter(line => !/^date updated:/i.test(line) && !/^\d{5}(?:-\d{4})?$|,\s?[A-Z]{2}\b/.test(line))

const inquiryHeadings = ['creditor name', 'type of business', 'date of inquiry', 'credit bureau']

/** A row with a date is an inquiry; one without continues the company's name. */
const readInquiries = (rows: readonly Row[]): DisplayedInquiry[] => {
  const start = rows.findIndex(row =>
    segmentsOf(row).some(({ text }) => labelKey(text) === 'date of inquiry'),
  )
  const columns = rows
    .slice(start, start + 1)
    .flatMap(segmentsOf)
    .map(({ x, text }) => ({ x, name: labelKey(text) }))
    .filter(({ name }) => inquiryHeadings.includes(name))
    .slice(0, inquiryHeadings.length)
  const found: { company: string[]; industry: string[]; date: string; bureau: string }[] = []
  for (const row of columns.length === 0 ? [] : rows.slice(start + 1)) {
    const cells = new Map<string, string[]>()
    for (const { x, text } of segmentsOf(row)) {
      const [nearest] = columns.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))
      if (nearest !== undefined) cells.set(nearest.name, [...(cells.get(nearest.name) ?? []), text])
    }
    const textOf = (name: string) => (cells.get(name) ?? []).join(' ')
    const date = textOf('date of inquiry')
    const last = found.at(-1)
    if (parseDate(date) !== null)
      found.push({
        company: cells.get('creditor name') ?? [],
        industry: cells.get('type of business') ?? [],
        date,
        bureau: textOf('credit bureau'),
      })
    else if (last !== undefined) {
      last.company.push(...(cells.get('creditor name') ?? []))
      last.industry.push(...(cells.get('type of business') ?? []))
    }
  }
  return found.map(({ company, industry, date, bureau }) => ({
    company: company.join(' '),
    industry: shownValue(industry.join(' ')),
    date,
    bureau: parseBureau(bureau.replace('®', '')),
  }))
}

const readRecords = (rows: readonly Row[]): DisplayedRecord[] =>
  splitTables(rows).flatMap(({ header, above, rows: below }) => {
    const { fields } = readTable(header, below, isRecordLabel)
    const has = (label: string) => fields.some(field => field.label === label)
    const isBankruptcy = has('asset amount') || /bankruptcy/i.test(above?.text ?? '')
    const kind = isBankruptcy ? 'Bankruptcy' : has('plaintiff') ? 'LegalItem' : 'MiscPublicRecord'
    return header.columns.flatMap(({ bureau }): DisplayedRecord[] => {
      const values = new Map(
        fields.flatMap(({ label, values: own }) => {
          const key = recordLabels[label] ?? ''
          const text = shownValue((own.get(bureau) ?? []).join(' '))
          return key === '' || text === null ? [] : [[key, text] as const]
        }),
      )
      return values.size === 0 ? [] : [{ bureau, kind, values }]
    })
  })

/** The scores in a row without a label below the bureaus' names. */
const readBareScores = (rows: readonly Row[]): ReadonlyMap<Bureau, string> => {
  const [table] = splitTables(rows)
  const [row] = table?.rows ?? []
  const scores = row === undefined ? [] : segmentsOf(row)
  return new Map(
    (table?.header.columns ?? []).flatMap(({ bureau, x }) => {
      const [nearest] = scores.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))
      return nearest !== undefined && /^\d{3}$/.test(nearest.text) ? [[bureau, nearest.text] as const] : []
    }),
  )
}

const covered: readonly (readonly [name: ReturnType<typeof headings>, section: CoveredSection])[] = [
  ['personal', 'personal'],
  ['accounts', 'accounts'],
  ['records', 'publicRecords'],
  ['inquiries', 'inquiries'],
]

const isContent = (row: Row): boolean => headerOf(row) !== null || headingOf(row) !== null

const readWith = (layout: Layout, { pages: { pages }, rows: all }: Print): Reading => {
  const { stated: pagesStated, missing: pagesMissing } = findMissingPages(all, pages)
  const sections = splitSections(dropFurniture(all, pages, browserFurniture, isContent), headingOf)
  const personal = valuesOf(rowsOf(sections, 'personal'), personalLabels)
  const summary = valuesOf(rowsOf(sections, 'summary'), summaryLabels)
  const score = valuesOf(rowsOf(sections, 'score'), scoreLabels)
  const bare = readBareScores([...rowsOf(sections, null), ...rowsOf(sections, 'score')])
  const isVantage3 = all.some(({ text }) => /Vantage ?Score®? 3\.0/.test(text))
  const { accounts, doubts } = readAccounts(rowsOf(sections, 'accounts'), layout)
  const files = bureaus.map((bureau): DisplayedFile => {
    const given = (...labels: string[]) => labels.flatMap(label => personal(label, bureau))
    const addresses = (...labels: string[]) =>
      splitAddresses(labels.flatMap(label => personal(label, bureau, 'lines')))
    const countOf = (...labels: string[]) =>
      parseCount(labels.flatMap(label => summary(label, bureau))[0] ?? null)
    const name = given('name').join(' ')
    const shown = score('credit score', bureau)[0] ?? bare.get(bureau) ?? ''
    const date = given('credit report date')[0] ?? null
    const hasScore = /^\d+$/.test(shown) || (shown !== '' && name !== '')
    return {
      bureau,
      date,
      names: name === '' ? [] : [name],
      aliases: given('also known as', 'former'),
      birth: given('date of birth')[0] ?? null,
      addresses: addresses('current address(es)', 'current address'),
      previousAddresses: addresses('previous address(es)', 'previous address'),
      employers: employersIn(given('employers', 'employer')),
      statements: [],
      isFrozen: false,
      score: hasScore
        ? {
            score: shown,
            model: isVantage3 ? 'VantageScore 3.0' : null,
            date: layout.hasType ? null : date,
            factors: [],
          }
        : null,
      stated: {
        accounts: countOf('total accounts'),
        inquiries: countOf('inquiries(2 years)', 'inquiries (2 years)'),
        publicRecords: countOf('public records'),
      },
    }
  })
  // These pages print a total of public records even if there are none.
  const knowsRecords =
    files.some(({ stated }) => stated.publicRecords !== null) ||
    sections.some(({ name }) => name === 'records')
  const readAt = (bureau: Bureau) =>
    accounts.flatMap(({ trades }) => trades).filter(trade => trade.bureau === bureau).length
  const hasEquifaxOk = accounts.some(({ trades }) =>
    trades.some(({ bureau, months }) => bureau === 'Equifax' && months.some(({ symbol }) => symbol === 'C')),
  )
  return readDisplayed(
    {
      reference: null,
      date: null,
      files,
      accounts,
      isGrouped: true,
      inquiries: readInquiries(rowsOf(sections, 'inquiries')),
      records: readRecords(rowsOf(sections, 'records')),
      contacts: [],
      sections: covered.flatMap(([name, section]) => {
        // Without a total it is unknown whether all of them were read.
        const isCounted = section === 'accounts' || section === 'inquiries'
        if (isCounted && files.every(({ stated }) => stated[section] === null)) return []
        const at = sections.findLastIndex(one => one.name === name)
        return at !== -1 && at < sections.length - 1 ? [section] : []
      }),
      doubts: [
        ...doubts,
        ...[
          ...doubtStrays(sections, 'publicRecords', ['records'], /^date filed\/reported\b/i),
          ...(knowsRecords ? [] : createDoubt('entryLost', 'publicRecords', null, [])),
        ].flatMap(doubt => bureaus.map(bureau => ({ ...doubt, bureau }))),
      ],
      warnings: [
        ...(hasEquifaxOk ? [createWarning('equifax_ok_unsure', 'Equifax')] : []),
        ...files.flatMap(({ bureau, stated }) =>
          layout.hasType
            ? []
            : createCountedWarnings(bureau, [['hidden_tradelines', (stated.accounts ?? 0) - readAt(bureau)]]),
        ),
      ],
      pages: {
        pagesMissing,
        pagesStated,
        pagesDamaged: pages.flatMap(({ warned }, index) => (warned ? [index + 1] : [])),
      },
    },
    layout.format,
  )
}

const labelsIn = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap(row =>
      segmentsOf(row)
        .slice(0, 1)
        .map(({ text }) => labelKey(text)),
    ),
  )

const recognizesWith =
  ({ marks, header }: Layout): PdfLayout['recognizes'] =>
  ({ rows }) => {
    const found = rows
      .flatMap(row => headerOf(row)?.columns ?? [])
      .filter(({ bureau }) => bureau === 'TransUnion')
    if (!found.some(({ text }) => header.test(text))) return false
    const labels = labelsIn(rows)
    return marks.filter(mark => labels.has(mark)).length >= 2
  }

export const threeBureauLayouts: readonly PdfLayout[] = layouts.map(layout => ({
  recognizes: recognizesWith(layout),
  read: print => readWith(layout, print),
}))
