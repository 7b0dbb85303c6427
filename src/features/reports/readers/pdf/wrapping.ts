import type { Field, FieldLine, Fields } from './fields.ts'
import type { RowWord } from './rows.ts'

/**
 * Values that go on in the next line. Browsers break a column at blanks, or anywhere in a word where the page says so; the
 * blank at a break is not drawn. So a break is a blank where the line had room for more, and where it was full the words
 * themselves tell, as the print has them elsewhere.
 */

/** Words of status and remarks, which a short print may not have a second time. */
const ordinary = new Set(
  (
    'a account agreed and as at bad balance bankruptcy by card charge charged closed collection company consumer credit ' +
    'creditor current date days debt delinquency disputed due for from full grantor high in included individual ' +
    'information installment joint late limit loan maximum mortgage of off open or paid past paying per placed reported ' +
    'revolving the to was written'
  ).split(' '),
)

/** A word without the signs around it. */
const plain = (text: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(text.toLowerCase())?.[0] ?? ''

type Break = { before: RowWord; after: RowWord; size: number }

const breaksOf = ({ printed }: Field): Break[] =>
  printed.flatMap((line: FieldLine, index) => {
    const [before, after] = [line.words.at(-1), printed[index + 1]?.words[0]]
    return before === undefined || after === undefined ? [] : [{ before, after, size: line.row.size }]
  })

/** Words that stand whole: all but the halves beside a break. */
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

/** Whether the halves beside a break in a full line are two words. */
const areTwoWords = (before: string, after: string, words: ReadonlySet<string>): boolean => {
  const [last, next] = [before.at(-1) ?? '', after.at(0) ?? '']
  if (isDigit(next) && (isDigit(last) || /[,.$/-]/.test(last))) return false
  if (/[,;:.]/.test(last) || /[($]/.test(next)) return true
  if (isLetter(last) !== isLetter(next))
    return isLetter(last) ? isDigit(next) : isDigit(last) && isLetter(next)
  if (/\p{Ll}/u.test(last) && /\p{Lu}/u.test(next)) return true
  return !words.has(plain(before + after)) && words.has(plain(before)) && words.has(plain(after))
}

/** Of the size of the type: with less room than a blank and a wide letter take, a line was full. */
const fullWithin = 1.3

/** Joins the lines of a value. */
export type Joiner = (field: Field) => string | null

/** One line in so many may end otherwise than the others, as where a word of it is lost. */
const oneInLines = 10

const isFull = ({ before, size }: Break, edge: number): boolean => edge - before.x2 < fullWithin * size

/** Where the lines of a column end that is broken anywhere; null where it is broken at blanks. */
const findEdge = (fields: readonly Field[]): number | null => {
  const breaks = fields.flatMap(breaksOf)
  const odd = Math.floor(breaks.length / oneInLines)
  const ends = fields.flatMap(({ printed }) => printed.map(({ words }) => words.at(-1)?.x2 ?? 0))
  const edge = ends.toSorted((a, b) => b - a)[odd] ?? 0
  return breaks.filter(one => isFull(one, edge)).length < breaks.length - odd ? null : edge
}

/** The width of a blank in the size of the type, at the least. */
const blank = 0.25

const hadRoom = ({ before, after, size }: Break, edge: number): boolean =>
  edge - before.x2 > blank * size + (after.x2 - after.x) / after.text.length

/**
 * Whether a value may lack the beginning of a number: where lines are broken anywhere, a line with room for the digit in the
 * next one lost its end.
 */
export const createLossFinder = (fields: readonly Field[]): ((field: Field) => boolean) => {
  const edge = findEdge(fields)
  return field =>
    edge !== null && breaksOf(field).some(one => isDigit(one.after.text.at(0) ?? '') && hadRoom(one, edge))
}

/**
 * How a print breaks its lines, from values of one column: at blanks, unless its broken lines are full, as where it breaks
 * them anywhere.
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

/** The fields with their values joined so. */
export const joinValues = <Name extends string>(fields: Fields<Name>, join: Joiner): Fields<Name> => ({
  ...fields,
  values: new Map([...fields.values].map(([name, field]) => [name, { ...field, value: join(field) }])),
  twice: fields.twice.map(field => ({ ...field, value: join(field) })),
})
