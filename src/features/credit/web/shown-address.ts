import type { ShownAccount } from '../contract.ts'

/** `18 Market Plaza, Tulsa, OK 74103`; 'No address' when nothing of it is reported (specification section 2). */
export const formatAddress = (address: ShownAccount['address']): string => {
  const given = (parts: readonly (string | null | undefined)[]) =>
    parts.filter(part => part !== null && part !== undefined && part.trim() !== '')
  const region = given([address?.state, address?.postal]).join(' ')
  return given([address?.street, address?.city, region]).join(', ') || 'No address'
}
