import type { Address } from './canonical.ts'
import type { Masks } from './masks.ts'

/** Nine digits of a postal code are its ZIP+4, and must not look like anything else. */
const showPostal = (postal: string): string => postal.trim().replace(/^(\d{5})[ -]{0,3}(\d{4})$/, '$1-$2')

const maybe = (change: (text: string) => string, text: string | null): string | null =>
  text === null ? null : change(text)

/** An address as it may be shown, part by part. */
export const maskAddress = (address: Address, mask: Masks): Address => ({
  street: maybe(mask.text, address.street),
  city: maybe(mask.text, address.city),
  state: maybe(mask.text, address.state),
  postal: maybe(postal => mask.text(showPostal(postal)), address.postal),
})

/** `12 Elm Street, Dayton, OH 45401`; null when nothing of the address is reported. For addresses masked before. */
export const formatAddress = ({ street, city, state, postal }: Address): string | null => {
  const region = [state, postal].filter(part => part !== null && part !== '').join(' ')
  return [street, city, region].filter(part => part !== null && part !== '').join(', ') || null
}

/** An address on one line as it may be shown. */
export const formatMaskedAddress = (address: Address, mask: Masks): string | null =>
  formatAddress(maskAddress(address, mask))
