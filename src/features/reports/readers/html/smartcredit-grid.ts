import { type Bureau, bureaus } from '#values/bureau.ts'
import { labelKey } from './columns.ts'
import { findAll, type HtmlElement, hasClass, textOf } from './tree.ts'

/**
 * SmartCredit lays out its tables as CSS grids: the classes of a cell define its row and column, independent of the order
 * in the file.
 */

const codes: Readonly<Record<Bureau, string>> = { TransUnion: 'TUC', Experian: 'EXP', Equifax: 'EQF' }

/** The bureau that a class with this prefix names: `bg-transunion`, `bg-TUC`, `text-experian`. */
export const bureauOfClass = ({ classes }: HtmlElement, prefix: 'bg-' | 'text-'): Bureau | null =>
  bureaus.find(
    bureau =>
      classes.includes(`${prefix}${bureau.toLowerCase()}`) || classes.includes(`${prefix}${codes[bureau]}`),
  ) ?? null

export const isCell = (element: HtmlElement): boolean => hasClass(element, 'grid-cell')

const numberOf = ({ classes }: HtmlElement, prefix: string): number | null => {
  const found = classes.find(name => name.startsWith(prefix))?.slice(prefix.length) ?? ''
  return /^\d{1,3}$/.test(found) ? Number(found) : null
}

export const isPlaced = (element: HtmlElement): boolean =>
  isCell(element) && numberOf(element, 'row-start-') !== null && numberOf(element, 'col-start-') !== null

export type Grid = {
  columns: ReadonlyMap<Bureau, number>
  labels: readonly { row: number; label: string }[]
  cellAt: (row: number, column: number) => HtmlElement | undefined
  /** Two cells have the same position. */
  isBroken: boolean
}

/** The labels are in the first column, the bureaus in the first row. */
export const readGrid = (element: HtmlElement): Grid => {
  const cells = new Map<number, HtmlElement>()
  const columns = new Map<Bureau, number>()
  const labels: { row: number; label: string }[] = []
  const place = (row: number, column: number) => row * 1000 + column
  let isBroken = false
  for (const cell of findAll(element, isCell)) {
    const [row, column] = [numberOf(cell, 'row-start-'), numberOf(cell, 'col-start-')]
    if (row === null || column === null) continue
    const bureau = bureauOfClass(cell, 'bg-')
    if (cells.has(place(row, column)) || (bureau !== null && columns.has(bureau))) isBroken = true
    else {
      cells.set(place(row, column), cell)
      if (bureau !== null) columns.set(bureau, column)
      else if (column === 1) labels.push({ row, label: labelKey(textOf(cell)) })
    }
  }
  return {
    columns,
    labels: labels.toSorted((a, b) => a.row - b.row),
    cellAt: (row, column) => cells.get(place(row, column)),
    isBroken,
  }
}

/** The first cell of a label in a bureau's column. */
export const findCell = (grid: Grid, label: string, bureau: Bureau): HtmlElement | undefined => {
  const [row, column] = [grid.labels.find(one => one.label === label)?.row, grid.columns.get(bureau)]
  return row === undefined || column === undefined ? undefined : grid.cellAt(row, column)
}
