import { dayNumber } from '#values/dates.ts'
import type { Account } from './canonical.ts'

/**
 * When two rows are the same real account (decisions section 5): the creditor, the visible digits of the account
 * number, the opening date within 31 days, and the type all agree. Any doubt is a no.
 */

/** Words that bureaus add, drop or shorten at will; what is left of a name tells creditors apart. */
const filler = new Set(
  'THE OF AND NA N A BANK BK BKCRD CARD CARDS CRD SERVICE SERVICES SERV SVC SVCS SVCG INC LLC LTD LP CO CORP COMPANY USA US FSB FCU FINANCIAL FINANCE FIN LN LNS LOAN LOANS'.split(
    ' ',
  ),
)

/** A creditor's name in one spelling: capitals and digits, without filler words unless they are all there is. */
export const creditorKey = (name: string): string => {
  const words = name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .split(/[^A-Z0-9]+/)
    .filter(word => word !== '')
  const telling = words.filter(word => !filler.has(word))
  return (telling.length > 0 ? telling : words).join('')
}

/** How many characters of a cut-off name still tell a creditor. */
export const shortestPrefix = 5

/** Equal, or one a cut-off spelling of the other. */
export const isSameCreditor = (a: string, b: string): boolean => {
  const [short, long] = [creditorKey(a), creditorKey(b)].sort((x, y) => x.length - y.length)
  if (short === undefined || long === undefined || short === '') return false
  return short === long || (short.length >= shortestPrefix && long.startsWith(short))
}

const isMask = (character: string | undefined): boolean =>
  character === undefined || /[^A-WYZ0-9]/.test(character)

/** How many digits agree where both sides show one; null when any two visible characters differ. */
const agreement = (a: readonly string[], b: readonly string[]): number | null => {
  let digits = 0
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]]
    if (isMask(left) || isMask(right)) continue
    if (left !== right) return null
    if (/\d/.test(left ?? '')) digits += 1
  }
  return digits
}

/**
 * How many digits two account numbers show in the same place, counted from the front or from the back, each masked
 * in its bureau's own way (`4X1X6X`, `412345******`, `****4417`); null when they show different ones. A number that
 * is not reported shows nothing.
 */
export const digitsInCommon = (a: string | null, b: string | null): number | null => {
  const [left, right] = [a, b].map(number => [...(number ?? '').toUpperCase().replaceAll(/[\s-]/g, '')])
  if (left === undefined || right === undefined) return null
  const fromFront = agreement(left, right)
  if (left.length === right.length) return fromFront
  const fromBack = agreement(left.toReversed(), right.toReversed())
  return fromFront === null || fromBack === null ? (fromFront ?? fromBack) : Math.max(fromFront, fromBack)
}

const leastDigits = 4

/** Whether two account numbers agree in at least four visible digits and differ in none. */
export const isSameNumber = (a: string | null, b: string | null): boolean =>
  (digitsInCommon(a, b) ?? 0) >= leastDigits

const daysApart = 31

/** Opened within 31 days; a date without a day or month counts from its first day. */
export const isSameOpening = (a: Account['dateOpened'], b: Account['dateOpened']): boolean =>
  a !== null &&
  b !== null &&
  a.length >= 7 &&
  b.length >= 7 &&
  Math.abs(dayNumber(a) - dayNumber(b)) <= daysApart

/** Whether nothing tells two rows apart, though their numbers may show too little in common. */
export const isCompatible = (a: Account, b: Account): boolean =>
  a.accountType === b.accountType &&
  a.accountType !== 'Unknown' &&
  isSameOpening(a.dateOpened, b.dateOpened) &&
  digitsInCommon(a.accountNumber, b.accountNumber) !== null &&
  isSameCreditor(a.creditorNameReported, b.creditorNameReported)

/** Whether two rows are the same account beyond doubt. */
export const isSameAccount = (a: Account, b: Account): boolean =>
  isSameNumber(a.accountNumber, b.accountNumber) && isCompatible(a, b)
