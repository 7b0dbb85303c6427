import type { ShownFinding } from '../contract.ts'

type Counted = Pick<ShownFinding, 'recommended' | 'handled'>

const items = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

/**
 * The only count of found items, worded the same on every screen: what is left to review, where to start, what is
 * disputed.
 */
export const describeFoundItems = (found: readonly Counted[]): string => {
  const open = found.filter(({ handled }) => !handled).length
  const first = found.filter(({ recommended }) => recommended).length
  const disputed = found.length - open
  if (open === 0)
    return disputed === 1
      ? 'You have disputed the item we found.'
      : `You have disputed all ${items(disputed)} we found.`
  return [
    `We found ${items(open)} to review.`,
    first > 0 && first < open
      ? `Start with the ${first === 1 ? 'one that matters' : `${first} that matter`} most.`
      : '',
    disputed > 0 ? `You have disputed ${disputed} more.` : '',
  ]
    .filter(sentence => sentence !== '')
    .join(' ')
}
