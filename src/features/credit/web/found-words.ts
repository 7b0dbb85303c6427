import type { ShownFinding } from '#features/findings/contract.ts'

/** How many things were found beside what leads, when that is something else; a sentence. */
export const describeOtherFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const worth = items.filter(({ recommended }) => recommended).length
  if (worth === 0)
    return `Our checks also found ${items.length === 1 ? 'a small thing' : `${items.length} small things`} to look at.`
  return `Our checks also found ${worth === 1 ? 'an item' : `${worth} items`} worth checking.`
}
