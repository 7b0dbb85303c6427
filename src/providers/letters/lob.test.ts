import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { busyUntil, type FakeLob, fakeLobKey, type LobFault, openFakeLob } from '#test/fakes/fake-lob.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import { lobMailProvider } from './lob.ts'
import { letterOf, testLettersPort } from './port.suite.ts'

const userId = '0192f1c4-7e5a-7b1c-9d2e-3f4a5b6c7d8e'
let at = Date.parse('2026-03-02T15:00:00Z')
const clock = () => new Date(at)
const later = () => new Date(at + 3_600_000)

let fake: FakeLob
beforeAll(async () => {
  fake = await openFakeLob({ clock, keys: [fakeLobKey, 'test_0'] })
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.calls.length = 0
})

const settings = () => ({ apiKey: fakeLobKey, baseUrl: new URL(fake.url), clock })
const post = () => lobMailProvider(settings())
const hasty = () => lobMailProvider({ ...settings(), sendTimeoutMs: 150, timeoutMs: 150 })

describe('Lob', () => {
  testLettersPort(async () => ({
    post: post(),
    userId,
    now: clock,
    pass: milliseconds => {
      at += milliseconds
    },
    printed: async mailJobId =>
      fake.ledger.filter(({ metadata, cancelled }) => metadata.mail_job_id === mailJobId && !cancelled)
        .length,
    move: async (providerId, event) => {
      fake.move(providerId, event === 'returned' ? 'returned_to_sender' : event)
    },
    close: async () => undefined,
  }))
})

describe('a letter', () => {
  it('is requested in Lob’s form, with the key only in the header and no name in the metadata', async () => {
    const request = letterOf(userId)
    await post().send(request, 'the key')
    const [call] = fake.calls
    expect(call).toMatchObject({ method: 'POST', path: '/v1/letters', key: 'the key' })
    expect(call?.query.size).toBe(0)
    expect(call?.authorization).toBe(`Basic ${Buffer.from(`${fakeLobKey}:`).toString('base64')}`)
    const printed = fake.ledger.at(-1)
    expect(printed?.pdf.equals(Buffer.from(request.pdf))).toBe(true)
    expect(printed?.fields).toEqual({
      'to[name]': 'Experian',
      'to[address_line1]': 'P.O. Box 4500',
      'to[address_city]': 'Allen',
      'to[address_state]': 'TX',
      'to[address_zip]': '75013',
      'to[address_country]': 'US',
      'from[name]': 'Maya Brooks',
      'from[address_line1]': '418 Alder Street',
      'from[address_line2]': 'Apt 3',
      'from[address_city]': 'Portland',
      'from[address_state]': 'OR',
      'from[address_zip]': '97205',
      'from[address_country]': 'US',
      use_type: 'operational',
      color: 'false',
      double_sided: 'false',
      mail_type: 'usps_first_class',
      address_placement: 'insert_blank_page',
      'metadata[mail_job_id]': request.mailJobId,
      'metadata[generation]': '1',
      'metadata[env]': 'suite',
    })
  })

  it.each([
    [false, 'certified'],
    [true, 'certified_return_receipt'],
  ])(
    'by certified mail has no page that Lob charges for (return receipt: %s)',
    async (returnReceipt, service) => {
      await post().send(letterOf(userId, { certified: true, returnReceipt }), `certified ${service}`)
      const printed = fake.ledger.at(-1)?.fields
      expect(printed).toMatchObject({ extra_service: service, mail_type: 'usps_first_class' })
      expect(printed).not.toHaveProperty('address_placement')
    },
  )

  it('has the same bytes on every attempt', async () => {
    const request = letterOf(userId)
    for (let count = 0; count < 3; count += 1) await post().send(request, request.mailJobId)
    const [first, ...again] = fake.calls
    expect(again.every(({ body, type }) => type === first?.type && body.equals(first.body))).toBe(true)
    expect(fake.otherBytes).toEqual([])
  })

  it('keeps the path of the base URL', async () => {
    const proxied = lobMailProvider({ ...settings(), baseUrl: new URL(`${fake.url}/egress/`) })
    await proxied.send(letterOf(userId), 'k1')
    await proxied.list(clock(), later())
    expect(fake.calls.map(({ path }) => path)).toEqual(['/egress/v1/letters', '/egress/v1/letters'])
  })
})

