import { showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { ShownFinding } from '../contract.ts'

/** How many things are worth a dispute beside the one that leads, and how many were found in all; a sentence or two. */
export const describeMoreFindings = (items: readonly Pick<ShownFinding, 'recommended'>[]): string => {
  const recommended = items.filter(one => one.recommended).length
  const more = Math.max(0, recommended - 1)
  const others = items.length - 1
  if (others === 0) return 'It is the only thing that we found.'
  if (more === 0) return `${others === 1 ? '1 more thing was' : `${others} more things were`} found.`
  const worth = `${more} more ${more === 1 ? 'item is' : 'items are'} worth checking now.`
  return others === more ? worth : `${worth} ${items.length} were found in all.`
}

/** That what was found is in dispute already, and what is waited for. */
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
