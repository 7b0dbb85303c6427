import type { Account } from './canonical.ts'
import {
  expandAbbreviation,
  fillerWords,
  findCreditorByPrefix,
  findCreditorBySpelling,
  longestSpelling,
} from './creditor-names.ts'

/** Decides whether two spellings name the same creditor. */

/** A part of a name: bank, store, owner or servicer. */
type CreditorPart = { words: readonly string[]; key: string }

/** A normalized name: its parts in order. */
export type Creditor = readonly CreditorPart[]

/** Spaced single letters are one word: `G M A C`, `N.A.`. */
const withInitialsJoined = (tokens: readonly string[]): string[] =>
  tokens.reduce<string[]>((joined, token, index) => {
    const before = tokens[index - 1]
    const isInitial = /^[A-Z]$/.test(token) && before !== undefined && /^[A-Z]$/.test(before)
    return isInitial ? [...joined.slice(0, -1), `${joined.at(-1) ?? ''}${token}`] : [...joined, token]
  }, [])

const longestName = 120

/** The shortest creditor field of any bureau. */
const shortestField = 10

const tokensOf = (name: string): string[] =>
  withInitialsJoined(
    name
      .slice(0, longestName)
      .toUpperCase()
      .replaceAll('&', ' AND ')
      .replace(/ NATIONAL ASS(?:OC(?:IATION)?)?$/, ' NA')
      .replaceAll(/['’]/g, '')
      .replaceAll(/[/*]/g, ' / ')
      .split(/[^A-Z0-9/]+/)
      .filter(token => token !== ''),
  )

type Word = { text: string; isFiller: boolean }

const asWords = (creditor: string): Word[] =>
  creditor.split(/(\/)|\s/).flatMap(text => (text ? [{ text, isFiller: false }] : []))

/**
 * The longest known spelling starting at a token, as the creditor's words, and how many tokens it takes. The
 * end of a name long enough to be truncated may be the beginning of a spelling.
 */
const knownAt = (
  tokens: readonly string[],
  from: number,
  isLong: boolean,
): { words: Word[]; length: number } | null => {
  const rest = tokens.slice(from)
  for (let length = Math.min(longestSpelling, rest.length); length > 0; length -= 1) {
    const text = rest.slice(0, length).join(' ')
    const creditor =
      findCreditorBySpelling(text) ??
      (isLong && length === rest.length ? findCreditorByPrefix(text) : undefined)
    if (creditor !== undefined) return { words: asWords(creditor), length }
  }
  return null
}

/** A one- or two-letter last word in a long name is a truncated word. */
const isStump = (tokens: readonly string[], index: number): boolean =>
  index > 0 && index === tokens.length - 1 && /^[A-Z]{1,2}$/.test(tokens[index] ?? '')

const wordsOf = (tokens: readonly string[], isLong: boolean): Word[] => {
  const words: Word[] = []
  for (let index = 0; index < tokens.length; ) {
    const known = knownAt(tokens, index, isLong)
    const token = tokens[index] ?? ''
    const isFiller = fillerWords.has(token) || (isLong && isStump(tokens, index))
    words.push(...(known?.words ?? [{ text: expandAbbreviation(token), isFiller }]))
    index += known?.length ?? 1
  }
  return words
}

const partOf = (words: readonly Word[]): CreditorPart => {
  const texts = words.map(word => word.text)
  return { words: texts, key: texts.join('') }
}

/** A normalized name without filler words, unless it has no others. */
export const parseCreditor = (name: string): Creditor => {
  const parts = wordsOf(tokensOf(name), name.length >= shortestField).reduce<Word[][]>(
    (all, word) => (word.text === '/' ? [...all, []] : [...all.slice(0, -1), [...(all.at(-1) ?? []), word]]),
    [[]],
  )
  const telling = parts.map(words => words.filter(word => !word.isFiller)).filter(words => words.length > 0)
  const chosen = telling.length > 0 ? telling : parts.filter(words => words.length > 0)
  return chosen.map(partOf)
}

/** One spelling for a creditor's names: capitals and digits, without what bureaus add and drop. */
export const creditorKey = (name: string): string =>
  parseCreditor(name)
    .map(part => part.key)
    .join('')

/** The fewest characters of a truncated name that still identify a creditor. */
const shortestPrefix = 5
const shortestWord = 3
/** The same if both parts of a name must agree. */
const shortestOfTwo = 4

/** A word without vowels after its first letter, as names are abbreviated: `CHRYSLR`. */
const skeletonOf = (word: string): string => word.slice(0, 1) + word.slice(1).replaceAll(/[AEIOUY]/g, '')

/** Whether a word abbreviates another by omitting letters between its first and last: `CTY`, `FUNDG`. */
const isContraction = (short: string, long: string): boolean => {
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at += 1
  return at === short.length
}

const isShortFor = (short: string, long: string): boolean =>
  short === long ||
  (short.length >= shortestWord &&
    (long.startsWith(short) || isContraction(short, long) || skeletonOf(short) === skeletonOf(long)))

/** Whether each word of the shorter part abbreviates the word at the same position. */
const isWordByWord = (a: CreditorPart, b: CreditorPart, leastLetters: number): boolean => {
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  return (
    Math.min(short.key.length, long.key.length) >= leastLetters &&
    short.words.every((word, index) => {
      const other = long.words[index] ?? ''
      return isShortFor(word, other) || isShortFor(other, word)
    })
  )
}

export type CreditorAgreement = 'same' | 'similar' | 'different'

const partAgreement = (a: CreditorPart, b: CreditorPart, leastLetters: number): CreditorAgreement => {
  if (a.key === b.key) return 'same'
  const [short, long] = a.key.length <= b.key.length ? [a.key, b.key] : [b.key, a.key]
  const isCut = short.length >= leastLetters && long.startsWith(short)
  return isCut || isWordByWord(a, b, leastLetters) ? 'similar' : 'different'
}

/** All words as one part, as of a name without its slash: `AES PHEAA` is `AES/PHEAA`. */
const joined = (creditor: Creditor): CreditorPart => {
  const words = creditor.flatMap(part => part.words)
  return { words, key: words.join('') }
}

/**
 * Compares two creditors. `similar`: one name is truncated or abbreviated, or omits the bank or the store.
 * One bank's cards for two stores are different creditors.
 */
export const compareCreditors = (a: Creditor, b: Creditor): CreditorAgreement => {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  if (few.length === 0) return 'different'
  if (few.length < many.length && joined(few).key === joined(many).key) return 'same'
  const open = [...many]
  let sure = 0
  const doubtful: CreditorPart[] = []
  for (const part of few) {
    const index = open.findIndex(other => other.key === part.key)
    if (index === -1) doubtful.push(part)
    else {
      open.splice(index, 1)
      sure += 1
    }
  }
  const least = sure > 0 ? shortestWord : few.length > 1 ? shortestOfTwo : shortestPrefix
  for (const part of doubtful) {
    const index = open.findIndex(other => partAgreement(part, other, least) !== 'different')
    if (index === -1) return 'different'
    open.splice(index, 1)
  }
  return doubtful.length === 0 && open.length === 0 ? 'same' : 'similar'
}

/** Equal, or one is a truncated or abbreviated spelling of the other. */
export const isSameCreditor = (a: string, b: string): boolean =>
  compareCreditors(parseCreditor(a), parseCreditor(b)) !== 'different'

/** The short index keys of a creditor: spellings that agree share one, except words made only of vowels. */
export const creditorBlockingKeys = (creditor: Creditor): string[] => [
  ...new Set(creditor.map(part => skeletonOf(part.key).slice(0, 2))),
]

/**
 * The original creditor of a debt (Metro 2 segment K1). Null for words such as UNKNOWN, which name no creditor and would make
 * unrelated debts look alike.
 */
export const findOriginalCreditor = (row: Pick<Account, 'originalCreditor'>): string | null =>
  /^\W*$|unknown|unidentified|unavailable|not (?:given|reported|available|applicable)|^(?:n\/?a|none)$/i.test(
    row.originalCreditor ?? '',
  )
    ? null
    : row.originalCreditor
