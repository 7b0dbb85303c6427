import { type Bureau, bureaus } from '#values/bureau.ts'
import type { DisplayedAddress } from '../truelink/displayed.ts'
import { elementsOf, findAll, type HtmlElement, hasClass, textOf } from './tree.ts'

/** Tables of IdentityIQ's page: a label, and a column for each bureau. */

const headerClasses: readonly (readonly [className: string, bureau: Bureau])[] = [
  ['headerTUC', 'TransUnion'],
  ['headerEXP', 'Experian'],
  ['headerEQF', 'Equifax'],
]

const longestLabel = 200

/** Labels are compared without colons, case and repeated spaces. */
export const labelKey = (text: string): string =>
  text
    .slice(0, longestLabel)
    .toLowerCase()
    .replaceAll(/[\s\u00a0:]+/g, ' ')
    .trim()

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  elementsOf(row).filter(({ tag }) => tag === 'td' || tag === 'th')

/** The rows of a table, without those of nested tables. */
export const rowsOf = (table: HtmlElement): HtmlElement[][] =>
  findAll(table, ({ tag }) => tag === 'tr' || tag === 'table')
    .filter(({ tag }) => tag === 'tr')
    .map(cellsOf)

export type LabeledRow = { label: string; cells: ReadonlyMap<Bureau, HtmlElement> }

export const hasBureauHeader = (element: HtmlElement): boolean =>
  headerClasses.some(([className]) => hasClass(element, className))

/**
 * The labeled rows of a table. The classes of its header assign the columns to bureaus; a column without one of them
 * is ignored.
 */
export const readColumns = (table: HtmlElement): LabeledRow[] => {
  const rows = rowsOf(table)
  const header = rows.find(cells => cells.some(hasBureauHeader)) ?? []
  const columns = headerClasses.flatMap(([className, bureau]) => {
    const at = header.findIndex(cell => hasClass(cell, className))
    return at === -1 ? [] : [[bureau, at] as const]
  })
  return rows.flatMap(cells => {
    const [first] = cells
    if (first === undefined || !hasClass(first, 'label')) return []
    const own = columns.flatMap(([bureau, at]) => {
      const cell = cells[at]
      return cell === undefined ? [] : [[bureau, cell] as const]
    })
    return [{ label: labelKey(textOf(first)), cells: new Map(own) }]
  })
}

export const bureausOf = (rows: readonly LabeledRow[]): Bureau[] =>
  bureaus.filter(bureau => rows.some(({ cells }) => cells.has(bureau)))

/** The children of a cell that the template repeats, one per value. */
export const repeatsIn = (cell: HtmlElement): HtmlElement[] => findAll(cell, ({ tag }) => tag === 'ng-repeat')

const month = /^\d{1,2}\/\d{4}$/
const zip = /^\d{5}(?:-\d{4})?$/
/** `CITY, ST`, perhaps with the ZIP code; either part may be missing. */
const cityLine = /^([^,]{0,100}),[\s\u00a0]*([A-Z]{2})?[\s\u00a0,]{0,3}(\d{5}(?:-\d{4})?)?$/i

/** An address on the page: the street, then `CITY, ST`, the ZIP code, and the month in which it was reported. */
export const readAddress = (lines: readonly string[]): DisplayedAddress => {
  const left = [...lines]
  const lastIf = (pattern: RegExp): string | null =>
    pattern.test(left.at(-1) ?? '') ? (left.pop() ?? null) : null
  const reported = lastIf(month)
  const postal = lastIf(zip)
  const place = lastIf(cityLine)
  const [, city, state, postalHere] = cityLine.exec(place ?? '') ?? []
  // One line that begins with a number is a street and a city without a separator.
  if (place !== null && left.length === 0 && /^\d/.test(place))
    return { street: place, city: null, state: null, postal, reported }
  return {
    street: left.join(' ') || null,
    city: city?.trim() || null,
    state: state ?? null,
    postal: postal ?? postalHere ?? null,
    reported,
  }
}
