import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventFromWebhookType } from './lob-letters.ts'
import { lobWebhookParser } from './lob-webhook.ts'

const secret = 'the secret of this webhook'
const now = new Date('2026-03-02T15:00:00Z')
const read = lobWebhookParser([secret])

const delivered = {
  id: 'evt_d95ff8ffd2b5cfb4',
  event_type: { id: 'letter.delivered', resource: 'letters' },
  reference_id: 'ltr_4868c3b754655f90',
  date_created: '2026-03-02T14:59:00.000Z',
  body: { id: 'ltr_4868c3b754655f90', metadata: { mail_job_id: 'job' }, tracking_events: [] },
}

/** A webhook signed here from Lob's published description. */
const call = (
  body: unknown,
  { by = secret, at = String(now.getTime()) }: { by?: string; at?: string } = {},
) => {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const signature = createHmac('sha256', by)
    .update(Buffer.concat([Buffer.from(`${at}.`), raw]))
    .digest('hex')
  return { raw, signature, timestamp: at }
}

const readCall = ({ raw, signature, timestamp }: ReturnType<typeof call>, reader = read) =>
  reader(raw, { signature, timestamp }, now)

describe('the signature', () => {
  it('equals one computed by hand', () => {
    // printf '1700000000000.{}' | openssl dgst -sha256 -hmac secret
    const signature = '8399216d111287e3bb28e25c0f4f31dffdf831c68c9ee2b96c2f67c9b81d341b'
    const at = new Date(1_700_000_000_000)
    const readAt = (timestamp: string) =>
      lobWebhookParser(['secret'])(Buffer.from('{}'), { signature, timestamp }, at)
    // Authentic, but empty.
    expect(readAt('1700000000000')).toBe('unreadable')
    expect(readAt('1700000000001')).toBe('not_proven')
  })

  it('is valid with a timestamp in milliseconds and in seconds', () => {
    expect(readCall(call(delivered))).toMatchObject({ event: 'delivered' })
    expect(readCall(call(delivered, { at: String(now.getTime() / 1_000) }))).toMatchObject({
      event: 'delivered',
    })
  })

  it('is valid with either of two secrets during a rotation, and with no third', () => {
    const both = lobWebhookParser(['new secret', secret])
    expect(readCall(call(delivered), both)).toMatchObject({ event: 'delivered' })
    expect(readCall(call(delivered, { by: 'new secret' }), both)).toMatchObject({ event: 'delivered' })
    expect(readCall(call(delivered, { by: 'another' }), both)).toBe('not_proven')
  })

  it('is required: without a secret nothing is read', () => {
    expect(readCall(call(delivered, { by: '' }), lobWebhookParser([]))).toBe('not_set_up')
  })

  const good = call(delivered)
  const late = (milliseconds: number) => call(delivered, { at: String(now.getTime() + milliseconds) })
  it.each([
    ['no signature', { ...good, signature: null }],
    ['no time', { ...good, timestamp: null }],
    ['an empty signature', { ...good, signature: '' }],
    ['a signature cut short', { ...good, signature: good.signature.slice(0, 62) }],
    ['a signature with more behind it', { ...good, signature: `${good.signature}00` }],
    ['a signature of another secret', call(delivered, { by: 'other' })],
    ['another time than was signed', { ...good, timestamp: String(now.getTime() + 1) }],
    ['a changed byte', { ...good, raw: Buffer.concat([good.raw, Buffer.from(' ')]) }],
    ['a time that is over for more than five minutes', late(-300_001)],
    ['a time more than five minutes ahead', late(300_001)],
    ['a time that is none', call(delivered, { at: 'now' })],
    ['a time with a sign', call(delivered, { at: `-${now.getTime()}` })],
    ['a time in another notation', call(delivered, { at: `${now.getTime() / 1_000}e0` })],
  ])('is invalid with %s', (_name, { raw, signature, timestamp }) => {
    expect(read(raw, { signature, timestamp }, now)).toBe('not_proven')
  })

  it.each([-300_000, 300_000])('is still valid for a call whose time is off by %i ms', off => {
    expect(readCall(late(off))).toMatchObject({ event: 'delivered' })
  })

  it('covers the raw bytes: an equivalent spelling is a different body', () => {
    const spaced = call(JSON.stringify(delivered, null, 2))
    expect(readCall(spaced)).toMatchObject({ event: 'delivered' })
    expect(readCall({ ...spaced, raw: Buffer.from(JSON.stringify(delivered)) })).toBe('not_proven')
  })
})

