import { createHmac } from 'node:crypto'
import { chanceOf } from '../support/chance.ts'
import { type LedgerLetter, toLobLetter } from './fake-post-letters.ts'

/** Lob's webhooks, signed independently of the product's code. */

export const fakeLobSecret = 'the secret of the fake post office'

export type WebhookCall = { payload: string; headers: Readonly<Record<string, string>> }

/** Lob's timestamp is in milliseconds. */
export const signWebhook = (payload: string, at: Date, secret: string = fakeLobSecret): WebhookCall => {
  const timestamp = String(at.getTime())
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'lob-signature-timestamp': timestamp,
      'lob-signature': createHmac('sha256', secret).update(`${timestamp}.${payload}`, 'utf8').digest('hex'),
    },
  }
}

/** Tracking event names as Lob writes them, by the type in a webhook. */
const names: Readonly<Record<string, string>> = {
  mailed: 'Mailed',
  in_transit: 'In Transit',
  in_local_area: 'In Local Area',
  processed_for_delivery: 'Processed for Delivery',
  're-routed': 'Re-Routed',
  delivered: 'Delivered',
  returned_to_sender: 'Returned to Sender',
  pickup_available: 'Pickup Available',
  issue: 'Issue',
}

/** Moves a letter as Lob would, and returns the webhook body. `type`: `delivered`, `re-routed`. */
export const applyTrackingEvent = (letter: LedgerLetter, type: string, at: Date, number: number): string => {
  const name = names[type]
  if (name !== undefined) letter.tracking.push({ id: `evnt_${letter.id.slice(4)}${number}`, name, time: at })
  if (type === 'rendered_pdf' && letter.status === 'processed') letter.status = 'rendered'
  if (type === 'failed') letter.status = 'failed'
  if (type === 'deleted') letter.deleted = true
  const certified = letter.trackingNumber !== null && name !== undefined
  return JSON.stringify({
    id: `evt_${letter.id.slice(4)}${String(number).padStart(4, '0')}`,
    object: 'event',
    reference_id: letter.id,
    event_type: {
      id: `letter.${certified ? 'certified.' : ''}${type}`,
      resource: 'letters',
      object: 'event_type',
    },
    date_created: at.toISOString(),
    body: toLobLetter(letter),
  })
}

/**
 * Delivers webhooks unreliably: 30 percent twice, 30 percent out of order, 5 percent never. The same seed gives the
 * same result.
 */
export const scatterWebhooks = (calls: readonly WebhookCall[], seed: number): WebhookCall[] => {
  const chance = chanceOf(seed)
  return calls
    .flatMap((call, place) => {
      if (chance.is(0.05)) return []
      const once = { call, place: place + (chance.is(0.3) ? chance.between(-5, 5) : 0) }
      return chance.is(0.3) ? [once, { call, place: place + chance.between(1, 8) }] : [once]
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ call }) => call)
}
