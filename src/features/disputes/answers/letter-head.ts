import { type Bureau, bureaus } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'

/** One printed line of an answer letter. */
export type LetterLine = { page: number; text: string }

/** More than any result letter prints; the rest is not read. */
const maxLines = 3_000
const longestLine = 300

/** Normalizes lines for the readers: plain characters, single spaces, no empty lines. */
export const cleanLines = (lines: readonly LetterLine[]): LetterLine[] =>
  lines
    .slice(0, maxLines)
    .map(({ page, text }) => ({
      page,
      text: text.slice(0, longestLine).normalize('NFKC').replaceAll(/\s/g, ' ').split(/ +/).join(' ').trim(),
    }))
    .filter(({ text }) => text !== '')

/** Splits into words of letters and digits in capitals: `O'Neil & Co.` becomes `O NEIL CO`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** Reads the head of an answer letter: which bureau wrote it, to whom, and on which day. */

const printedNames: Readonly<Record<Bureau, RegExp>> = {
  TransUnion: /\btrans ?union\b/i,
  Experian: /\bexperian\b/i,
  Equifax: /\bequifax\b/i,
}

const namedIn = (lines: readonly LetterLine[]): Bureau[] =>
  bureaus.filter(bureau => lines.some(({ text }) => printedNames[bureau].test(text)))

/** Letterheads have fewer lines. */
const letterheadLines = 12
/** Addressee and date are within this many lines of the first page. */
const headLines = 40

const headOf = (lines: readonly LetterLine[], most: number): LetterLine[] =>
  lines.filter(({ page }) => page === lines[0]?.page).slice(0, most)

/**
 * The bureau that wrote a letter: the only one named in its head, or the only one in the whole letter if the head names
 * none, for example because the letterhead is a picture. Null if that is not certain.
 */
export const findWriter = (lines: readonly LetterLine[]): Bureau | null => {
  const inHead = namedIn(headOf(lines, letterheadLines))
  const named = inHead.length > 0 ? inHead : namedIn(lines)
  return named.length === 1 ? (named[0] ?? null) : null
}

export type Addressee = { firstName: string; lastName: string }

const addressed =
  /^(?:dear|prepared for|report for|(?:to|name|consumer|consumer name|attention|attn)(?= ?:))(?= |:) ?:? ?(.*)$/i
const nobody = new Set([
  'CONSUMER',
  'CUSTOMER',
  'SIR',
  'MADAM',
  'OR',
  'WHOM',
  'IT',
  'MAY',
  'CONCERN',
  'VALUED',
])
const titles = new Set(['MR', 'MRS', 'MS', 'MISS', 'MX', 'DR'])

/** Whether a line is the user's full name, in any order and with any middle name. */
const isWholeName = (words: readonly string[], { firstName, lastName }: Addressee): boolean => {
  const own = [...wordsOf(firstName).slice(0, 1), ...wordsOf(lastName)]
  return own.length > 1 && words.length <= own.length + 3 && own.every(word => words.includes(word))
}

/** Whether a salutation matches: the full name, or a title and the last name. */
const fitsSalutation = (words: readonly string[], person: Addressee): boolean => {
  const last = wordsOf(person.lastName)
  const [title = '', ...rest] = words
  return isWholeName(words, person) || (titles.has(title) && rest.join(' ') === last.join(' '))
}

/**
 * Whether a letter is addressed to the user: its head has a line with their name, and none that addresses someone else.
 * An initial alone is not enough, because family members may share it.
 */
export const isAddressedToUser = (lines: readonly LetterLine[], person: Addressee): boolean => {
  const head = headOf(lines, headLines).map(({ text }) => text)
  const salutations = head
    .flatMap(text => addressed.exec(text)?.[1] ?? [])
    .map(wordsOf)
    .filter(words => words.length > 0 && words.length <= 6 && !words.every(word => nobody.has(word)))
  const isNamed = head.some(text => isWholeName(wordsOf(addressed.exec(text)?.[1] ?? text), person))
  return isNamed && salutations.every(words => fitsSalutation(words, person))
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const dateLabel =
  /^(?:date|date issued|issued|issued on|date of letter|date of this letter|letter date|date prepared|prepared on) ?:? ?/i
const writtenDay = /^([A-Z]{3,9})\.? (\d{1,2}), ?(\d{4})$/i
const numericDay = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

const toDay = (year: string, month: number, day: string): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return month > 0 && isPartialDate(text) ? text : null
}

