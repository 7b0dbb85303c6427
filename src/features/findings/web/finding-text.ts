import { showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { ShownFinding } from '../contract.ts'

export const describeMoreFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const recommended = items.filter(one => one.recommended).length
  const more = Math.max(0, recommended - 1)
  const others = items.length - 1
  if (others === 0) return 'It is the only thing that we found.'
  if (more === 0) return `${others === 1 ? '1 more thing was' : `${others} more things were`} found.`
  const worth = `${more} more ${more === 1 ? 'item is' : 'items are'} worth checking now.`
  return others === more ? worth : `${worth} ${items.length} were found in all.`
}

export const describeFindingDispute = ({
  status,
  sentOn,
  bureaus,
}: NonNullable<ShownFinding['dispute']>): string => {
  const at = showList(bureaus)
  if (sentOn !== null)
    return `In dispute. Your letter was mailed on ${showDay(sentOn)}; note the answer of ${at} when it comes.`
  return status === 'SENT'
    ? `In dispute. Note the answer of ${at} when it comes.`
    : `In dispute at ${at}. The letter was not mailed by us.`
}

export const describeOtherFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const worth = items.filter(({ recommended }) => recommended).length
  if (worth === 0)
    return `Our checks also found ${items.length === 1 ? 'a small thing' : `${items.length} small things`} to look at.`
  return `Our checks also found ${worth === 1 ? 'an item' : `${worth} items`} worth checking.`
}
