import { plainText } from '#features/findings/item-state.ts'
import {
  addressKey,
  datesAgree,
  isSameName,
  nameWords,
  parseNameSuffix,
} from '#features/findings/personal-details.ts'
import type { Address } from '#features/reports/canonical.ts'
import { isPartialDate, type PartialDate, showDate } from '#values/dates.ts'
import { streetKey } from '#values/street.ts'
import type { PersonalField } from './dispute-requests.ts'

/** Compares entries of a file with each other and with the user's own details, independent of spelling. */

/** Splits a one-line address into its parts, as far as commas and the ZIP Code allow. */
const addressIn = (line: string): Address => {
  const postal = /\b(\d{5})(?:-?\d{4})?\s*$/.exec(line)
  const parts = (postal === null ? line : line.slice(0, postal.index)).split(',').map(part => part.trim())
  const named = parts.filter(part => part !== '')
  const state = named.length > 2 ? (named.pop() ?? null) : null
  const city = named.length > 1 ? (named.pop() ?? null) : null
  return { street: named.join(' ') || null, city, state, postal: postal?.[1] ?? null }
}

const lettersOf = (text: string | null): string => (text ?? '').toUpperCase().replaceAll(/[^A-Z]/g, '')

/**
 * Whether two lines are the same address in different spellings: the same street and unit in the same ZIP Code, or city.
 */
const isSameAddress = (one: string, other: string): boolean => {
  if (plainText(one) === plainText(other)) return true
  const [a, b] = [addressIn(one), addressIn(other)]
  if (a.street === null || b.street === null || streetKey(a.street) !== streetKey(b.street)) return false
  if (a.postal !== null && b.postal !== null) return a.postal === b.postal
  return lettersOf(a.city) !== '' && lettersOf(a.city) === lettersOf(b.city)
}

/** Whether two lines have the same house number and ZIP Code, which is how the finder compares addresses. */
const isSamePlace = (one: string, other: string): boolean => {
  const [a, b] = [addressKey(addressIn(one)), addressKey(addressIn(other))]
  return a !== null && a === b
}

/** The last ten digits of a US phone number, in any format. */
const phoneDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(-10)

/**
 * Parses a date as screens and reports show it (`04/27/1990`, `04/1990`, `1990`) or as the API does; null for anything
 * else.
 */
const dateIn = (text: string): PartialDate | null => {
  const iso = text
    .trim()
    .replace(/^(?:(\d{2})\/)?(?:(\d{2})\/)?(\d{4})$/, (_, month, day, year) =>
      [year, month, day].filter(part => part !== undefined).join('-'),
    )
  return isPartialDate(iso) ? iso : null
}

/** Formats a date of birth as `MM/DD/YYYY`, from that or from `YYYY-MM-DD`. */
const birthDay = (text: string): string => showDate(text.trim()) ?? text.trim()

/** Whether two texts are the same entry in possibly different spellings. */
export const isSameEntry = (field: PersonalField, one: string, other: string): boolean => {
  if (field === 'phone') return phoneDigits(one) === phoneDigits(other)
  if (field === 'dob') return birthDay(one) === birthDay(other)
  return field === 'address' ? isSameAddress(one, other) : plainText(one) === plainText(other)
}

/**
 * How an entry compares with the user's own detail: `same`, so nothing is wrong with it; `variant`, the user's own with
 * something missing or misspelled, which can be corrected and does not belong to another person; or `other`.
 */
export type ProfileMatch = 'same' | 'variant' | 'other'

const isVariant: Readonly<Record<PersonalField, (value: string, own: string) => boolean>> = {
  // A name with Jr or Sr on one side only may be a parent's or a child's.
  name: (value, own) => isSameName(value, own) && parseNameSuffix(value) === parseNameSuffix(own),
  address: isSamePlace,
  // A number without its area code.
  phone: (value, own) => phoneDigits(value).length === 7 && phoneDigits(own).endsWith(phoneDigits(value)),
  dob: () => false,
  ssn: () => false,
  employer: () => false,
}

/** Compares an entry with the user's own detail of its field; null if that is unknown. */
export const matchProfile = (field: PersonalField, value: string, own: string | null): ProfileMatch => {
  if (own === null) return 'other'
  if (isSameEntry(field, value, own)) return 'same'
  if (field === 'dob') {
    const [shown, right] = [dateIn(value), dateIn(own)]
    return shown !== null && right !== null && datesAgree(shown, right) ? 'same' : 'other'
  }
  return isVariant[field](value, own) ? 'variant' : 'other'
}

/** How a name that a user calls right relates to the profile's name. */
export type NameRelation = 'own' | 'changed' | 'another'

/**
 * `own`: the registered name, with or without a middle name or a generation. `changed`: one part differs, for example
 * after a marriage, which a document must show. `another`: no part matches, so it is not a correction of this user's
 * name.
 */
export const compareNames = (right: string, own: string): NameRelation => {
  const [words, ownWords] = [nameWords(right), nameWords(own)]
  const keepsEnds =
    words.length > 1 && words[0] === ownWords[0] && words.at(-1) === ownWords.at(-1) && isSameName(right, own)
  if (keepsEnds) return 'own'
  return words.some(word => word.length > 1 && ownWords.includes(word)) ? 'changed' : 'another'
}
