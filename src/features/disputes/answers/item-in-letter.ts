import { MIN_SHARED_DIGITS, sharedDigits } from '#features/reports/account-number.ts'
import {
  type Creditor,
  type CreditorAgreement,
  compareCreditors,
  parseCreditor,
} from '#features/reports/creditor.ts'
import { type LetterLine, wordsOf } from './letter-head.ts'

/** Decides which disputed item some lines of a letter are about. */

/** How a letter identifies an item. */
export type NamedItem =
  /** The number as the bureau shows it, masked; null if it shows none. */
  | { kind: 'account'; name: string; number: string | null }
  | { kind: 'inquiry'; name: string }
  | { kind: 'personal'; value: string }

const isNumberPart = (word: string): boolean => /^#?[\d*x•.-]+$/i.test(word) && /[\d*x•]/i.test(word)
const maskedPart = /[*x•]{2}/i
const label = /\b(?:account|acct)(?: ?(?:number|no\.?|num|#))?$/i

const withoutEnd = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Splits a line at the account number that it prints: after a label or `#`, or with masked digits. */
export const splitNumber = (text: string): { before: string; number: string | null } => {
  const words = text.split(' ')
  for (let from = 0; from < words.length; from += 1) {
    if (!isNumberPart(words[from] ?? '')) continue
    let to = from
    while (to + 1 < words.length && isNumberPart(words[to + 1] ?? '')) to += 1
    const number = words.slice(from, to + 1).join(' ')
    const before = withoutEnd(words.slice(0, from).join(' '), ' :#-')
    const isLabelled = label.test(before) || number.startsWith('#') || words[from - 1]?.endsWith('#') === true
    const shown = withoutEnd(number.replace(/^#/, ''), '.-')
    if ((isLabelled || maskedPart.test(shown)) && shown.replaceAll(/[^\d]/g, '').length > 1)
      return {
        before: withoutEnd(before.replace(label, ''), ' :,-'),
        number: shown.replaceAll(/[ .]/g, ''),
      }
    from = to
  }
  return { before: text, number: null }
}

const nameLabel =
  /^(?:account name|creditor|company|furnisher|please contact|contact|credit account|inquiry|requested by)\b ?[:-]? ?/i

/** The name at the beginning of a line, before a number, a comma or an address. */
export const nameIn = (text: string): string => {
  const { before } = splitNumber(text)
  const afterColon = /please contact ?:? ?(.*)$/i.exec(before)?.[1] ?? before.replace(nameLabel, '')
  return (afterColon.split(/[,(]| \d/)[0] ?? '').trim()
}

const longestName = 60

/** Cached for lines and items, because each is compared many times. */
const parsed = new WeakMap<LetterLine | NamedItem, Creditor>()

const parsedName = (of: LetterLine | NamedItem, name: string): Creditor => {
  const creditor = parsed.get(of) ?? parseCreditor(name)
  parsed.set(of, creditor)
  return creditor
}

type Company = Extract<NamedItem, { name: string }>

const agreement = (line: LetterLine, item: Company): CreditorAgreement => {
  const printed = nameIn(line.text)
  return printed === '' || printed.length > longestName
    ? 'different'
    : compareCreditors(parsedName(line, printed), parsedName(item, item.name))
}

/** Whether words occur in a line in the same order and adjacent. */
const containsWords = (line: string, value: string): boolean => {
  const [all, wanted] = [wordsOf(line), wordsOf(value)]
  if (wanted.join('').length < 4) return false
  return all.some((_, at) => wanted.every((word, index) => all[at + index] === word))
}

/** A line that a company's name may be printed on: not a field, a street or a box. */
const isCompanyLine = ({ text }: LetterLine): boolean =>
  /^[A-Z]/i.test(text) && !/^p\.? ?o\.? box\b|^[^:]{1,30}:/i.test(text)

/**
 * Whether some lines identify an item: an account by name and number, an inquiry by the same name, anything else word for
 * word.
 */
export const isAbout = (lines: readonly LetterLine[], item: NamedItem): boolean => {
  if (item.kind === 'personal') return lines.some(({ text }) => containsWords(text, item.value))
  const names = lines.map(line => agreement(line, item))
  const numbers = lines.flatMap(({ text }) => splitNumber(text).number ?? [])
  // Only accounts have numbers. Without one to distinguish them, two companies mean two inquiries.
  if (item.kind === 'inquiry')
    return numbers.length === 0 && names.includes('same') && lines.filter(isCompanyLine).length === 1
  if (names.every(one => one === 'different')) return false
  if (item.number === null) return numbers.length === 0 && names.includes('same')
  return (
    numbers.length > 0 &&
    numbers.every(number => (sharedDigits(number, item.number)?.count ?? 0) >= MIN_SHARED_DIGITS)
  )
}

/** Whether a line contains an item's name, with any number. */
export const hasName = (line: LetterLine, item: NamedItem): boolean =>
  item.kind === 'personal' ? containsWords(line.text, item.value) : agreement(line, item) === 'same'
