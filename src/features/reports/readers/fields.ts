import { daysIn, type PartialDate } from '#values/dates.ts'
import { isPostalNumber } from '#values/mask.ts'
import { type Dollars, dollarsOf } from '#values/money.ts'

/**
 * Converts reported values of any format into ours (rules: docs/reference/report-model.md, section "Values"). An
 * unreadable value is null, never a guess and never zero.
 */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const characterOf = (entity: string): string => {
  const name = entity.toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? ''
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const entities = /&(#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);/gi

/** Decodes doubly encoded entities (`H&#x26;amp;R` is H&R), at most three times; the result is plain text. */
const decodeEntities = (encoded: string): string => {
  let text = encoded
  for (let pass = 0; pass < 3 && text.includes('&'); pass += 1) {
    const decoded = text.replaceAll(entities, (_, entity: string) => characterOf(entity))
    if (decoded === text) break
    text = decoded
  }
  return text
}

const longestText = 4000

/** Printable ASCII words without entities, separated by single spaces: most texts. */
const plainWords = /^[!-%'-~]+(?: [!-%'-~]+)*$/

/** Digits separated like an SSN; without them plain words need no change. */
const mayBeSsn = /\d[-. ]\d\d[-. ]\d{4}/

/** Keeps the last four digits of anything that looks like an SSN; leaves ZIP+4 and mail codes alone. */
const reduced =
  (hidden: string) =>
  (found: string, offset: number, text: string): string =>
    isPostalNumber(found, text.slice(0, offset)) ? found : `${hidden}${found.slice(-4)}`

/**
 * Reported text as plain text: decodes entities, removes control characters and lone surrogates (which
 * databases cannot store), collapses spaces and masks SSNs written with dashes or dots. Empty becomes null.
 */
export const parseText = (raw: string | null | undefined): string | null => {
  if (raw === null || raw === undefined) return null
  if (raw.length <= longestText && plainWords.test(raw) && !mayBeSsn.test(raw)) return raw
  const text = decodeEntities(raw.slice(0, longestText))
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/[\s\p{Cc}\p{Zs}]+/gu, ' ')
    .replaceAll(/(?<!\d)\d{3}[-–. ]\d{2}[-–. ]\d{4}(?!\d)/g, reduced('XXX-XX-'))
    .trim()
  return text === '' ? null : text
}

/** A remark or statement. Nine digits standing alone, most likely an SSN, are masked as well. */
export const parseFreeText = (raw: string | null | undefined): string | null =>
  parseText(raw)?.replaceAll(/(?<!\d)\d{9}(?!\d)/g, reduced('XXXXX')) ?? null

const lettersIn = (name: string | null): number => name?.match(/\p{L}/gu)?.length ?? 0

/** `ICE, ROBERT L` as `ROBERT L ICE`. */
const inOrder = (line: string): string => {
  const [, last = '', first = ''] = /^([^,]+), ?([^,]+)$/.exec(line) ?? []
  const isSuffix = /^(JR|SR|I{2,3}|IV|V)\.?$/i.test(first)
  return last === '' || isSuffix ? line.replaceAll(',', '') : `${first} ${last}`
}

/**
 * A name from its parts, or from the full line next to them if that has more, since parts may be truncated (`L
 * ICE JR` for `ROBERT L ICE JR`).
 */
export const parsePersonName = (
  parts: readonly (string | null | undefined)[],
  line: string | null | undefined,
): string | null => {
  const [joined, whole] = [parseFreeText(parts.map(part => part ?? '').join(' ')), parseFreeText(line)]
  return whole !== null && lettersIn(whole) > lettersIn(joined) ? inOrder(whole) : joined
}

const plainAmount = /^[+-]?\d{1,12}(?:\.\d{0,6})?$/

const amountOf = (plain: string): Dollars => {
  const cents = Math.round(Number(plain) * 100)
  return dollarsOf(cents === 0 ? 0 : cents)
}

/**
 * `5000`, `5000.00`, `00037000`, `$1,234.50` as dollars with two decimals; `UNKNOWN` and similar are null.
 */
export const parseMoney = (raw: string | null | undefined): Dollars | null => {
  const text = raw ?? ''
  if (plainAmount.test(text)) return amountOf(text)
  // Two amounts are invalid: a label between them may be lost.
  if (/\d[,.]?\s+[$,.\d]|\d\$/.test(text)) return null
  const plain = text.replaceAll(/[$,\s]/g, '')
  return plainAmount.test(plain) ? amountOf(plain) : null
}

/**
 * Whether a remark states that a revolving account's high credit is its limit (Equifax narrative AZ, 233 in
 * disclosures).
 */
export const isHighBalanceTheLimit = (remark: string): boolean =>
  /\b(?:H\/C|HIGH[- ](?:CREDIT|BALANCE))(?: (?:COLUMN|AMOUNT|FIELD))? (?:IS|=|REPRESENTS|REFLECTS|SHOWS|CONTAINS)(?: THE)?(?: CREDIT)? LIMIT\b/i.test(
    remark,
  )

/** The limit and highest balance when the high credit may be the limit: only without another limit. */
export const resolveLimitAndHighBalance = (
  limit: Dollars | null,
  high: Dollars | null,
  isHighLimit: boolean,
): { creditLimit: Dollars | null; highBalance: Dollars | null } =>
  isHighLimit && isOwed(high) && (!isOwed(limit) || limit === high)
    ? { creditLimit: high, highBalance: null }
    : { creditLimit: limit, highBalance: high }

