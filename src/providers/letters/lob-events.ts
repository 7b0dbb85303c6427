import type { LetterEvent, LetterEventType } from './port.ts'

/**
 * Lob's names for what happens to a letter (lob-openapi 1.22.0: event types, tracking events), in our words. Of certified
 * mail the same things are told under `letter.certified.`. Events of an enclosed return envelope begin with
 * `letter.return_envelope.` and tell nothing of our letter.
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

/** What the type of a webhook event means, `letter.certified.re-routed` for one; `other` of all that tells nothing. */
export const eventFromWebhookType = (type: string): LetterEventType => {
  const name = /^letter\.(?:certified\.)?([a-z_-]+)$/.exec(type)?.[1]
  return name === undefined ? 'other' : meaningOf(name.replaceAll('-', '_'))
}

/** What the name of a tracking event means, `Processed for Delivery` for one. */
export const eventFromTrackingName = (name: string): LetterEventType =>
  meaningOf(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '_'),
  )

/** An event that the provider gives no id of its own: the same one has the same id whenever it is read. */
export const deriveEvent = (letterId: string, event: LetterEventType, at: Date): LetterEvent => ({
  id: `${letterId}:${event}:${at.toISOString()}`,
  event,
  at,
})
