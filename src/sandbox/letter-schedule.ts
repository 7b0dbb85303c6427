import { deriveDeliveryStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { LetterEventType } from '#providers/letters/port.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND

/** An event, this many milliseconds after the letter was accepted. */
type ScheduledEvent = { event: LetterEventType; after: number }

const usual: readonly ScheduledEvent[] = [
  { event: 'rendered', after: 10 * SECOND },
  { event: 'mailed', after: DAY },
  { event: 'in_transit', after: 2 * DAY },
  { event: 'in_local_area', after: 4 * DAY },
  { event: 'processed_for_delivery', after: 4.5 * DAY },
  { event: 'delivered', after: 5 * DAY },
]
/** Both failures happen within a minute, so that their screens can be seen. */
const returned: readonly ScheduledEvent[] = [
  { event: 'rendered', after: 10 * SECOND },
  { event: 'mailed', after: 20 * SECOND },
  { event: 'in_transit', after: 30 * SECOND },
  { event: 'returned', after: 40 * SECOND },
]
const fails: readonly ScheduledEvent[] = [{ event: 'failed', after: 10 * SECOND }]

/** Chosen by the sender's street. */
export const scheduleFor = (street: string): readonly ScheduledEvent[] => {
  if (/^1 Returned Road\b/i.test(street)) return returned
  return /^1 Failed Road\b/i.test(street) ? fails : usual
}

export const listDueEvents = (
  schedule: readonly ScheduledEvent[],
  begun: Date,
  now: Date,
): { event: LetterEventType; at: Date }[] =>
  schedule
    .map(({ event, after }) => ({ event, at: new Date(begun.getTime() + after) }))
    .filter(({ at }) => at <= now)

/** Null after the last event. */
export const secondsToNextEvent = (
  schedule: readonly ScheduledEvent[],
  begun: Date,
  now: Date,
): number | null => {
  const next = schedule.find(({ after }) => begun.getTime() + after > now.getTime())
  return next === undefined ? null : Math.ceil((begun.getTime() + next.after - now.getTime()) / SECOND)
}

/** How long a letter can be cancelled, as with a new account at a real provider. */
export const CANCEL_MS = 5 * 60 * SECOND

/** Events a letter can be moved to by hand, in their usual order. */
export const moves = [
  'rendered',
  'mailed',
  'in_transit',
  're_routed',
  'in_local_area',
  'processed_for_delivery',
  'pickup_available',
  'issue',
  'delivered',
  'returned',
  'failed',
] as const satisfies readonly LetterEventType[]
export type Move = (typeof moves)[number]

const providerNames: Readonly<Record<string, Move>> = {
  returned_to_sender: 'returned',
  rendered_pdf: 'rendered',
}

/**
 * Parses one of our names or a provider's (`letter.delivered`, `letter.certified.re-routed`, `returned_to_sender`);
 * null for anything else.
 */
export const parseMove = (text: string): Move | null => {
  const name = text.replace(/^letter\.(certified\.)?/, '').replaceAll('-', '_')
  if (Object.hasOwn(providerNames, name)) return providerNames[name] ?? null
  return moves.find(move => move === name) ?? null
}

/** The status shown in the outbox, the same as in the dispute. */
export const outboxStatus = (
  events: readonly { event: LetterEventType; at: Date }[],
): 'processed' | 'sent' | 'delivered' | 'failed' => {
  return letterStatuses[deriveDeliveryStatus(events)].lobStatus ?? 'processed'
}
