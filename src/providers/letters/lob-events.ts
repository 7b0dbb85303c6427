import type { LetterEvent, LetterEventType } from './port.ts'

/**
 * Lob's event names (lob-openapi 1.22.0: event types, tracking events). Events of certified mail have the prefix
 * `letter.certified.`. Events of an enclosed return envelope (`letter.return_envelope.`) say nothing about our
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

/** An event that Lob gives no id: its id is derived, so that reading it again gives the same id. */
export const deriveEvent = (letterId: string, event: LetterEventType, at: Date): LetterEvent => ({
  id: `${letterId}:${event}:${at.toISOString()}`,
  event,
  at,
})
