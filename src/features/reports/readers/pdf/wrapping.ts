import type { Field, FieldLine, Fields } from './fields.ts'
import type { RowWord } from './rows.ts'

/**
 * Values that continue in the next line. Browsers wrap a column at spaces, or anywhere in a word if the page's style says so;
 * the space at a break is not drawn. So a break is a space if the line had room for more; if it was full, other occurrences
 * of the words in the print decide.
 */

/** Words of status and remarks, which a short print may not contain a second time. */
const ordinary = new Set(
  (
    'a account agreed and as at bad balance bankruptcy by card charge charged closed collection company consumer credit ' +
    'creditor current date days debt delinquency disputed due for from full grantor high in included individual ' +
    'information installment joint late limit loan maximum mortgage of off open or paid past paying per placed reported ' +
    'revolving the to was written'
  ).split(' '),
)

/** A word without surrounding punctuation. */
const plain = (text: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(text.toLowerCase())?.[0] ?? ''

type Break = { before: RowWord; after: RowWord; size: number }

const breaksOf = ({ printed }: Field): Break[] =>
  printed.flatMap((line: FieldLine, index) => {
    const [before, after] = [line.words.at(-1), printed[index + 1]?.words[0]]
    return before === undefined || after === undefined ? [] : [{ before, after, size: line.row.size }]
  })

/** Complete words: all except the halves at a break. */
const wholeWords = (fields: readonly Field[]): Set<string> => {
  const words = new Set(ordinary)
  for (const { printed } of fields) {
    printed.forEach((line, index) => {
      const [from, to] = [index === 0 ? 0 : 1, line.words.length - (index === printed.length - 1 ? 0 : 1)]
      for (const { text } of line.words.slice(from, to)) words.add(plain(text))
    })
  }
  return words
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character)
const isDigit = (character: string): boolean => /\d/.test(character)

/** Whether the halves at a break in a full line are two words. */
const areTwoWords = (before: string, after: string, words: ReadonlySet<string>): boolean => {
  const [last, next] = [before.at(-1) ?? '', after.at(0) ?? '']
  if (isDigit(next) && (isDigit(last) || /[,.$/-]/.test(last))) return false
  if (/[,;:.]/.test(last) || /[($]/.test(next)) return true
  if (isLetter(last) !== isLetter(next))
    return isLetter(last) ? isDigit(next) : isDigit(last) && isLetter(next)
  if (/\p{Ll}/u.test(last) && /\p{Lu}/u.test(next)) return true
  return !words.has(plain(before + after)) && words.has(plain(before)) && words.has(plain(after))
}

/** In font sizes: with less room than a space and a wide letter, a line was full. */
const fullWithin = 1.3

/** Joins the lines of a value. */
export type Joiner = (field: Field) => string | null

/** One in this many lines may end differently from the others, for example because a word is lost. */
const oneInLines = 10

const isFull = ({ before, size }: Break, edge: number): boolean => edge - before.x2 < fullWithin * size

/** The right edge of a column that wraps anywhere; null if it wraps at spaces. */
const findEdge = (fields: readonly Field[]): number | null => {
  const breaks = fields.flatMap(breaksOf)
  const odd = Math.floor(breaks.length / oneInLines)
  const ends = fields.flatMap(({ printed }) => printed.map(({ words }) => words.at(-1)?.x2 ?? 0))
  const edge = ends.toSorted((a, b) => b - a)[odd] ?? 0
  return breaks.filter(one => isFull(one, edge)).length < breaks.length - odd ? null : edge
}

/** The minimum width of a space in font sizes. */
const blank = 0.25

const hadRoom = ({ before, after, size }: Break, edge: number): boolean =>
  edge - before.x2 > blank * size + (after.x2 - after.x) / after.text.length

/**
 * Whether a value may lack the beginning of a number: if lines wrap anywhere, a line with room for the digit in the next one
 * lost its end.
 */
export const createLossFinder = (fields: readonly Field[]): ((field: Field) => boolean) => {
  const edge = findEdge(fields)
  return field =>
    edge !== null && breaksOf(field).some(one => isDigit(one.after.text.at(0) ?? '') && hadRoom(one, edge))
}

/**
 * Joins lines by how a print wraps them, detected from values of one column: at spaces, unless its wrapped lines are full,
 * which means that it wraps anywhere.
 */
export const createJoiner = (fields: readonly Field[]): Joiner => {
  const edge = findEdge(fields)
  if (edge === null) return ({ value }) => value
  const words = wholeWords(fields)
  return field => {
    if (field.value === null) return null
    const isTwoWords = breaksOf(field).map(
      one => !isFull(one, edge) || areTwoWords(one.before.text, one.after.text, words),
    )
    return field.lines.map((line, index) => `${line}${isTwoWords[index] === true ? ' ' : ''}`).join('')
  }
}

/** The fields with joined values. */
export const joinValues = <Name extends string>(fields: Fields<Name>, join: Joiner): Fields<Name> => ({
  ...fields,
  values: new Map([...fields.values].map(([name, field]) => [name, { ...field, value: join(field) }])),
  twice: fields.twice.map(field => ({ ...field, value: join(field) })),
})
