import type { Row, RowWord } from './rows.ts'

/** Tables whose cells belong to the header word above them: months and bureaus. Only here positions decide. */

export type GridColumns = {
  centers: readonly number[]
  /** The maximum distance of a cell's center: half of the distance between neighbors. */
  reach: number
}

export const centerOf = ({ x, x2 }: Pick<RowWord, 'x' | 'x2'>): number => (x + x2) / 2

/** The columns under header words, in order; null for fewer than two or if two have the same position. */
export const gridColumns = (header: readonly Pick<RowWord, 'x' | 'x2'>[]): GridColumns | null => {
  const centers = header.map(centerOf)
  const inOrder = centers.toSorted((a, b) => a - b)
  const pitches = inOrder.slice(1).map((center, index) => center - (inOrder[index] ?? center))
  const pitch = pitches.toSorted((a, b) => a - b)[0]
  return pitch === undefined || pitch <= 0 ? null : { centers, reach: pitch / 2 }
}

/** The index of the column nearest to a center; null when none is within reach, so that the cell is lost. */
export const columnAt = ({ centers, reach }: GridColumns, center: number): number | null => {
  let nearest: number | null = null
  let least = reach
  centers.forEach((one, index) => {
    const distance = Math.abs(one - center)
    if (distance <= least) {
      least = distance
      nearest = index
    }
  })
  return nearest
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const isMonthName = (text: string, month: number, length: number | undefined): boolean =>
  text.replace(/\.$/, '').toLowerCase() === monthNames[month]?.slice(0, length).toLowerCase()

/** The twelve words of a month header: `J F M …`, `Jan Feb …` or `January February …`; null for any other row. */
export const findMonthHeader = ({ words }: Row): RowWord[] | null => {
  for (const length of [1, 3, undefined]) {
    const start = words.findIndex((_, index) =>
      monthNames.every((_name, month) => isMonthName(words[index + month]?.text ?? '', month, length)),
    )
    if (start !== -1) return words.slice(start, start + 12)
  }
  return null
}

/** The year with which a row of months begins; null for any other row. */
export const yearOf = ({ words }: Row): number | null => {
  const [, year] = /^((?:19|20)\d\d)$/.exec(words[0]?.text ?? '') ?? []
  return year === undefined ? null : Number(year)
}

/** Icons are in the private use area of a font and have no meaning of their own. */
const privateUse = /\p{Co}/gu

export const isIcon = (text: string): boolean => text !== '' && text.replaceAll(privateUse, '') === ''

export const dropIcons = (text: string): string => text.replaceAll(privateUse, '').trim()

/** The word directly before some words of a row, such as the icon next to its meaning in a legend. */
export const findBefore = (rows: readonly Row[], meaning: string): string | null => {
  const wanted = meaning.split(' ')
  for (const { words } of rows) {
    const start = words.findIndex((_, index) =>
      wanted.every((word, at) => words[index + at]?.text.toLowerCase() === word.toLowerCase()),
    )
    const before = words[start - 1]?.text
    if (start > 0 && before !== undefined) return before
  }
  return null
}
