import type { Address } from '../canonical.ts'

/** Signs alone are no part of an address; a slash at the end of a street parted it from a city that is not there. */
const partOf = (part: string | null): string | null => {
  const line = part?.trim() ?? ''
  const plain = line.endsWith('/') ? line.slice(0, -1).trimEnd() : line
  return /[\p{L}\p{N}]/u.test(plain) ? plain : null
}

/** An address that says anything; null for an empty one. */
export const addressOrNull = ({ street, city, state, postal }: Address): Address | null => {
  const address = {
    street: partOf(street),
    city: partOf(city),
    state: partOf(state),
    postal: partOf(postal),
  }
  return Object.values(address).every(part => part === null) ? null : address
}
