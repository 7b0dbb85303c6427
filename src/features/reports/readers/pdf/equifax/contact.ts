import type { Address } from '../../../canonical.ts'
import { addressOrNull } from '../../address.ts'
import { parsePhone, parsePostal, parseText } from '../../fields.ts'

/** Addresses and phone numbers of companies and people as printed by Equifax. */

const stateAndZip = /^(.*?),? ([A-Z]{2}),? (\d{5}(?:-\d{4})?)$/

const beginsLikeStreet = /^(?:\d|P\.? ?O\.? ?BOX\b)/i

/**
 * An address of one or more lines. One line (`PO BOX 12 WILMINGTON, DE 19801`) does not show where the city begins, so the
 * city stays with the street. `above`: lines before an address of one line.
 */
export const parseAddressLines = (lines: readonly string[]): { address: Address | null; above: string[] } => {
  const last = lines.at(-1) ?? ''
  const [, before = '', state = '', postal = ''] = stateAndZip.exec(last) ?? []
  const above = lines.slice(0, -1)
  if (state === '')
    return {
      address: addressOrNull({ street: parseText(lines.join(' ')), city: null, state: null, postal: null }),
      above: [],
    }
  const isWhole = above.length === 0 || beginsLikeStreet.test(before)
  return {
    address: addressOrNull({
      street: parseText(isWhole ? before : above.join(' ')),
      city: isWhole ? null : parseText(before),
      state,
      postal: parsePostal(postal),
    }),
    above: isWhole ? above : [],
  }
}

/** Splits consecutive addresses: each ends with its ZIP code. */
export const splitAddresses = (lines: readonly string[]): string[][] => {
  const groups: string[][] = [[]]
  for (const line of lines) {
    groups.at(-1)?.push(line)
    if (stateAndZip.test(line)) groups.push([])
  }
  return groups.filter(group => group.length > 0)
}

const phoneShape = /\(?\b\d{3}\)?[ -]\d{3}-\d{4}\b/

const isPhone = (piece: string): boolean => phoneShape.test(piece) && piece.length < 25

/** Address lines and a phone number, separated by a bar or a line break. */
export const parseContact = (
  texts: readonly string[],
): { address: Address | null; above: string[]; phone: string | null } => {
  const pieces = texts
    .flatMap(text => text.split(/ ?\| ?/))
    .map(text => text.replace(/^(?:Phone|Address): ?/i, ''))
    .filter(piece => piece !== '')
  return {
    ...parseAddressLines(pieces.filter(piece => !isPhone(piece))),
    phone: parsePhone(pieces.find(isPhone) ?? null),
  }
}