/** What a send returns when the call fails, and how many letters it created. */
const under = async (fault: LobFault) => {
  const request = letterOf(userId)
  fake.faults.next.push(fault)
  // A short timeout only for faults without a timely response: on a busy machine any call may take longer.
  const sender = fault.kind === 'hangs' || fault.kind === 'slow' ? hasty() : post()
  const sent = await sender.send(request, request.mailJobId)
  const made = fake.ledger.filter(({ metadata }) => metadata.mail_job_id === request.mailJobId).length
  expect(fake.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  return { sent, made, request }
}

describe('an ambiguous outcome', () => {
  it.each<[string, LobFault, number]>([
    ['the connection breaks before anything is done', { kind: 'drops', done: false }, 0],
    ['the connection breaks after the letter is made', { kind: 'drops', done: true }, 1],
    ['nothing answers', { kind: 'hangs', done: false }, 0],
    ['nothing answers, and the letter is made', { kind: 'hangs', done: true }, 1],
    ['Lob fails', { kind: 'fails', status: 500, done: false }, 0],
    ['Lob fails after the letter is made', { kind: 'fails', status: 503, done: true }, 1],
    ['a gateway gives up', { kind: 'fails', status: 504, done: true }, 1],
    ['Lob gives up waiting', { kind: 'fails', status: 408, done: true }, 1],
    ['the answer is no JSON', { kind: 'garbage', body: '<html>' }, 1],
    ['the answer is another JSON', { kind: 'garbage', body: '{"ok":true}' }, 1],
    ['the answer is slower than we wait', { kind: 'slow', ms: 400 }, 1],
    ['another try with this key is under way', { kind: 'refuses', status: 409, code: 'conflict' }, 0],
    ['the same, told otherwise', { kind: 'refuses', status: 422, code: 'conflict' }, 0],
    ['a redirect is answered', { kind: 'refuses', status: 307, code: 'moved' }, 0],
  ])('when %s is reported as unknown and not retried', async (_name, fault, letters) => {
    const { sent, made } = await under(fault)
    expect(sent.answer).toBe('unknown')
    expect(made).toBe(letters)
  })

  it('is resolved by repeating the call: Lob returns the letter that it created', async () => {
    const { request } = await under({ kind: 'drops', done: true })
    const sent = await post().send(request, request.mailJobId)
    const [printed, second] = fake.ledger.filter(({ metadata }) => metadata.mail_job_id === request.mailJobId)
    expect(sent).toMatchObject({ answer: 'accepted', providerId: printed?.id })
    expect(second).toBeUndefined()
  })

  it('is also reported for a letter under our key that is not ours', async () => {
    const other = letterOf(userId)
    await post().send(other, 'a key')
    expect(await post().send(letterOf(userId), 'a key')).toEqual({
      answer: 'unknown',
      code: 'lob_other_letter',
    })
  })
})

describe('a clear refusal', () => {
  it.each([
    [422, 'address_length_exceeds_limit', /too long for an envelope/],
    [422, 'failed_deliverability_strictness', /does not deliver/],
    [422, 'foreign_return_address', /United States/],
    [422, 'file_pages_exceed_max', /Enclose fewer/],
    [422, 'file_size_exceeds_limit', /Enclose fewer/],
    [413, 'payload_too_large', /Enclose fewer/],
    [422, 'invalid_file', /could not print/],
    [422, 'unembedded_fonts', /could not print/],
    [422, 'pdf_encrypted', /could not print/],
    [422, 'mail_use_type_can_not_be_null', /did not take this letter/],
    [422, 'bad_request', /did not take this letter/],
    [422, 'something_new', /did not take this letter/],
    [400, 'toString', /did not take this letter/],
  ])('of %i %s is one sentence for the user', async (status, code, words) => {
    const { sent, made } = await under({ kind: 'refuses', status, code })
    expect(made).toBe(0)
    if (sent.answer !== 'refused') throw new Error(sent.answer)
    expect(sent.message).toMatch(words)
    expect(sent.message).toMatch(/^[A-Z][^!]*\.$/)
    expect(sent.message).not.toContain('Not in our words')
    expect(sent.code).toBe(`lob_${code.toLowerCase()}`)
  })

  it.each([
    [401, 'invalid_api_key'],
    [401, 'payment_method_unverified'],
    [402, 'payment_required'],
    [403, 'billing_address_required'],
    [403, 'feature_limit_reached'],
    [404, 'unrecognized_endpoint'],
  ])('of %i %s concerns us, and holds every letter', async (status, code) => {
    expect((await under({ kind: 'refuses', status, code })).sent).toEqual({
      answer: 'hold',
      code: `lob_${code}`,
    })
  })

  it('of a wrong key holds every letter', async () => {
    const sent = await lobMailProvider({ ...settings(), apiKey: 'live_wrong' }).send(letterOf(userId), 'k2')
    expect(sent).toEqual({ answer: 'hold', code: 'lob_invalid_api_key' })
  })

  it('without a connection means that nothing was done', async () => {
    const gone = await openFakeLob()
    await gone.close()
    const sent = await lobMailProvider({ ...settings(), baseUrl: new URL(gone.url) }).send(
      letterOf(userId),
      'k3',
    )
    expect(sent).toEqual({ answer: 'not_sent', code: 'lob_unreachable' })
  })

  it.each([
    ['the end of its window', () => busyUntil(Math.ceil(Date.now() / 1_000) + 20), 15_000, 21_000],
    ['no time', () => ({ ...busyUntil(0), headers: {} }), 5_000, 5_000],
    ['a time that is over', () => busyUntil(1_528_749_846), 5_000, 5_000],
    ['an absurd time', () => busyUntil(9_999_999_999), 5_000, 5_000],
    ['some seconds to wait', () => ({ ...busyUntil(0), headers: { 'retry-after': '7' } }), 7_000, 7_000],
  ])('of too many calls with %s is retried at that time', async (_name, fault, least, most) => {
    const { sent, made } = await under(fault())
    if (sent.answer !== 'busy') throw new Error(sent.answer)
    const wait = sent.retryAt.getTime() - at
    expect(wait).toBeGreaterThanOrEqual(least)
    expect(wait).toBeLessThanOrEqual(most)
    expect(made).toBe(0)
  })
})

describe('a lookup', () => {
  it.each<[string, LobFault]>([
    ['Lob fails', { kind: 'fails', status: 500, done: false }],
    ['nothing answers', { kind: 'hangs', done: false }],
    ['the connection breaks', { kind: 'drops', done: false }],
    ['calls are too many', busyUntil(0)],
    ['the answer is no list', { kind: 'garbage', body: '{"data":"none"}' }],
  ])('fails when %s: no response never means "none"', async (_name, fault) => {
    for (const ask of [
      () => hasty().find(userId, clock()),
      () => hasty().list(clock(), later()),
      () => hasty().get('ltr_0123456789abcdef'),
      () => hasty().checkAddress(letterOf(userId).from),
    ]) {
      fake.faults.next.push(fault)
      const failure = await catchProviderFailure(ask())
      expect(failure).toMatchObject({ provider: 'letters', retryable: true, outcomeUnknown: false })
    }
  })

  it('of all letters follows the pages, and sends our key to no other host', async () => {
    at += 60_000
    const from = clock()
    for (let count = 0; count < 205; count += 1) await post().send(letterOf(userId), `page-${count}`)
    fake.calls.length = 0
    const found = await post().list(from, later())
    expect(found).toHaveLength(205)
    expect(new Set(found.map(({ providerId }) => providerId)).size).toBe(205)
    expect(fake.calls).toHaveLength(3)
  })

  it('with a test key returns unknown for addresses', async () => {
    const check = await lobMailProvider({ ...settings(), apiKey: 'test_0' }).checkAddress(
      letterOf(userId).from,
    )
    expect(check).toEqual({ deliverable: 'unknown', message: null })
  })

  it('returns what is missing in an address that is still deliverable', async () => {
    const from = { ...letterOf(userId).from, line1: '10 Many Doors' }
    const check = await post().checkAddress(from)
    expect(check.deliverable).toBe('yes')
    expect(check.message).toContain('apartment')
  })

  it('never returns the URL of the printed file, which anyone could read', async () => {
    const request = letterOf(userId)
    const sent = await post().send(request, 'k9')
    const [found] = await post().find(request.mailJobId, new Date(0))
    expect(JSON.stringify([sent, found])).not.toContain('lob-assets')
  })
})

it('a cancellation with an unknown outcome may have succeeded', async () => {
  const request = letterOf(userId)
  const sent = await post().send(request, 'k10')
  if (sent.answer !== 'accepted') throw new Error(sent.answer)
  fake.faults.next.push({ kind: 'drops', done: true })
  const failure = await catchProviderFailure(hasty().cancel(sent.providerId))
  expect(failure).toMatchObject({ outcomeUnknown: true, code: 'lob_lost' })
  expect(await post().cancel(sent.providerId)).toBe('cancelled')
})
