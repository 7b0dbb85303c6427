import { type Labels, matchLabel } from '../labels.ts'
import type { Row } from '../rows.ts'

/** Where labels begin if values are next to them: text that begins elsewhere continues a value. */

const labelOf = <Name extends string>(row: Row, labels: Labels<Name>) =>
  matchLabel(labels, at => row.words[at]?.text)

const startOf = (row: Row): number => row.words[0]?.x ?? 0

/** Whether a row may begin with a label: always, if values are below their labels. */
export const findLabelEdge = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
): ((row: Row) => boolean) | null => {
  const found = rows.flatMap(row => {
    const length = labelOf(row, labels)?.length
    return length === undefined ? [] : [{ row, isBeside: row.words.length > length }]
  })
  if (found.filter(({ isBeside }) => isBeside).length * 2 <= found.length) return null
  const edge = found.reduce((least, { row }) => Math.min(least, startOf(row)), Number.POSITIVE_INFINITY)
  return row => startOf(row) - edge <= row.size
}

/** A wider gap than this, in font sizes, separates a label from its value. */
const apart = 1

/** The shape of a label; the rest of a label that a narrow column wraps has a different one. */
const labelShape = /^[A-Z][A-Za-z0-9()/.' -]{2,80}$/
const rests: ReadonlySet<string> = new Set(['Note'])

/** Unknown labels: at the position of labels, with a separate value. */
export const findUnknownLabels = <Name extends string>(
  rows: readonly Row[],
  labels: Labels<Name>,
  isAtEdge: (row: Row) => boolean,
): string[] => {
  const unknown = new Set<string>()
  for (const row of rows) {
    if (!isAtEdge(row) || labelOf(row, labels) !== null) continue
    const end = row.words.findIndex((word, index) => {
      const before = row.words[index - 1]
      return before !== undefined && word.x - before.x2 >= apart * row.size
    })
    const text = row.words
      .slice(0, Math.max(end, 0))
      .map(word => word.text)
      .join(' ')
      .replace(/:$/, '')
    if (labelShape.test(text) && !rests.has(text)) unknown.add(text)
  }
  return [...unknown]
}
