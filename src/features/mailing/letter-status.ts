import type { LetterEvent, LetterEventType } from '#providers/letters/post-words.ts'

/** The furthest event wins, not the latest to arrive: events come twice, late, and in any order. */

export type DeliveryStatus =
  | 'submitted'
  | 'processed'
  | 'sent'
  | 'delivered'
  | 'returned'
  | 'rejected'
  | 'failed'

const ways: Readonly<Record<LetterEventType, readonly [rank: number, where: DeliveryStatus]>> = {
  other: [0, 'submitted'],
  created: [10, 'processed'],
  rendered: [20, 'processed'],
  mailed: [30, 'sent'],
  in_transit: [40, 'sent'],
  re_routed: [45, 'sent'],
  in_local_area: [50, 'sent'],
  processed_for_delivery: [60, 'sent'],
  pickup_available: [65, 'sent'],
  issue: [65, 'sent'],
  delivered: [90, 'delivered'],
  returned: [95, 'returned'],
  failed: [95, 'failed'],
  rejected: [95, 'rejected'],
  deleted: [95, 'failed'],
}

type News = Pick<LetterEvent, 'event' | 'at'>

const further = (a: News, b: News): News => {
  const [rankA, rankB] = [ways[a.event][0], ways[b.event][0]]
  if (rankA !== rankB) return rankA > rankB ? a : b
  if (a.at.getTime() !== b.at.getTime()) return a.at > b.at ? a : b
  return a.event > b.event ? a : b
}

/** The delivery status and the event that determines it; null while there are no events. */
export const deriveDeliveryStatus = (news: readonly News[]): { where: DeliveryStatus; last: News | null } => {
  const [first, ...more] = news
  if (first === undefined) return { where: 'submitted', last: null }
  const last = more.reduce(further, first)
  return { where: ways[last.event][1], last }
}

export const isDeliveryOver = (where: DeliveryStatus): boolean =>
  where === 'delivered' || where === 'returned' || where === 'rejected' || where === 'failed'

/** Each kind of event once, at its earliest time, oldest first; events without a meaning are left out. */
export const listShownEvents = (news: readonly News[]): News[] => {
  const firsts = new Map<LetterEventType, News>()
  for (const one of news) {
    const earlier = firsts.get(one.event)
    if (one.event !== 'other' && (!earlier || one.at < earlier.at)) firsts.set(one.event, one)
  }
  return [...firsts.values()].toSorted(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || ways[a.event][0] - ways[b.event][0] || (a.event < b.event ? -1 : 1),
  )
}
