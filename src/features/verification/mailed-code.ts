import type { EnvelopeProblem } from '#features/mailing/envelope-address.ts'
import { streetKey } from '#values/street.ts'

/**
 * A mailed code shows who receives mail at an address (NIST SP 800-63A-4, "Requirements for Confirmation Codes":
 * https://pages.nist.gov/800-63-4/sp800-63a.html). It does not prove whose address it is, so it counts only where
 * another source has the same address for the user.
 */

/** Without 0, 1, I, L, O and U, which are misread: eight characters have 39 bits, the standard requires six digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 8

/** `pick` returns a random whole number below its argument, from a cryptographic source. */
export const createMailedCode = (pick: (below: number) => number): string =>
  Array.from({ length: CHARACTERS }, () => ALPHABET[pick(ALPHABET.length)] ?? '').join('')

/** As it is printed: two groups of four. */
export const showMailedCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** What was typed, without spaces and hyphens. */
export const normalizeMailedCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s\p{Pd}]/gu, '')

/** States, territories and military mail outside the contiguous United States. */
const distant: ReadonlySet<string> = new Set(['AK', 'HI', 'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP'])

/** The standard allows at most 21 days within the contiguous United States, and 30 outside. */
export const daysValid = (state: string): number => (distant.has(state) ? 30 : 10)

export const MAX_TRIES = 5

const DAY = 86_400_000
/** A letter costs the operator money: one in five days, three in 90. */
const LETTER_RATES = [
  { letters: 1, days: 5 },
  { letters: 3, days: 90 },
] as const

/** When the next letter may be mailed; a past time if it may be mailed now. `mailedAt` is newest first. */
export const nextLetterAt = (mailedAt: readonly Date[]): Date =>
  new Date(
    Math.max(
      0,
      ...LETTER_RATES.map(({ letters, days }) => {
        const oldest = mailedAt[letters - 1]
        return oldest ? oldest.getTime() + days * DAY : 0
      }),
    ),
  )

type PlainAddress = { street: string | null; postal: string | null }

/** Equal for different spellings of one address; null where street or ZIP code is missing. */
export const addressKeyOf = ({ street, postal }: PlainAddress): string | null => {
  const key = streetKey(street ?? '')
  const zip = /^\d{5}/.exec(postal ?? '')?.[0]
  return key === '' || zip === undefined ? null : `${key}|${zip}`
}

const envelopeParts = { name: 'name', street: 'street', place: 'city, state and ZIP code' } as const

export const mailedCodeMessages = {
  address: ({ part, why }: EnvelopeProblem) =>
    `No letter can be mailed to you: your ${envelopeParts[part]} ${why === 'missing' ? 'is not complete' : 'is too long for an envelope'}. ${part === 'name' ? 'Choose another way.' : 'Change your address under Contact details.'}`,
  noOtherSource:
    'A mailed code counts only when something else has the same address: a report file that you import, or a proof of address that our staff reviewed.',
  noCode: 'You have no code to enter. Ask for a letter first.',
  expired: 'The code has expired. Ask for another letter.',
  usedUp: 'Too many wrong codes. Ask for another letter.',
  addressChanged: 'Your address has changed since the letter. Ask for one to the new address.',
  off: 'Letters are not mailed from here. Choose another way.',
  wrong: (left: number) =>
    `That is not the code of your newest letter. You can try ${left === 1 ? 'once more' : `${left} more times`}.`,
} as const
