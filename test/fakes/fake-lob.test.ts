import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeLob, fakeLobKey, faultMix, openFakeLob } from './fake-lob.ts'
import { fakeLobSecret, scatterWebhooks, signWebhook } from './fake-lob-letters.ts'

/** Tests the fake without our adapter, because other tests rely on it. */

let at = Date.parse('2026-03-02T15:00:00Z')
let fake: FakeLob
beforeAll(async () => {
  fake = await openFakeLob({ clock: () => new Date(at) })
})
afterAll(() => fake.close())

const letterForm = (own: Record<string, string> = {}) => {
  const form = new FormData()
  const fields = {
    'to[name]': 'Experian',
    'to[address_line1]': 'P.O. Box 4500',
    'to[address_zip]': '75013',
    'from[name]': 'Maya Brooks',
    'from[address_line1]': '418 Alder Street',
    'from[address_zip]': '97205',
    'from[address_country]': 'US',
    use_type: 'operational',
    color: 'false',
    ...own,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.set(name, value)
  form.set('file', new Blob(['%PDF-1.7']), 'letter.pdf')
  return form
}

const post = async (form: FormData, key: string | null = null) => {
  const answer = await fetch(`${fake.url}/v1/letters`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${fakeLobKey}:`).toString('base64')}`,
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: form,
  })
  return { status: answer.status, body: await answer.text() }
}

it.each([
  [{ use_type: '' }, 'mail_use_type_can_not_be_null'],
  [{ 'to[address_line1]': 'x'.repeat(51) }, 'address_length_exceeds_limit'],
  [{ 'from[name]': 'x'.repeat(41) }, 'address_length_exceeds_limit'],
  [{ 'from[address_country]': 'CA' }, 'foreign_return_address'],
  [{ 'to[address_line1]': '1 Nowhere Road' }, 'failed_deliverability_strictness'],
])('refuses %o with %s and creates nothing', async (own, code) => {
  const before = fake.ledger.length
  const { status, body } = await post(letterForm(own))
  expect(status).toBe(422)
  expect(body).toContain(code)
  expect(fake.ledger.length).toBe(before)
})

it('keeps a key for a day: then the same call creates a second letter', async () => {
  const form = letterForm()
  const before = fake.ledger.length
  await post(form, 'a key')
  at += 24 * 3_600_000 - 1
  await post(form, 'a key')
  expect(fake.ledger.length).toBe(before + 1)
  at += 1
  await post(form, 'a key')
  expect(fake.ledger.length).toBe(before + 2)
})

it('records a key that is reused with other bytes', async () => {
  await post(letterForm(), 'another key')
  await post(letterForm({ 'from[name]': 'Somebody Else' }), 'another key')
  expect(fake.otherBytes).toContain('another key')
})

it('mixes faults deterministically per seed, in one call of five', () => {
  const times = { slowMs: 1, lagMs: 1 }
  const draw = (seed: number) => {
    const mix = faultMix(seed, times)
    return Array.from({ length: 5_000 }, mix)
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  const share = draw(7).filter(fault => fault !== null).length / 5_000
  expect(share).toBeGreaterThan(0.17)
  expect(share).toBeLessThan(0.23)
})

it('signs independently of the product', () => {
  const { payload, headers } = signWebhook('{"a":1}', new Date(1_700_000_000_000))
  expect(headers['lob-signature']).toBe(
    createHmac('sha256', fakeLobSecret).update('1700000000000.{"a":1}').digest('hex'),
  )
  expect(payload).toBe('{"a":1}')
})

it('scatters calls: some arrive twice, some out of order, some never', () => {
  const calls = Array.from({ length: 1_000 }, (_none, place) => signWebhook(String(place), new Date(0)))
  const order = scatterWebhooks(calls, 3).map(({ payload }) => Number(payload))
  expect(scatterWebhooks(calls, 3).map(({ payload }) => Number(payload))).toEqual(order)
  const distinct = new Set(order).size
  expect(distinct).toBeGreaterThan(920)
  expect(distinct).toBeLessThan(980)
  expect(order.length).toBeGreaterThan(distinct * 1.2)
  expect(order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0))).toBe(true)
})
