import type { LetterEvent, LetterEventType } from '#providers/letters/port.ts'
import type { MailJob } from './state-machine.ts'

/** Where a letter that the provider accepted is. */
export const deliveryStatuses = [
  'submitted',
  'processed',
  'sent',
  'delivered',
  'returned',
  'rejected',
  'failed',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Where a letter is, mailed or not: `mailState` in the API. `held` waits for an operator. */
export const letterStatusNames = [
  'not_mailed',
  'requested',
  ...deliveryStatuses,
  'held',
  'untraceable',
] as const
export type LetterStatus = (typeof letterStatusNames)[number]

type StatusRow = {
  /** `lobStatus` in the API; null while there is nothing to say. */
  lobStatus: 'processed' | 'sent' | 'delivered' | 'failed' | null
  /** The state in the words of the screens. */
  display: 'not_mailed' | 'pending' | 'in_transit' | 'delivered' | 'failed'
  /** No further events are expected. */
  final: boolean
  /** The letter certainly did not arrive, or its outcome will never be known. */
  canMailAgain: boolean
}

const row = (
  lobStatus: StatusRow['lobStatus'],
  display: StatusRow['display'],
  own: Partial<StatusRow> = {},
): StatusRow => ({ lobStatus, display, final: false, canMailAgain: false, ...own })
const failure = row('failed', 'failed', { final: true, canMailAgain: true })

/** Everything that depends on a letter's status derives from this table and the two below. */
export const letterStatuses: Readonly<Record<LetterStatus, StatusRow>> = {
  not_mailed: row(null, 'not_mailed'),
  requested: row(null, 'pending'),
  held: row(null, 'pending'),
  untraceable: row(null, 'pending', { canMailAgain: true }),
  submitted: row(null, 'pending'),
  processed: row('processed', 'in_transit'),
  sent: row('sent', 'in_transit'),
  delivered: row('delivered', 'delivered', { final: true }),
  returned: failure,
  rejected: failure,
  failed: failure,
}

const statusOfPhase: Readonly<Record<MailJob['phase'], LetterStatus>> = {
  requested: 'requested',
  ready: 'requested',
  submitting: 'requested',
  unknown: 'requested',
  submitted: 'submitted',
  rejected: 'rejected',
  needs_operator: 'held',
  untraceable: 'untraceable',
}

/** The status of a letter whose mailing was requested. */
export const toLetterStatus = ({
  phase,
  deliveryStatus,
}: Pick<MailJob, 'phase'> & { deliveryStatus: DeliveryStatus | null }): LetterStatus =>
  phase === 'submitted' && deliveryStatus !== null ? deliveryStatus : statusOfPhase[phase]

/**
 * `rank` is how far along an event is: the furthest event decides, not the latest to arrive, because events come twice,
 * late, and in any order. An event without a `label` is not shown.
 */
export const letterEvents: Readonly<
  Record<LetterEventType, { rank: number; status: DeliveryStatus; label: string | null }>
> = {
  other: { rank: 0, status: 'submitted', label: null },
  created: { rank: 10, status: 'processed', label: 'Handed to the print-and-mail service' },
  rendered: { rank: 20, status: 'processed', label: 'Ready to be printed' },
  mailed: { rank: 30, status: 'sent', label: 'Mailed' },
  in_transit: { rank: 40, status: 'sent', label: 'In transit' },
  re_routed: { rank: 45, status: 'sent', label: 'Sent on to another post office' },
  in_local_area: { rank: 50, status: 'sent', label: 'Near its destination' },
  processed_for_delivery: { rank: 60, status: 'sent', label: 'Out for delivery' },
  pickup_available: { rank: 65, status: 'sent', label: 'Waiting to be picked up' },
  issue: { rank: 65, status: 'sent', label: 'The postal service reports a problem' },
  delivered: { rank: 90, status: 'delivered', label: 'Delivered' },
  returned: { rank: 95, status: 'returned', label: 'Came back' },
  failed: { rank: 95, status: 'failed', label: 'Could not be printed' },
  rejected: { rank: 95, status: 'rejected', label: 'Not taken by the print-and-mail service' },
  deleted: { rank: 95, status: 'failed', label: 'Taken back before it was printed' },
}

type TrackingEvent = Pick<LetterEvent, 'event' | 'at'>

const furthest = (a: TrackingEvent, b: TrackingEvent): TrackingEvent => {
  const [rankA, rankB] = [letterEvents[a.event].rank, letterEvents[b.event].rank]
  if (rankA !== rankB) return rankA > rankB ? a : b
  if (a.at.getTime() !== b.at.getTime()) return a.at > b.at ? a : b
  return a.event > b.event ? a : b
}

/** The status after some events, in any order. */
export const deriveDeliveryStatus = (events: readonly TrackingEvent[]): DeliveryStatus => {
  const [first, ...more] = events
  return first === undefined ? 'submitted' : letterEvents[more.reduce(furthest, first).event].status
}

/** Each kind of event once, at its earliest time, oldest first; events without a label are left out. */
export const listShownEvents = (events: readonly TrackingEvent[]): TrackingEvent[] => {
  const firsts = new Map<LetterEventType, TrackingEvent>()
  for (const one of events) {
    const earlier = firsts.get(one.event)
    if (one.event !== 'other' && (!earlier || one.at < earlier.at)) firsts.set(one.event, one)
  }
  return [...firsts.values()].toSorted(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      letterEvents[a.event].rank - letterEvents[b.event].rank ||
      (a.event < b.event ? -1 : 1),
  )
}
