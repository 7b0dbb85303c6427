import { type Bureau, bureaus } from '#values/bureau.ts'
import type { Doubt } from '../../coverage.ts'
import { monthNames } from '../printed-words.ts'
import {
  type DisplayedAccount,
  type DisplayedTrade,
  shownValue,
  type TradeValue,
} from '../truelink/displayed.ts'
import { fieldAt, identityIqLabels, identityIqMarks } from '../truelink/displayed-labels.ts'
import { bureausOf, type LabeledRow, readColumns, repeatsIn, rowsOf } from './columns.ts'
import { elementsOf, type HtmlElement, hasClass, textOf } from './tree.ts'

/** Accounts of IdentityIQ's page: a heading, a table of labels, and a table of twenty-four months. */

/** Marks of months without data. */
const noData = new Set(['', 'ND', '-'])

/** Status words of the page's other renderer, for data of another source. */
const isOtherSourceStatus = (words: string): boolean =>
  /^(?:\d{2,3}(?:Plus)?Late|NoData|No Data|DEROGATORY|DELINQUENT)$/.test(words)

/** `30Late` and `120PlusLate` in words; DEROGATORY and DELINQUENT do not state how late. */
const plainStatus = (words: string): string => words.replace(/^(\d{2,3})(?:Plus)?Late$/, '$1 days late')

type AccountBlock = {
  heading: HtmlElement
  tables: readonly HtmlElement[]
  history: HtmlElement | null
}

type FoundDoubt = Doubt & { bureau: Bureau }

/** Each child of a cell is a remark when they are blocks. */
const remarksIn = (holder: HtmlElement): string[] => {
  const own = elementsOf(holder).filter(({ tag }) => tag === 'div')
  return (own.length > 0 ? own : [holder]).map(textOf).filter(text => shownValue(text) !== null)
}

/**
 * A cell's values, one for each tradeline: `-` if the bureau reports the account without this value, none if it does
 * not report it.
 */
type Field = { label: string; texts: readonly string[]; remarks: readonly (readonly string[])[] }

const fieldOf = (label: string, cell: HtmlElement): Field => {
  const repeats = repeatsIn(cell)
  const holders = repeats.length > 0 ? repeats : textOf(cell) === '' ? [] : [cell]
  return fieldAt(identityIqLabels, label) === 'remarks'
    ? { label, texts: [], remarks: holders.map(remarksIn) }
    : { label, texts: holders.map(textOf), remarks: [] }
}

type Column = { bureau: Bureau; fields: readonly Field[] }

/** How many tradelines of a bureau are side by side in a column. */
const tradesIn = ({ fields }: Column): number =>
  fields.reduce((most, { texts }) => Math.max(most, texts.length), 0)

const isFilled = ({ texts, remarks }: Field): boolean =>
  texts.some(text => shownValue(text) !== null) || remarks.some(own => own.length > 0)

/** Whether a column has only dashes: in the other renderer this means that the bureau does not report. */
const isDashed = ({ fields }: Column): boolean => !fields.some(isFilled)

const columnsOf = (rows: readonly LabeledRow[]): Column[] =>
  bureausOf(rows).map(bureau => ({
    bureau,
    fields: rows.flatMap(({ label, cells }) => {
      const cell = cells.get(bureau)
      return cell === undefined ? [] : [fieldOf(label, cell)]
    }),
  }))

/** Whether an account shows that the page's other renderer wrote it. */
export const isOtherSource = ({ tables: [table] }: AccountBlock): boolean =>
  table !== undefined &&
  columnsOf(readColumns(table)).some(
    column =>
      (tradesIn(column) > 0 && isDashed(column)) ||
      column.fields.some(({ label, texts }) => label === 'payment status' && texts.some(isOtherSourceStatus)),
  )

type Months = DisplayedTrade['months']

const monthNumber: ReadonlyMap<string, string> = new Map(
  monthNames.map((name, index) => [name, String(index + 1).padStart(2, '0')] as const),
)

type History = { months: Months; unreadable: number }

/** The rows Month and Year date the columns of the bureaus' rows. */
const readHistory = (table: HtmlElement | null): ReadonlyMap<Bureau, History> => {
  const rows = new Map(
    (table === null ? [] : rowsOf(table)).flatMap(([name, ...cells]) =>
      name === undefined ? [] : [[textOf(name).toLowerCase(), cells.map(textOf)] as const],
    ),
  )
  const dates = (rows.get('month') ?? []).map((name, at) => {
    const month = monthNumber.get(name.slice(0, 3).toLowerCase())
    const year = rows.get('year')?.[at] ?? ''
    return month !== undefined && /^\d{2}$/.test(year) ? `20${year}-${month}` : null
  })
  return new Map(
    bureaus.map(bureau => {
      const months: { month: string; symbol: string }[] = []
      let unreadable = 0
      for (const [at, mark] of (rows.get(bureau.toLowerCase()) ?? []).entries()) {
        const month = dates[at] ?? null
        const symbol = Object.hasOwn(identityIqMarks, mark) ? identityIqMarks[mark] : undefined
        if (noData.has(mark)) continue
        if (month === null || symbol === undefined) unreadable += 1
        else months.push({ month, symbol })
      }
      return [bureau, { months, unreadable }] as const
    }),
  )
}

