import { z } from 'zod'
import { isPartialDate } from '#values/dates.ts'
import type { AddressCheck, LetterEvent, LetterEventType, ProviderLetter } from './port.ts'

/**
 * Lob's event names (lob-openapi 1.22.0: event types, tracking events). Events of certified mail have the prefix
 * `letter.certified.`. Events of an enclosed return envelope (`letter.return_envelope.`) do not concern our
 * letter.
 */
const meanings: Readonly<Record<string, LetterEventType>> = {
  created: 'created',
  rendered_pdf: 'rendered',
  rendered_thumbnails: 'rendered',
  rendered: 'rendered',
  mailed: 'mailed',
  in_transit: 'in_transit',
  re_routed: 're_routed',
  in_local_area: 'in_local_area',
  processed_for_delivery: 'processed_for_delivery',
  pickup_available: 'pickup_available',
  issue: 'issue',
  delivered: 'delivered',
  returned_to_sender: 'returned',
  failed: 'failed',
  rejected: 'rejected',
  deleted: 'deleted',
}

const meaningOf = (name: string): LetterEventType =>
  (Object.hasOwn(meanings, name) ? meanings[name] : undefined) ?? 'other'

/** The event of a webhook type such as `letter.certified.re-routed`. */
export const eventFromWebhookType = (type: string): LetterEventType => {
  const name = /^letter\.(?:certified\.)?([a-z_-]+)$/.exec(type)?.[1]
  return name === undefined ? 'other' : meaningOf(name.replaceAll('-', '_'))
}

/** The event of a tracking name such as `Processed for Delivery`. */
export const eventFromTrackingName = (name: string): LetterEventType =>
  meaningOf(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '_'),
  )

/** An event without an id from Lob: its id is derived, so that reading it again results in the same id. */
const deriveEvent = (letterId: string, event: LetterEventType, at: Date): LetterEvent => ({
  id: `${letterId}:${event}:${at.toISOString()}`,
  event,
  at,
})

/**
 * Lob's letters, lists and verified addresses as the port's types. Anything else is an invalid response.
 */

/** ISO 8601, in a year that every database can store. */
export const Instant = z
  .string()
  .refine(text => /^[12]\d{3}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)), 'not an instant')
  .transform(text => new Date(text))

export const LobLetterId = z.string().regex(/^ltr_[A-Za-z0-9]{6,64}$/)

const TrackingEvent = z.object({ id: z.string().regex(/^[\w:-]{1,200}$/), name: z.string(), time: Instant })
type TrackingEvent = z.output<typeof TrackingEvent>

const Metadata = z.record(z.string(), z.unknown())

export const LobLetter = z.object({
  id: LobLetterId,
  date_created: Instant,
  date_modified: Instant.nullish(),
  expected_delivery_date: z.string().nullish(),
  tracking_number: z.string().max(100).nullish(),
  metadata: Metadata.nullish(),
  status: z.string().nullish(),
  deleted: z.boolean().nullish(),
  tracking_events: z.array(z.unknown()).nullish(),
})
export type LobLetter = z.output<typeof LobLetter>

/** Entries are parsed one by one, so that a manually created letter cannot hide ours. */
export const LobList = z.object({ data: z.array(z.unknown()), next_url: z.string().nullish() })

export const LobDeletion = z.object({ id: z.string(), deleted: z.literal(true) })

export const LobVerification = z.object({ deliverability: z.string().nullable() })

export const LobError = z.object({
  error: z.object({
    code: z
      .string()
      .regex(/^[A-Za-z0-9_]{1,60}$/)
      .optional(),
  }),
})

/** A valid `YYYY-MM-DD`, from text that may be a timestamp or missing. */
const dayOf = (text: string | null | undefined): string | null => {
  const day = (text ?? '').slice(0, 10)
  return day.length === 10 && isPartialDate(day) ? day : null
}

/** What we write into metadata. Anything else is not ours, and may be text that a database cannot store. */
const ours = /^[\w:-]{1,100}$/

const textIn = (metadata: LobLetter['metadata'], name: string): string | null => {
  const value = metadata?.[name]
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return ours.test(text) ? text : null
}

/** Nulls for a letter that is not ours. */
export const readLetterMetadata = (
  metadata: LobLetter['metadata'],
): { mailJobId: string | null; generation: number | null; env: string | null } => {
  const generation = Number(textIn(metadata, 'generation') ?? Number.NaN)
  return {
    mailJobId: textIn(metadata, 'mail_job_id'),
    generation: Number.isSafeInteger(generation) ? generation : null,
    env: textIn(metadata, 'env'),
  }
}

/** Unreadable events are left out. */
export const parseTrackingEvents = (events: LobLetter['tracking_events']): TrackingEvent[] =>
  (events ?? []).flatMap(event => TrackingEvent.safeParse(event).data ?? [])

const eventsOf = (letter: LobLetter): LetterEvent[] => {
  const { id, date_created: created, date_modified: modified, status, deleted } = letter
  const since = modified ?? created
  return [
    deriveEvent(id, 'created', created),
    ...(status === 'rendered' ? [deriveEvent(id, 'rendered', created)] : []),
    ...(status === 'failed' ? [deriveEvent(id, 'failed', since)] : []),
    ...(deleted === true ? [deriveEvent(id, 'deleted', since)] : []),
    ...parseTrackingEvents(letter.tracking_events).map(({ id: eventId, name, time }) => ({
      id: eventId,
      event: eventFromTrackingName(name),
      at: time,
    })),
  ]
}

export const toAcceptedLetter = (
  letter: LobLetter,
): Pick<ProviderLetter, 'providerId' | 'expectedDelivery' | 'trackingNumber'> => ({
  providerId: letter.id,
  expectedDelivery: dayOf(letter.expected_delivery_date),
  trackingNumber: letter.tracking_number ?? null,
})

export const toProviderLetter = (letter: LobLetter): ProviderLetter => ({
  ...toAcceptedLetter(letter),
  ...readLetterMetadata(letter.metadata),
  createdAt: letter.date_created,
  cancelled: letter.deleted === true,
  events: eventsOf(letter),
})

const yes: AddressCheck = { deliverable: 'yes', message: null }

/** Lob's summary of the postal service's data (lob-openapi 1.22.0, us_verifications). */
const checks: Readonly<Record<string, AddressCheck>> = {
  deliverable: yes,
  deliverable_unnecessary_unit: yes,
  deliverable_incorrect_unit: {
    deliverable: 'yes',
    message: 'The postal service knows this building, but not this apartment or unit.',
  },
  deliverable_missing_unit: {
    deliverable: 'yes',
    message: 'The postal service knows this building, but the apartment or unit is missing.',
  },
  undeliverable: { deliverable: 'no', message: 'The postal service does not deliver to this address.' },
}

/** With a test key Lob returns no data, so the result is unknown. */
export const toAddressCheck = ({ deliverability }: z.output<typeof LobVerification>): AddressCheck => {
  const known = deliverability ?? ''
  return (
    (Object.hasOwn(checks, known) ? checks[known] : undefined) ?? { deliverable: 'unknown', message: null }
  )
}
