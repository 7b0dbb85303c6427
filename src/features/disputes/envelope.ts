import type { PostalAddress } from '#features/mailing/post-words.ts'

/** What stands on the envelope, read from the lines that a letter prints: they show in its windows and must be the same. */

/** What the print-and-mail provider takes (Lob, letters: `name` 40; `address_line1` and `address_line2` 50 together). */
const NAME = 40
const STREET = 50

const place = /^(?<city>.+), (?<state>[A-Z]{2}) (?<zip>\d{5}(?:-\d{4})?)$/

/** A name that fits: without its middle words, the last first, where it is too long. */
const fittingName = (name: string): string => {
  const words = name.split(' ')
  while (words.join(' ').length > NAME && words.length > 2) words.splice(-2, 1)
  return words.join(' ')
}

/** The address in lines of name, street and place; null when it is not complete, or an envelope cannot take it. */
export const envelopeOf = (lines: readonly string[]): PostalAddress | null => {
  const [name = '', line1 = '', ...rest] = lines.map(line => line.trim())
  const last = rest.at(-1) ?? ''
  const [line2 = null] = rest.slice(0, -1)
  const { city, state, zip } = place.exec(last)?.groups ?? {}
  const fitting = fittingName(name)
  const tooLong = fitting.length > NAME || line1.length + (line2?.length ?? 0) > STREET || rest.length > 2
  if (!city || !state || !zip || fitting === '' || line1 === '' || tooLong) return null
  return { name: fitting, line1, line2: line2 === '' ? null : line2, city, state, zip }
}