export const isOwed = (amount: Dollars | null): boolean => amount !== null && Number(amount) > 0

/** A small whole number, such as a number of months; null when none is reported. */
export const parseCount = (raw: string | null | undefined): number | null => {
  const plain = (raw ?? '').trim()
  return /^\+?\d{1,5}(\.0+)?$/.test(plain) ? Math.trunc(Number(plain)) : null
}

/** Like `parseCount`, but zero means "not reported" (terms of a revolving account). */
export const parsePositiveCount = (raw: string | null | undefined): number | null => parseCount(raw) || null

/** A loan's length in months: `012`, `49M`, `60 MONTHS`, `30Y`. Weeks are not supported. */
export const parseTermMonths = (raw: string | null | undefined): number | null => {
  const [, count, unit = ''] = /^(\d{1,4}) ?(M|MONTHS?|Y|YEARS?)?$/i.exec((raw ?? '').trim()) ?? []
  const months = parsePositiveCount(count)
  return months !== null && /^Y/i.test(unit) ? months * 12 : months
}

const dateParts = (plain: string): readonly (string | undefined)[] | null => {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ].*|Z|[+-]\d\d:\d\d)?)?)?$/.exec(plain)
  if (iso) return [iso[1], iso[2], iso[3]]
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  if (compact) return [compact[1], compact[2], compact[3]]
  const american = /^(\d{1,2})\/(?:(\d{1,2})\/)?(\d{4})$/.exec(plain)
  return american ? [american[3], american[1], american[2]] : null
}

/**
 * A reported date at its own precision: an impossible day leaves the month, month 00 the year. Any other
 * impossible month is no date, and years before 1901 are fillers.
 */
export const parseDate = (raw: string | null | undefined): PartialDate | null => {
  const parts = dateParts((raw ?? '').trim())
  if (!parts) return null
  const [year = '', month, day] = parts
  if (Number(year) <= 1900 || Number(year) > 2100) return null
  if (month === undefined) return year
  if (Number(month) < 1 || Number(month) > 12) return Number(month) === 0 ? year : null
  const toMonth = `${year}-${month.padStart(2, '0')}`
  const date = Number(day)
  const isReal = date >= 1 && (date <= 28 || date <= daysIn(Number(year), Number(month)))
  return day !== undefined && isReal ? `${toMonth}-${day.padStart(2, '0')}` : toMonth
}

/**
 * A month-first date of Experian and Equifax: `MMDDYYYY` (day 00 is unknown) or `MMYYYY`, also without a leading zero
 * lost in conversion. Any other form is read by `parseDate`.
 */
export const parseMonthFirstDate = (raw: string | null | undefined): PartialDate | null => {
  const plain = (raw ?? '').trim()
  const [, month = '', day, year = ''] = /^(\d{1,2})(\d{2})?(\d{4})$/.exec(plain) ?? []
  if (month === '' || Number(month) > 12) return parseDate(plain)
  return parseDate([year, month.padStart(2, '0'), ...(day === undefined ? [] : [day])].join('-'))
}

/**
 * `+715`, `00505`, `0728` as a number; `N/A`, zero and codes outside any scale (250 to 999) are not scores.
 */
export const parseScore = (raw: string | null | undefined): number | null => {
  const plain = (raw ?? '').trim()
  if (!/^\+?\d{1,6}$/.test(plain)) return null
  const score = Number(plain)
  return score >= 250 && score <= 999 ? score : null
}

/** true, Y, 1 and false, N, 0 in any case; anything else is null. */
export const parseFlag = (raw: string | null | undefined): boolean | null => {
  const plain = (raw ?? '').trim().toLowerCase()
  if (['true', 'y', 'yes', '1'].includes(plain)) return true
  return ['false', 'n', 'no', '0'].includes(plain) ? false : null
}

/**
 * The last four digits of an SSN, whether whole (also without leading zeros lost in conversion) or masked.
 */
export const parseLastFour = (raw: string | null | undefined): string | null => {
  const plain = (raw ?? '').trim()
  const digits = plain.replaceAll(/\D/g, '')
  if (digits.length === 0 || digits.length > 9) return null
  const whole = /^\d{5,9}$/.test(plain) ? digits.padStart(9, '0') : digits
  return whole.length >= 4 ? whole.slice(-4) : null
}

/** Restores lost leading zeros of a ZIP code and formats ZIP+4 with its dash. */
export const parsePostal = (raw: string | null | undefined): string | null => {
  const plain = (raw ?? '').trim()
  if (/^\d{3,5}$/.test(plain)) return plain.padStart(5, '0')
  const parts = /^(\d{5})[ -]{1,3}(\d{4})$/.exec(plain)
  if (parts) return `${parts[1]}-${parts[2]}`
  if (!/^\d{8,9}$/.test(plain)) return parseText(plain)
  const nine = plain.padStart(9, '0')
  return `${nine.slice(0, 5)}-${nine.slice(5)}`
}

/** A ten-digit US number in E.164; anything else unchanged. */
export const parsePhone = (raw: string | null | undefined): string | null => {
  const digits = (raw ?? '').replaceAll(/\D/g, '')
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : parseText(raw)
}

/** Nonnull texts without duplicates, in order. */
export const distinct = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter(text => text !== null)),
]
