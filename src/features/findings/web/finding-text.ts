import type { ShownFinding } from '../contract.ts'

export const describeMoreFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const recommended = items.filter(one => one.recommended).length
  const more = Math.max(0, recommended - 1)
  const others = items.length - 1
  if (others === 0) return 'This is the only item we found.'
  if (more === 0) return `We also found ${others === 1 ? '1 more item' : `${others} more items`}.`
  const worth = `${more} more ${more === 1 ? 'item is' : 'items are'} worth checking now.`
  return others === more ? worth : `${worth} We found ${items.length} in all.`
}

export const describeOtherFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const worth = items.filter(({ recommended }) => recommended).length
  if (worth === 0)
    return `Our checks also found ${items.length === 1 ? 'a minor item' : `${items.length} minor items`} to review.`
  return `Our checks also found ${worth === 1 ? 'an item' : `${worth} items`} worth checking.`
}