const longestHeading = 500

/** A heading, with the original creditor of a collection: `NAME (Original Creditor: OTHER)`. */
const readHeading = (heading: HtmlElement): { name: string; originalCreditor: string | null } => {
  const text = textOf(heading).slice(0, longestHeading).replaceAll('\u00a0', ' ')
  const [name = '', creditor = ''] = text.split(/\(Original Creditor:/i, 2)
  return {
    name: shownValue(name.trim()) ?? 'Unnamed creditor',
    originalCreditor: shownValue(creditor.trim().replace(/\)$/, '').trim()),
  }
}

type Trade = { values: Map<TradeValue, string>; remarks: readonly string[]; lost: number }

/** One of the tradelines in a column. A field with a different number of values is not split. */
const oneTrade = ({ fields }: Column, at: number, count: number): Trade => {
  const values = new Map<TradeValue, string>()
  let own: readonly string[] = []
  let lost = 0
  for (const { label, texts, remarks } of fields) {
    const key = fieldAt(identityIqLabels, label)
    if (key === undefined || key === 'ignored' || key === 'disputed') continue
    const given = Math.max(texts.length, remarks.length)
    if (given > 0 && given !== count) lost += 1
    else if (key === 'remarks') own = remarks[at] ?? []
    else if (!values.has(key)) {
      const text = shownValue(texts[at] ?? '')
      if (text !== null) values.set(key, key === 'payStatus' ? plainStatus(text) : text)
    }
  }
  return { values, remarks: own, lost }
}

/** The other renderer repeats comments, while this one repeats tradelines. */
const withJoinedComments = (column: Column): Column => ({
  ...column,
  fields: column.fields.map(field =>
    fieldAt(identityIqLabels, field.label) === 'remarks'
      ? { ...field, remarks: [field.remarks.flat()] }
      : field,
  ),
})

const isKnown = ({ label }: Field): boolean => fieldAt(identityIqLabels, label) !== undefined

/** Unknown labels with a value, and labels that occur twice. */
const countLabels = ({ fields }: Column): { unknown: number; twice: number } => {
  const known = fields.filter(isKnown)
  return {
    unknown: fields.filter(field => !isKnown(field) && isFilled(field)).length,
    twice: known.length - new Set(known.map(({ label }) => label)).size,
  }
}

/** `isJoined`: the page's other renderer wrote it, with one row for each bureau. */
export const readAccount = (
  { heading, tables, history }: AccountBlock,
  isJoined: boolean,
): { account: DisplayedAccount; doubts: FoundDoubt[] } => {
  const { name, originalCreditor } = readHeading(heading)
  const months = readHistory(history)
  const doubts: FoundDoubt[] = []
  const trades = columnsOf(tables.flatMap(readColumns)).flatMap((given): DisplayedTrade[] => {
    const { bureau } = given
    const column = isJoined ? withJoinedComments(given) : given
    const count = isJoined && isDashed(column) ? 0 : tradesIn(column)
    const doubt = (kind: Doubt['kind'], times: number) => {
      if (times > 0 && count > 0)
        doubts.push({ bureau, kind, section: 'accounts', about: name, count: times, place: null })
    }
    const { unknown, twice } = countLabels(column)
    doubt('unknownLabel', unknown)
    doubt('labelTwice', twice)
    const own = months.get(bureau) ?? { months: [], unreadable: 0 }
    // The table of months has one row per bureau: with several tradelines its tradeline is unknown.
    doubt('monthsUnreadable', own.unreadable + (count > 1 ? own.months.length : 0))
    return Array.from({ length: count }, (_, at) => {
      const { values, remarks, lost } = oneTrade(column, at, count)
      doubt('entryLost', lost)
      if (originalCreditor !== null) values.set('originalCreditor', originalCreditor)
      return { bureau, values, disputed: null, remarks, months: count > 1 ? [] : own.months }
    })
  })
  return { account: { name, trades }, doubts }
}

/** The headings and tables of the accounts, in the order of the page. */
export const blocksOf = (parts: readonly HtmlElement[]): AccountBlock[] => {
  const blocks: { heading: HtmlElement; tables: HtmlElement[]; history: HtmlElement | null }[] = []
  for (const part of parts) {
    const last = blocks.at(-1)
    if (hasClass(part, 'sub_header')) blocks.push({ heading: part, tables: [], history: null })
    else if (last !== undefined && hasClass(part, 'addr_hsrty')) last.history ??= part
    else if (last !== undefined) last.tables.push(part)
  }
  return blocks
}
