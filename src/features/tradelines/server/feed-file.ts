import { parse } from 'csv-parse/sync'
import { AppError } from '#api/errors.ts'
import { type FeedRow, MAX_ROWS, requiredColumns } from '../feed.ts'

/** A supplier's file, CSV or JSON, as rows. What cannot be read whole is refused whole, and changes nothing. */

const unreadable = (why: string): AppError =>
  new AppError('unreadable_feed', { message: `We could not read this list: ${why}. Nothing was changed.` })

const textIn = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is not text in UTF-8')
  }
}

const isRow = (value: unknown): value is FeedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON: a list of objects, or an object with the list in `data`, `tradelines`, `lines` or `items`. */
const rowsOfJson = (text: string): unknown[] => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('it is not JSON to its end')
  }
  if (Array.isArray(value)) return value
  const list = isRow(value)
    ? [value['data'], value['tradelines'], value['lines'], value['items']].find(one => Array.isArray(one))
    : undefined
  if (!Array.isArray(list)) throw unreadable('it holds no list of tradelines')
  return list
}

const rowsOfCsv = (text: string): unknown[] => {
  try {
    return parse(text, {
      bom: true,
      columns: (names: string[]) => names.map(name => name.trim()),
      skip_empty_lines: true,
      // A row with a cell too few or too many is refused by what then is missing in it, not with the whole list.
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
      max_record_size: 10_000,
      to: MAX_ROWS + 1,
    })
  } catch {
    throw unreadable('it is not CSV with a line of column names first')
  }
}

/** The rows of a file of at most 10,000; refuses `unreadable_feed`. JSON begins with a bracket, CSV with a name. */
export const parseFeedFile = (bytes: Uint8Array): FeedRow[] => {
  const text = textIn(bytes)
  const rows = /^\s*[[{]/.test(text) ? rowsOfJson(text) : rowsOfCsv(text)
  if (rows.length === 0) throw unreadable(`it has no rows; a list needs ${requiredColumns.join(', ')}`)
  if (rows.length > MAX_ROWS) throw unreadable(`it has more than ${MAX_ROWS} rows`)
  return rows.map(row => (isRow(row) ? row : {}))
}