describe('a notice', () => {
  it('contains what happened to which letter, and when', () => {
    expect(readCall(call(delivered))).toEqual({
      id: 'evt_d95ff8ffd2b5cfb4',
      event: 'delivered',
      at: new Date('2026-03-02T14:59:00Z'),
      providerId: 'ltr_4868c3b754655f90',
      mailJobId: 'job',
    })
  })

  it('counts from when it happened, not from when Lob received it', () => {
    const event = (name: string, time: string) => ({ id: `evnt_${time}`, name, time })
    const tracking_events = [
      event('In Transit', '2026-02-28T10:00:00Z'),
      event('Delivered', '2026-03-01T18:30:00Z'),
      { name: 'without an id' },
    ]
    expect(readCall(call({ ...delivered, body: { ...delivered.body, tracking_events } }))).toMatchObject({
      at: new Date('2026-03-01T18:30:00Z'),
    })
  })

  it('about something other than a letter contains no letter', () => {
    const postcard = {
      ...delivered,
      event_type: { id: 'postcard.delivered' },
      reference_id: 'psc_1',
      body: { id: 'psc_1' },
    }
    expect(readCall(call(postcard))).toMatchObject({ event: 'other', providerId: null, mailJobId: null })
  })

  it('contains only what a database can store', () => {
    const body = { id: 'ltr_\u0000868c3b754655f90', metadata: { mail_job_id: 'job\u0000' } }
    expect(readCall(call({ ...delivered, reference_id: null, body }))).toMatchObject({
      event: 'delivered',
      providerId: null,
      mailJobId: null,
    })
  })

  it.each([
    ['no JSON', 'delivered'],
    ['half a JSON', '{"id":'],
    ['nothing', ''],
    ['a list', []],
    ['no id', { ...delivered, id: undefined }],
    ['no type', { ...delivered, event_type: undefined }],
    ['no time', { ...delivered, date_created: 'yesterday' }],
    ['a year that no database keeps', { ...delivered, date_created: '+275760-09-13T00:00:00Z' }],
    ['the year 0', { ...delivered, date_created: '0000-01-01T00:00:00Z' }],
  ])('that is signed and contains %s is unreadable', (_name, body) => {
    expect(readCall(call(body))).toBe('unreadable')
  })
})

describe('the meaning of an event', () => {
  it.each([
    ['letter.created', 'created'],
    ['letter.rendered_pdf', 'rendered'],
    ['letter.rendered_thumbnails', 'rendered'],
    ['letter.mailed', 'mailed'],
    ['letter.in_transit', 'in_transit'],
    ['letter.in_local_area', 'in_local_area'],
    ['letter.processed_for_delivery', 'processed_for_delivery'],
    ['letter.re-routed', 're_routed'],
    ['letter.delivered', 'delivered'],
    ['letter.returned_to_sender', 'returned'],
    ['letter.failed', 'failed'],
    ['letter.rejected', 'rejected'],
    ['letter.deleted', 'deleted'],
    ['letter.certified.mailed', 'mailed'],
    ['letter.certified.in_transit', 'in_transit'],
    ['letter.certified.in_local_area', 'in_local_area'],
    ['letter.certified.processed_for_delivery', 'processed_for_delivery'],
    ['letter.certified.re-routed', 're_routed'],
    ['letter.certified.delivered', 'delivered'],
    ['letter.certified.returned_to_sender', 'returned'],
    ['letter.certified.pickup_available', 'pickup_available'],
    ['letter.certified.issue', 'issue'],
    // Lob sends these too; they do not concern our letter.
    ['letter.viewed', 'other'],
    ['letter.international_exit', 'other'],
    ['letter.return_envelope.delivered', 'other'],
    ['letter.return_envelope.returned_to_sender', 'other'],
    ['letter.informed_delivery.email_sent', 'other'],
    ['postcard.delivered', 'other'],
    ['letter.constructor', 'other'],
    ['delivered', 'other'],
    ['', 'other'],
  ])('%s is %s', (type, event) => {
    expect(eventFromWebhookType(type)).toBe(event)
  })
})
