import type { Row } from './rows.ts'

/** The table of a layout's labels, and matching it with printed words. */

type Known<Name extends string> = { name: Name | null; text: string; words: readonly string[] }

/** A table of labels prepared for matching. A label without a name is recognized, but its value is left out. */
export type Labels<Name extends string> = {
  byFirstWord: ReadonlyMap<string, readonly Known<Name>[]>
  /** The length of the longest one, in words. */
  longest: number
}

/** Maps labels as printed, without colon, to the names of their values. Case-sensitive. */
export const createLabels = <Name extends string>(
  table: Readonly<Record<string, Name>>,
  unknown: Iterable<string> = [],
): Labels<Name> => {
  const all: Known<Name>[] = [
    ...Object.entries<Name>(table).map(([text, name]) => ({ name, text, words: text.split(' ') })),
    ...[...unknown].map(text => ({ name: null, text, words: text.split(' ') })),
  ].toSorted((a, b) => b.words.length - a.words.length || b.text.length - a.text.length)
  const byFirstWord = new Map<string, Known<Name>[]>()
  for (const label of all) {
    const [first = ''] = label.words
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), label])
    // A label of one word includes its colon.
    if (label.words.length === 1)
      byFirstWord.set(`${first}:`, [...(byFirstWord.get(`${first}:`) ?? []), label])
  }
  return { byFirstWord, longest: all[0]?.words.length ?? 0 }
}

export type Match<Name extends string> = {
  name: Name | null
  text: string
  /** The number of matched words, including a separate colon. */
  length: number
  hasColon: boolean
  /** Text directly after the colon of the last word. */
  rest: string
}

export type TextAt = (index: number) => string | undefined

/** The label that begins at a word; the longest one. */
export const matchLabel = <Name extends string>(labels: Labels<Name>, textAt: TextAt): Match<Name> | null => {
  const first = textAt(0) ?? ''
  const colon = first.indexOf(':')
  const key = colon === -1 ? first : first.slice(0, colon + 1)
  for (const { name, text, words } of labels.byFirstWord.get(key) ?? []) {
    const last = words.length - 1
    const end = words[last] ?? ''
    const printed = textAt(last) ?? ''
    if (words.slice(0, last).some((word, index) => textAt(index) !== word)) continue
    if (printed.startsWith(`${end}:`))
      return { name, text, length: words.length, hasColon: true, rest: printed.slice(end.length + 1) }
    if (printed !== end) continue
    const isApart = textAt(words.length) === ':'
    return { name, text, length: words.length + (isApart ? 1 : 0), hasColon: isApart, rest: '' }
  }
  return null
}

/** A gap wider than a space, after which a column may begin. */
export const widerThanBlank = 0.5

export const startsApart = (row: Row, index: number): boolean => {
  const [before, word] = [row.words[index - 1], row.words[index]]
  return before === undefined || word === undefined || word.x - before.x2 >= widerThanBlank * row.size
}

const labelWord = /^[\w()/&',.#-]{1,40}$/

/** Text that looks like a label with a colon: up to eight words, the first capitalized, without a known label. */
export const unknownLabelAt = <Name extends string>(labels: Labels<Name>, textAt: TextAt): string | null => {
  const words: string[] = []
  for (let index = 0; index < 8; index += 1) {
    const text = textAt(index) ?? ''
    const isLast = text.endsWith(':')
    const word = isLast ? text.slice(0, -1) : text
    if (!labelWord.test(word) || (index === 0 && !/^[A-Z]/.test(word))) return null
    if (matchLabel(labels, at => textAt(index + at))?.hasColon === true) return null
    words.push(word)
    if (isLast) return words.join(' ')
  }
  return null
}

/**
 * Unknown labels with a colon that recur in a third of the entries: pass them to `createLabels`, so that they end the
 * previous value. Others are part of a value.
 */
export const findUnknownLabels = <Name extends string>(
  blocks: readonly (readonly Row[])[],
  labels: Labels<Name>,
): string[] => {
  const counts = new Map<string, number>()
  for (const rows of blocks) {
    const inBlock = new Set<string>()
    for (const row of rows) {
      row.words.forEach((_, index) => {
        if (!startsApart(row, index) && row.words[index - 1]?.text !== '|') return
        const text = unknownLabelAt(labels, at =>
          at === 0 || !startsApart(row, index + at) ? row.words[index + at]?.text : undefined,
        )
        if (text !== null) inBlock.add(text)
      })
    }
    for (const text of inBlock) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const least = Math.max(blocks.length / 3, Math.min(2, blocks.length))
  return [...counts].filter(([, count]) => count >= least).map(([text]) => text)
}
