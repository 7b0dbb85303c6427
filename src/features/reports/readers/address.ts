import type { Address } from '../canonical.ts'
import { parseText } from './fields.ts'

/**
 * Drops parts of only punctuation, and a trailing slash that separated a street from a missing city.
 */
const partOf = (part: string | null): string | null => {
  const line = part?.trim() ?? ''
  const plain = line.endsWith('/') ? line.slice(0, -1).trimEnd() : line
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null
}

/** Null for an empty address. */
export const addressOrNull = ({ street, city, state, postal }: Address): Address | null => {
  const address = {
    street: partOf(street),
    city: partOf(city),
    state: partOf(state),
    postal: partOf(postal),
  }
  return Object.values(address).every(part => part === null) ? null : address
}

/** The parts of a street address in TransUnion and TrueLink. */
type StreetParts = {
  number: string | null
  /** A direction before the name, as in `12 N ORCHARD RD`. */
  before: string | null
  name: string | null
  type: string | null
  /** A direction after the street type. */
  after: string | null
  unit: string | null
}

/** A street address on one line. A PO box repeats its number as the house number, which is dropped. */
export const formatStreet = ({ number, before, name, type, after, unit }: StreetParts): string | null => {
  const isBox = /^P\.? ?O\.? ?BOX/i.test(name ?? '')
  const parts = [isBox ? null : number, before, name, type, after]
  const line = parseText(parts.map(part => part ?? '').join(' '))
  const apartment = parseText(unit)
  if (apartment === null) return line
  return parseText(`${line ?? ''} ${/[a-z]{2}/i.test(apartment) ? apartment : `#${apartment}`}`)
}
