import type { PagesText, Shape } from './pages-text.ts'
import type { Row, RowWord } from './rows.ts'

/**
 * Marks that are drawn instead of written, such as a tick for a month paid on time. A drawing has a meaning only if the
 * legend contains the same one next to its words.
 */

/** The shapes of one cell or of one legend entry. */
export type Mark = readonly Shape[]

/** Sizes of shapes that may be a mark, in font sizes; larger ones are backgrounds, thinner ones table lines. */
const [thinnest, largest] = [0.15, 2]

const isMarkSized = ({ width, height }: Shape, size: number): boolean =>
  Math.max(width, height) <= largest * size && Math.min(width, height) >= thinnest * size

/** The shapes of each page from top to bottom. */
export type ShapesByPage = ReadonlyMap<number, readonly Shape[]>

export const groupShapes = ({ shapes }: PagesText): ShapesByPage => {
  const pages = new Map<number, Shape[]>()
  for (const shape of shapes) {
    const page = pages.get(shape.page)
    if (page === undefined) pages.set(shape.page, [shape])
    else page.push(shape)
  }
  for (const page of pages.values()) page.sort((a, b) => middleOf(a) - middleOf(b))
  return pages
}

/** The y position of a shape's center. */
export const middleOf = ({ y, height }: Shape): number => y + height / 2

/** The y position of the center of a row's letters. */
export const middleOfRow = ({ y, size }: Row): number => y - size * 0.35

/** More than a grid on a page has, even with a frame around each cell. */
const mostShapes = 5000

/** Shapes with their center between two y positions; the page's shapes are ordered by it. */
export const shapesBetween = (
  shapes: readonly Shape[],
  top: number,
  bottom: number,
  size: number,
): Shape[] => {
  let [low, high] = [0, shapes.length]
  while (low < high) {
    const at = (low + high) >> 1
    const shape = shapes[at]
    if (shape !== undefined && middleOf(shape) < top) low = at + 1
    else high = at
  }
  const found: Shape[] = []
  for (let at = low; at < Math.min(shapes.length, low + mostShapes); at += 1) {
    const shape = shapes[at]
    if (shape === undefined || middleOf(shape) > bottom) break
    if (isMarkSized(shape, size)) found.push(shape)
  }
  return found
}

/** The drawing directly to the left of a word of the legend; null when there is none. */
export const findLegendMark = (shapes: ShapesByPage, row: Row, word: RowWord): Mark | null => {
  const middle = middleOfRow(row)
  const near = shapesBetween(
    shapes.get(row.page) ?? [],
    middle - row.size * 0.8,
    middle + row.size * 0.8,
    row.size,
  )
  const before = row.words.findLast(({ x2 }) => x2 <= word.x)
  const from = Math.max(word.x - row.size * 4, before?.x2 ?? Number.NEGATIVE_INFINITY)
  const mark = near.filter(({ x, width }) => x + width / 2 > from && x + width / 2 < word.x)
  return mark.length === 0 ? null : mark
}

const isAlike = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 0.25 * Math.max(Math.abs(a), Math.abs(b))

const inOrder = (mark: Mark): Shape[] =>
  mark.toSorted(
    (a, b) =>
      a.kind.localeCompare(b.kind) ||
      (a.color ?? '').localeCompare(b.color ?? '') ||
      a.width - b.width ||
      a.height - b.height,
  )

/**
 * Whether two marks are the same drawing: the same number of shapes of the same kind, color and similar size. Sizes are
 * compared relative to the font size next to each.
 */
export const isSameMark = (one: Mark, oneSize: number, other: Mark, otherSize: number): boolean => {
  const [left, right] = [inOrder(one), inOrder(other)]
  return (
    left.length > 0 &&
    left.length === right.length &&
    left.every((shape, index) => {
      const twin = right[index]
      return (
        twin !== undefined &&
        shape.kind === twin.kind &&
        shape.color === twin.color &&
        isAlike(shape.width / oneSize, twin.width / otherSize) &&
        isAlike(shape.height / oneSize, twin.height / otherSize)
      )
    })
  )
}
