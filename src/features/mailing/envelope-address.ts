import type { PostalAddress } from '#providers/letters/port.ts'

/** An envelope's address, parsed from the lines that a letter prints: they show through its windows and must match. */

/** Limits of the print-and-mail provider (Lob, letters: `name` 40; `address_line1` and `address_line2` 50 together). */
export const NAME_CHARACTERS = 40
export const STREET_CHARACTERS = 50

const place = /^(?<city>.+), (?<state>[A-Z]{2}) (?<zip>\d{5}(?:-\d{4})?)$/

/** Shortens a name that is too long: drops middle words, the last one first, then reduces the first name to an initial. */
const fittingName = (name: string): string => {
  const words = name.split(' ')
  while (words.join(' ').length > NAME_CHARACTERS && words.length > 2) words.splice(-2, 1)
  const [first = '', ...last] = words
  return words.join(' ').length > NAME_CHARACTERS && last.length > 0
    ? [first.slice(0, 1), ...last].join(' ')
    : words.join(' ')
}

/** The part of an address that cannot be printed on an envelope, and why. */
export type EnvelopeProblem = { part: 'name' | 'street' | 'place'; why: 'missing' | 'too_long' }

/** The address as lines of name, street and place, or the first part that is incomplete or too long. */
export const parseEnvelopeAddress = (lines: readonly string[]): PostalAddress | EnvelopeProblem => {
  const [name = '', line1 = '', ...rest] = lines.map(line => line.trim())
  const last = rest.at(-1) ?? ''
  const [line2 = null] = rest.slice(0, -1)
  const { city, state, zip } = place.exec(last)?.groups ?? {}
  const fitting = fittingName(name)
  if (fitting === '') return { part: 'name', why: 'missing' }
  if (fitting.length > NAME_CHARACTERS) return { part: 'name', why: 'too_long' }
  if (line1 === '') return { part: 'street', why: 'missing' }
  if (line1.length + (line2?.length ?? 0) > STREET_CHARACTERS || rest.length > 2)
    return { part: 'street', why: 'too_long' }
  if (!city || !state || !zip) return { part: 'place', why: 'missing' }
  return { name: fitting, line1, line2: line2 === '' ? null : line2, city, state, zip }
}