/** Parses a day as letters print it to `YYYY-MM-DD`; null for anything else. */
const dayIn = (text: string): string | null => {
  const written = writtenDay.exec(text)
  if (written)
    return toDay(
      written[3] ?? '',
      months.indexOf((written[1] ?? '').slice(0, 3).toUpperCase()) + 1,
      written[2] ?? '',
    )
  const numeric = numericDay.exec(text)
  if (numeric) return toDay(numeric[3] ?? '', Number(numeric[1]), numeric[2] ?? '')
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isPartialDate(text) ? text : null
}

/** The day of a letter, from a line of its head that contains only a date; null if there is none, or if two differ. */
export const findLetterDay = (lines: readonly LetterLine[]): { day: string; line: LetterLine } | null => {
  const found = headOf(lines, headLines).flatMap(line => {
    const day = dayIn(line.text.replace(dateLabel, ''))
    return day === null ? [] : [{ day, line }]
  })
  return new Set(found.map(({ day }) => day)).size === 1 ? (found[0] ?? null) : null
}

/**
 * Letters without an investigation: the bureau calls the dispute frivolous or irrelevant (15 U.S.C. 1681i(a)(3)), states
 * that someone else sent it, or requests proof of identity first.
 */
export type Notice = { kind: 'frivolous' | 'third_party' | 'identity'; lines: LetterLine[] }

const noticePatterns: readonly (readonly [Notice['kind'], RegExp])[] = [
  [
    'frivolous',
    /\b(?:(?:have|has) determined|determined|consider|considers|believe|appears|is|are)\b.{0,80}\bfrivolous\b/i,
  ],
  [
    'third_party',
    /\b(?:not (?:have been )?(?:sent|submitted|authorized|written|signed)(?: directly)? by you|not authorized by you|sent by (?:a|some) third part|suspicious request|did not come (?:directly )?from you)\b/i,
  ],
  [
    'identity',
    /\b(?:unable|not able|could not|cannot|need|needs|require)\b.{0,60}\b(?:verify|verifying|confirm|validate|locate|proof of|copies of)\b.{0,40}\b(?:identity|identification|your (?:credit )?(?:file|report|address))\b/i,
  ],
]

/** Every result letter explains rights in sentences about what may happen, not what did. */
const isCondition = /\b(?:if|unless|may|might|whether|when|would)\b/i

/** The words of two or three lines, since sentences continue across lines. */
const around = (lines: readonly LetterLine[], at: number): { sentence: string; used: LetterLine[] } => {
  const used = lines.slice(at, at + 3)
  return { sentence: used.map(({ text }) => text).join(' '), used }
}

/** The sentence of a text that has a pattern. */
const sentenceWith = (text: string, pattern: RegExp): string | null =>
  text.split(/[.!?](?: |$)/).find(sentence => pattern.test(sentence)) ?? null

/** The notice that a letter contains instead of results; null if there is none. */
export const findNotice = (lines: readonly LetterLine[]): Notice | null => {
  for (let at = 0; at < lines.length; at += 1) {
    const { sentence, used } = around(lines, at)
    for (const [kind, pattern] of noticePatterns) {
      const found = sentenceWith(sentence, pattern)
      if (found !== null && !isCondition.test(found)) return { kind, lines: quoteOf(used, found) }
    }
  }
  return null
}

/** The lines that a sentence is printed on. */
const quoteOf = (lines: readonly LetterLine[], sentence: string): LetterLine[] => {
  const has = lines.filter(({ text }) => sentence.includes(text) || text.includes(sentence))
  return has.length > 0 ? has : [...lines]
}
