import { type Bureau, bureaus } from '#values/bureau.ts'
import type { SavedFormat } from '../../../formats.ts'
import { labelKey } from '../../html/columns.ts'
import { type DisplayedLabels, identityIqLabels, smartCreditLabels } from '../../truelink/displayed-labels.ts'
import { startsApart } from '../labels.ts'
import type { Row, RowWord } from '../rows.ts'

/** Tables of prints with the three bureaus side by side: a label on the left, and a column below each bureau. */

/** Words of a row without a wide gap between them; `first`: the width of the first one. */
type Segment = { x: number; x2: number; text: string; first: number }

export const segmentsOf = (row: Row): Segment[] => {
  const segments: { words: RowWord[] }[] = []
  row.words.forEach((word, index) => {
    if (index === 0 || startsApart(row, index)) segments.push({ words: [word] })
    else segments.at(-1)?.words.push(word)
  })
  return segments.map(({ words }) => ({
    x: words[0]?.x ?? 0,
    x2: words.at(-1)?.x2 ?? 0,
    text: words.map(({ text }) => text).join(' '),
    first: (words[0]?.x2 ?? 0) - (words[0]?.x ?? 0),
  }))
}

/** `TransUnion`, `Transunion` and `transunion®` are one bureau. */
const bureauOf = (text: string): Bureau | null => {
  // Most words are no bureau.
  if (!/[®te]/i.test(text[0] ?? '')) return null
  const plain = text
    .replaceAll(/[®\u00ae]/g, '')
    .trim()
    .toLowerCase()
  return bureaus.find(bureau => bureau.toLowerCase() === plain) ?? null
}

type Header = { columns: readonly { bureau: Bureau; x: number; x2: number; text: string }[] }

/** The row above a table: only the names of the three bureaus. */
export const headerOf = (row: Row): Header | null => {
  if (row.words.length > 6) return null
  const columns: Header['columns'][number][] = []
  for (const { x, x2, text } of row.words) {
    if (text === '®') continue
    const bureau = bureauOf(text)
    if (bureau === null) return null
    columns.push({ x, x2, text, bureau })
  }
  return columns.length === 3 && new Set(columns.map(({ bureau }) => bureau)).size === 3
    ? { columns: columns.toSorted((a, b) => a.x - b.x) }
    : null
}

const middle = ({ x, x2 }: Pick<Segment, 'x' | 'x2'>): number => (x + x2) / 2

/** Values are left-aligned with the bureau's name, or centered below it. */
const columnOf = ({ columns }: Header, segment: Pick<Segment, 'x' | 'x2'>): Bureau | null => {
  let nearest: Bureau | null = null
  let least = Number.POSITIVE_INFINITY
  for (const column of columns) {
    const distance = Math.min(Math.abs(segment.x - column.x), Math.abs(middle(segment) - middle(column)))
    if (distance < least) [nearest, least] = [column.bureau, distance]
  }
  return nearest
}

/** Text left of the first bureau's column is a label. */
const labelEnd = ({ columns: [first, second] }: Header): number =>
  first === undefined || second === undefined ? 0 : first.x - (second.x - first.x) * 0.3

/** `lines`: as printed. `values`: wrapped lines are joined. */
export type TableField = {
  label: string
  rows: Row[]
  lines: ReadonlyMap<Bureau, string[]>
  values: ReadonlyMap<Bureau, string[]>
}

type GrowingField = TableField & { lines: Map<Bureau, string[]>; values: Map<Bureau, string[]> }

/** The width of a cell, as a share of the distance between the columns. */
const cellWidth = 0.96

/** Whether the first word of a line did not fit at the end of the previous line. */
const isRest = (
  { columns: [first, second] }: Header,
  before: Segment,
  line: Segment,
  size: number,
): boolean => {
  const pitch = first === undefined || second === undefined ? 0 : second.x - first.x
  return before.x2 - before.x + 0.25 * size + line.first > pitch * cellWidth - 0.5 * size
}

/**
 * The fields below a header. A row that begins with a known label begins a field; a row without text on the left continues
 * its values. A label may be split over two rows. `rest`: the rows from the first that is neither.
 */
