import { createHmac } from 'node:crypto'
import { chanceOf } from '../support/chance.ts'
import { createLetterLedger, type LedgerLetter } from './letter-ledger.ts'

/**
 * The letters in production at the fake provider. It follows Lob's published rules (lob-openapi 1.22.0), independently of
 * our adapter.
 */

export type LobRefusal = { status: number; code: string }

/** A letter as stored by Lob. */
type LobLetter = {
  id: string
  fields: Readonly<Record<string, string>>
  pdf: Buffer
  /** Hash of the request that created it. */
  hash: string
  metadata: Readonly<Record<string, string>>
  status: 'processed' | 'rendered' | 'failed'
  trackingNumber: string | null
  tracking: { id: string; name: string; time: Date }[]
}
export type LobLedgerLetter = LedgerLetter<LobLetter>

const inner = (fields: Readonly<Record<string, string>>, group: string) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const [, found, key] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
      return found === group && key !== undefined ? [[key, value]] : []
    }),
  )

const problemOf = (fields: Readonly<Record<string, string>>, pdf: Buffer): LobRefusal | null => {
  const refused = (code: string) => ({ status: 422, code })
  if (!fields.use_type) return refused('mail_use_type_can_not_be_null')
  if (fields.color === undefined) return refused('invalid')
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') return refused('invalid_file')
  for (const side of ['to', 'from']) {
    const {
      name = '',
      address_line1: line1 = '',
      address_line2: line2 = '',
      address_zip: zip = '',
    } = inner(fields, side)
    if (name === '' || line1 === '' || zip === '') return refused('invalid')
    if (name.length > 40 || line1.length + line2.length > 50) return refused('address_length_exceeds_limit')
  }
  if (inner(fields, 'from').address_country !== 'US') return refused('foreign_return_address')
  if (/^1 Nowhere\b/.test(fields['to[address_line1]'] ?? ''))
    return refused('failed_deliverability_strictness')
  return null
}

/** A letter as returned by Lob's API. */
export const toLobLetter = (letter: LobLedgerLetter) => ({
  id: letter.id,
  object: 'letter',
  description: null,
  metadata: letter.metadata,
  to: { ...inner(letter.fields, 'to'), object: 'address' },
  from: { ...inner(letter.fields, 'from'), object: 'address' },
  color: letter.fields.color === 'true',
  double_sided: letter.fields.double_sided !== 'false',
  address_placement: letter.fields.address_placement ?? 'top_first_page',
  extra_service: letter.fields.extra_service ?? null,
  mail_type: letter.fields.mail_type ?? 'usps_first_class',
  use_type: letter.fields.use_type,
  url: `https://lob-assets.com/letters/${letter.id}.pdf?expires=1540372221&signature=not-to-be-shown`,
  carrier: 'USPS',
  status: letter.status,
  tracking_number: letter.trackingNumber,
  tracking_events: letter.tracking.map(({ id, name, time }) => ({
    id,
    type: letter.trackingNumber === null ? 'normal' : 'certified',
    name,
    time: time.toISOString(),
    object: 'tracking_event',
  })),
  expected_delivery_date: new Date(letter.createdAt.getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
  date_created: letter.createdAt.toISOString(),
  date_modified: letter.createdAt.toISOString(),
  ...(letter.cancelled ? { deleted: true } : {}),
})

/** Lob's letters over the ledger: its refusals, lists and errors. */
export const createLobLetters = (clock: () => Date) => {
  const ledger = createLetterLedger<LobLetter>(clock)
  /** Keys reused with other bytes. Lob does not document the result, so it must never occur. */
  const otherBytes: string[] = []

  const create = (
    given: { key: string | null; hash: string; fields: Readonly<Record<string, string>>; pdf: Buffer },
    lagMs = 0,
  ): LobLedgerLetter | LobRefusal => {
    const { key, hash, fields, pdf } = given
    const earlier = key === null ? undefined : ledger.findByKey(key)
    if (earlier) {
      if (earlier.hash !== hash) otherBytes.push(key ?? '')
      return earlier
    }
    const problem = problemOf(fields, pdf)
    if (problem) return problem
    return ledger.create(key, lagMs, count => {
      const number = String(count)
      return {
        id: `ltr_${number.padStart(16, '0')}`,
        fields,
        pdf,
        hash,
        metadata: inner(fields, 'metadata'),
        status: 'processed',
        trackingNumber: fields.extra_service ? `9207190235890900${number.padStart(10, '0')}` : null,
        tracking: [],
      }
    })
  }

  const list = (query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 10)
    const from = query.get('date_created[gte]')
    const until = query.get('date_created[lt]')
    const wanted = [...query].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value] as const]
    })
    const fits = ledger
      .listed()
      .filter(letter => from === null || letter.createdAt >= new Date(from))
      .filter(letter => until === null || letter.createdAt < new Date(until))
      .filter(letter => wanted.every(([key, value]) => letter.metadata[key] === value))
      .toReversed()
    const start = Number(query.get('after') ?? 0)
    const page = fits.slice(start, start + limit)
    return { page, next: start + limit < fits.length ? start + limit : null }
  }

  const cancel = (id: string): LobRefusal | 'done' => {
    const result = ledger.cancel(id)
    if (result === 'cancelled') return 'done'
    return result === 'too_late' ? { status: 422, code: 'not_deletable' } : { status: 404, code: 'not_found' }
  }

  return { ledger: ledger.letters, otherBytes, create, one: ledger.find, list, cancel }
}

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

/** Lob's tracking event names by webhook type. */
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
export const applyTrackingEvent = (
  letter: LobLedgerLetter,
  type: string,
  at: Date,
  number: number,
): string => {
  const name = names[type]
  if (name !== undefined) letter.tracking.push({ id: `evnt_${letter.id.slice(4)}${number}`, name, time: at })
  if (type === 'rendered_pdf' && letter.status === 'processed') letter.status = 'rendered'
  if (type === 'failed') letter.status = 'failed'
  if (type === 'deleted') letter.cancelled = true
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
 * Delivers webhooks unreliably: 30 percent twice, 30 percent out of order, 5 percent never. Deterministic per seed.
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
