import type { Address } from '../../../canonical.ts'
import { addressOrNull } from '../../address.ts'
import { parsePostal, parseText } from '../../fields.ts'

/** `CITY ST, 12345`, `CITY, ST 12345` and, if the line is too short, `ST, 12345`. */
const cityLine = /^(.{0,200}?)(?:^|[, ]) ?([A-Z]{2}),? (\d{5}(?:-\d{4})?)$/

/**
 * An address from its lines. If street and city cannot be distinguished, because a narrow column wrapped them, everything
 * except the state and ZIP code stays together as the street.
 */
export const readAddressLines = (lines: readonly string[]): Address | null => {
  const whole = lines.join(' ').slice(0, 400)
  const [, before, state = null, postal] = cityLine.exec(whole) ?? []
  if (before === undefined)
    return addressOrNull({ street: parseText(whole), city: null, state: null, postal: null })
  const [, city = ''] = cityLine.exec(lines.at(-1) ?? '') ?? []
  const parted = lines.length === 2 && city !== ''
  const comma = lines.length === 1 ? before.lastIndexOf(',') : -1
  const [street, town] = parted
    ? [lines[0], city]
    : comma > 0
      ? [before.slice(0, comma), before.slice(comma + 1)]
      : [before, null]
  return addressOrNull({
    street: parseText(street),
    city: parseText(town),
    state,
    postal: parsePostal(postal),
  })
}
