import type { Address } from '../canonical.ts'

/** An address that holds anything; null for an empty one. */
export const filledAddress = (address: Address): Address | null =>
  Object.values(address).every(part => part === null) ? null : address