export const readTable = (
  header: Header,
  rows: readonly Row[],
  isLabel: (label: string) => boolean,
): { fields: TableField[]; unknown: TableField[]; rest: readonly Row[] } => {
  const fields: GrowingField[] = []
  const unknown: GrowingField[] = []
  const lasts = new Map<Bureau, Segment>()
  const edge = labelEnd(header)
  let at = 0
  for (; at < rows.length; at += 1) {
    const row = rows[at]
    if (row === undefined || headerOf(row) !== null) break
    const segments = segmentsOf(row)
    const left = segments.filter(({ x }) => x < edge)
    const printed = left.map(({ text }) => text).join(' ')
    const next = rows[at + 1]
    const below =
      next === undefined
        ? ''
        : segmentsOf(next)
            .filter(({ x }) => x < edge)
            .map(({ text }) => text)
            .join(' ')
    const label = labelKey(printed)
    const whole = labelKey(`${printed} ${below}`)
    const printedValues = segments.filter(({ x }) => x >= edge)
    let field = fields.at(-1)
    if (printed !== '') {
      const isCut = !isLabel(label) && isLabel(whole)
      if (!isLabel(label) && !isCut && !printed.endsWith(':')) break
      field = { label: isCut ? whole : label, rows: [], lines: new Map(), values: new Map() }
      lasts.clear()
      if (isLabel(field.label)) fields.push(field)
      else unknown.push(field)
      if (isCut && next !== undefined) {
        at += 1
        printedValues.push(...segmentsOf(next).filter(({ x }) => x >= edge))
      }
    } else if (printedValues.length > 0 && field === undefined) break
    field?.rows.push(row)
    for (const segment of printedValues) {
      const bureau = columnOf(header, segment)
      if (bureau === null || field === undefined) continue
      const values = field.values.get(bureau) ?? []
      const before = lasts.get(bureau)
      if (before !== undefined && isRest(header, before, segment, row.size))
        values[values.length - 1] = `${values.at(-1) ?? ''} ${segment.text}`
      else values.push(segment.text)
      field.values.set(bureau, values)
      const lines = field.lines.get(bureau) ?? []
      lines.push(segment.text)
      field.lines.set(bureau, lines)
      lasts.set(bureau, segment)
    }
  }
  return { fields, unknown, rest: rows.slice(at) }
}

/** The tables of a section: the position of each header, and the rows from the one before it to the next header. */
export const splitTables = (
  rows: readonly Row[],
): { header: Header; above: Row | null; place: Row; rows: readonly Row[] }[] => {
  const starts = rows.flatMap((row, index) => {
    const header = headerOf(row)
    return header === null ? [] : [{ header, index, place: row }]
  })
  return starts.map(({ header, index, place }, at) => ({
    header,
    place,
    above: rows[index - 1] ?? null,
    rows: rows.slice(index + 1, starts[at + 1]?.index ?? rows.length),
  }))
}

/** The prints of monitoring services with the three bureaus side by side (docs/reference/report-formats.md). */

export type Layout = {
  format: Extract<SavedFormat, 'identityiq-pdf' | 'smartcredit-pdf' | 'myfreescorenow-pdf'>
  accounts: DisplayedLabels
  /** Two of them must be in the file. */
  marks: readonly string[]
  /** The spelling of TransUnion above the tables. */
  header: RegExp
  /** The months are text in the row of each bureau; otherwise they are drawings. */
  hasMarks: boolean
  /** The type of an account has a separate row; otherwise it is derived from the text of its kind. */
  hasType: boolean
}

const identityIq: Layout = {
  format: 'identityiq-pdf',
  accounts: identityIqLabels,
  marks: ['bureau code', 'no. of months (terms)', 'account type - detail', 'date last active'],
  header: /^TransUnion$/,
  hasMarks: true,
  hasType: true,
}

const consumerDirect: Omit<Layout, 'format' | 'header'> = {
  accounts: { ...smartCreditLabels, 'account number': 'accountNumber' },
  marks: ['balance owed', 'account rating', 'creditor remarks', 'account description'],
  hasMarks: false,
  hasType: false,
}

export const layouts: readonly Layout[] = [
  identityIq,
  { ...consumerDirect, format: 'smartcredit-pdf', header: /^(?:TransUnion|[Tt]rans[Uu]nion\s?®)$/ },
  { ...consumerDirect, format: 'myfreescorenow-pdf', header: /^Transunion$/ },
]
