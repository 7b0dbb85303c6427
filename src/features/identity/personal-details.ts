import { ageOn, isPartialDate } from '#values/dates.ts'

/** Validation of birth dates, names and Social Security numbers, shared by the form and the server. */

const ADULT = 18

/**
 * The nine digits of a Social Security number, or its problem. Area 000, 666 or 900 and up, group 00 and serial 0000 are
 * never issued (Social Security Administration, SSN randomization; 9xx is an ITIN's).
 */
export const parseSsn = (typed: string): { digits: string } | { problem: string } => {
  if (!/^\d{3}-?\d{2}-?\d{4}$/.test(typed.trim()))
    return { problem: 'Enter all 9 digits of your Social Security number' }
  const digits = typed.replaceAll(/\D/g, '')
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return area === '000' || area === '666' || area >= '900' || group === '00' || serial === '0000'
    ? {
        problem:
          'This number is never issued: none begins with 000, 666 or 9 or has a part of only zeros. Check your card',
      }
    : { digits }
}

/** The problem of a birth date, `YYYY-MM-DD`; null if someone born then is an adult. `today` is `YYYY-MM-DD`. */
export const birthDateProblem = (birthDate: string, today: string): string | null => {
  if (!isPartialDate(birthDate) || birthDate > today) return 'Enter a real date'
  return ageOn(birthDate, today) < ADULT ? 'You must be 18 or older to have an account' : null
}

/**
 * The maximum length of first and last name together: the mail provider accepts names of at most 40 characters (Lob,
 * addresses: `name`).
 */
export const MAX_FULL_NAME = 40

/** The problem of a first and last name that are each short enough; null if they fit together. */
export const fullNameProblem = (firstName: string, lastName: string): string | null =>
  firstName.trim().length + lastName.trim().length > MAX_FULL_NAME
    ? `First and last name together can have at most ${MAX_FULL_NAME} characters: an envelope has no room for more. Shorten one of them`
    : null

/** The words by which a name can be found: distinct, lowercase, without punctuation. */
export const searchWords = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== ''),
  ),
]

/** Shorter prefixes are shared by many names, so that the frequency of their indexes would reveal names. */
const SHORTEST_BEGINNING = 3

/** The search keys of a name: each of its words, and each prefix of one. */
export const searchKeys = (name: string): string[] => [
  ...new Set(
    searchWords(name).flatMap(word => {
      const letters = [...word]
      const beginnings = letters.map((_, index) => letters.slice(0, index + 1).join(''))
      return beginnings.filter((_, index) => index + 1 >= SHORTEST_BEGINNING || index + 1 === letters.length)
    }),
  ),
]
