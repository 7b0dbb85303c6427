import { type Bureau, bureaus } from '#values/bureau.ts'
import { elementsOf, findAll, type HtmlElement, hasClass, textOf } from './tree.ts'

/** Tables of IdentityIQ's page: a label, and a column for each bureau. */

const headerClasses: readonly (readonly [className: string, bureau: Bureau])[] = [
  ['headerTUC', 'TransUnion'],
  ['headerEXP', 'Experian'],
  ['headerEQF', 'Equifax'],
]

const longestLabel = 200

/** Labels are compared without colons, case and doubled blanks. */
export const labelKey = (text: string): string =>
  text
    .slice(0, longestLabel)
    .toLowerCase()
    .replaceAll(/[\s\u00a0:]+/g, ' ')
    .trim()

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  elementsOf(row).filter(({ tag }) => tag === 'td' || tag === 'th')

/** The rows of a table, not those of a table inside it. */
export const rowsOf = (table: HtmlElement): HtmlElement[][] =>
  findAll(table, ({ tag }) => tag === 'tr' || tag === 'table')
    .filter(({ tag }) => tag === 'tr')
    .map(cellsOf)

export type LabelledRow = { label: string; cells: ReadonlyMap<Bureau, HtmlElement> }

export const hasBureauHeader = (element: HtmlElement): boolean =>
  headerClasses.some(([className]) => hasClass(element, className))

/**
 * The labelled rows of a table. The classes of its header say which column is whose; a column without one of them
 * is nobody's.
 */
export const readColumns = (table: HtmlElement): LabelledRow[] => {
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

export const bureausOf = (rows: readonly LabelledRow[]): Bureau[] =>
  bureaus.filter(bureau => rows.some(({ cells }) => cells.has(bureau)))

/** What the template repeated in a cell: one child for each value. */
export const repeatsIn = (cell: HtmlElement): HtmlElement[] => findAll(cell, ({ tag }) => tag === 'ng-repeat')
