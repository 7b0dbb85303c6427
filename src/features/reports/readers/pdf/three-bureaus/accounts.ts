import { type Bureau, bureaus } from '#values/bureau.ts'
import type { Doubt } from '../../../coverage.ts'
import { isNothingPrinted, monthNames, readTypeWords } from '../../printed-words.ts'
import {
  type DisplayedAccount,
  type DisplayedTrade,
  isReportedTrade,
  shownValue,
  type TradeValue,
} from '../../truelink/displayed.ts'
import { fieldAt, identityIqMarks, readDisputeStatus } from '../../truelink/displayed-labels.ts'
import { columnAt, gridColumns } from '../grids.ts'
import { placeOf, type Row } from '../rows.ts'
import { type Layout, readTable, splitTables, type TableField } from './tables.ts'

/** The accounts of a print: the creditor's name above a table, the table, and the months below it. */

type FoundDoubt = Doubt & { bureau: Bureau }

type Months = { months: { month: string; symbol: string }[]; unreadable: number }

const monthNumber = (text: string): string | null => {
  const at = monthNames.indexOf(text.slice(0, 3).toLowerCase())
  return at === -1 || text.length > 9 ? null : String(at + 1).padStart(2, '0')
}

const firstWord = (row: Row): string => row.words[0]?.text ?? ''

/** The rows Month and Year date the marks in the rows of the bureaus; a mark belongs to the month above it. */
const readWrittenMonths = (rows: readonly Row[]): ReadonlyMap<Bureau, Months> => {
  const months = rows.find(row => firstWord(row) === 'Month')?.words.slice(1) ?? []
  const years = rows.find(row => firstWord(row) === 'Year')?.words.slice(1) ?? []
  const grid = gridColumns(months)
  const found = new Map<Bureau, Months>()
  if (grid === null) return found
  const dates: (string | null)[] = months.map(() => null)
  for (const year of years) {
    const at = columnAt(grid, (year.x + year.x2) / 2)
    const month = at === null ? null : monthNumber(months[at]?.text ?? '')
    if (at !== null && month !== null && /^\d{2}$/.test(year.text)) dates[at] = `20${year.text}-${month}`
  }
  for (const bureau of bureaus) {
    const own: Months = { months: [], unreadable: 0 }
    for (const { x, x2, text } of rows.find(row => firstWord(row) === bureau)?.words.slice(1) ?? []) {
      if (text === 'ND' || isNothingPrinted(text)) continue
      const at = columnAt(grid, (x + x2) / 2)
      const month = at === null ? null : dates[at]
      const symbol = Object.hasOwn(identityIqMarks, text) ? identityIqMarks[text] : undefined
      if (month === null || month === undefined || symbol === undefined) own.unreadable += 1
      else own.months.push({ month, symbol })
    }
    found.set(bureau, own)
  }
  return found
}

/** If the marks are drawings, they are counted by the month names below a bureau's name. */
const countDrawnMonths = (rows: readonly Row[]): ReadonlyMap<Bureau, Months> => {
  const found = new Map<Bureau, Months>()
  let current: Bureau | null = null
  for (const { words, text } of rows) {
    if (/^days late\b/i.test(text)) break
    const plain = (words[0]?.text ?? '').replace('®', '').toLowerCase()
    current = bureaus.find(bureau => bureau.toLowerCase() === plain) ?? current
    const months = words.filter(
      word => monthNumber(word.text) !== null || /^['’]\d{2}$/.test(word.text),
    ).length
    if (current === null || months === 0) continue
    found.set(current, { months: [], unreadable: (found.get(current)?.unreadable ?? 0) + months })
  }
  return found
}

const joined = (field: TableField | undefined, bureau: Bureau): string | null =>
  shownValue((field?.values.get(bureau) ?? []).join(' '))

type Trade = { values: Map<TradeValue, string>; remarks: string[]; disputed: boolean | null }

const tradeAt = (fields: readonly TableField[], bureau: Bureau, layout: Layout): Trade => {
  const trade: Trade = { values: new Map(), remarks: [], disputed: null }
  for (const field of fields) {
    const name = fieldAt(layout.accounts, field.label)
    const text = joined(field, bureau)
    if (text === null || name === undefined || name === 'ignored') continue
    if (name === 'remarks') trade.remarks = [text]
    else if (name === 'disputed') trade.disputed = readDisputeStatus(text)
    else if (!trade.values.has(name)) trade.values.set(name, text)
  }
  const detail = trade.values.get('typeDetail')
  if (!layout.hasType && detail !== undefined) trade.values.set('creditType', readTypeWords(detail))
  return trade
}

/** Parses `NAME (Original Creditor: OTHER)`. */
const readName = (above: Row | null): { name: string; originalCreditor: string | null } => {
  const [name = '', creditor = ''] = (above?.text ?? '').slice(0, 500).split(/\(Original Creditor:/i, 2)
  return {
    name: shownValue(name.trim()) ?? 'Unnamed creditor',
    originalCreditor: shownValue(creditor.trim().replace(/\)$/, '').trim()),
  }
}

export const readAccounts = (
  rows: readonly Row[],
  layout: Layout,
): { accounts: DisplayedAccount[]; doubts: FoundDoubt[] } => {
  const doubts: FoundDoubt[] = []
  const isLabel = (label: string) => Object.hasOwn(layout.accounts, label)
  const accounts = splitTables(rows).flatMap(({ header, above, place, rows: below }) => {
    const { fields, unknown, rest } = readTable(header, below, isLabel)
    if (fields.length < 3) return []
    const { name, originalCreditor } = readName(above)
    const months = layout.hasMarks ? readWrittenMonths(rest) : countDrawnMonths(rest)
    const trades = header.columns.flatMap(({ bureau }): DisplayedTrade[] => {
      const trade = tradeAt(fields, bureau, layout)
      if (!isReportedTrade(trade)) return []
      const doubt = (kind: Doubt['kind'], count: number) => {
        if (count > 0)
          doubts.push({
            bureau,
            kind,
            section: 'accounts',
            about: name,
            count,
            place: placeOf([above ?? place, ...fields.flatMap(one => one.rows)]),
          })
      }
      const own = months.get(bureau) ?? { months: [], unreadable: 0 }
      doubt('monthsUnreadable', own.unreadable)
      doubt('unknownLabel', unknown.filter(field => joined(field, bureau) !== null).length)
      doubt('labelTwice', fields.length - new Set(fields.map(({ label }) => label)).size)
      if (originalCreditor !== null) trade.values.set('originalCreditor', originalCreditor)
      return [{ bureau, ...trade, months: own.months }]
    })
    return [{ name, trades }]
  })
  return { accounts, doubts }
}
