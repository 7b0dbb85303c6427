import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeLob, fakeLobKey, openFakeLob } from '#test/fakes/fake-lob.ts'
import { lobMailProvider } from './lob.ts'
import { toAddressCheck } from './lob-letters.ts'
import { letterOf } from './port.suite.ts'

/** Lob's published request schema (lob-openapi 1.22.0), checked against what we really send. */

const userId = '0192f1c4-7e5a-7b1c-9d2e-3f4a5b6c7d8e'
const from = new Date('2026-03-01T05:00:00Z')
const until = new Date('2026-03-02T05:00:00Z')

let fake: FakeLob
beforeAll(async () => {
  fake = await openFakeLob()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.calls.length = 0
})

const post = () =>
  lobMailProvider({
    apiKey: fakeLobKey,
    baseUrl: new URL(fake.url),
    clock: () => new Date('2026-03-02T15:00:00Z'),
  })
const lastCall = () => {
  const call = fake.calls.at(-1)
  if (!call) throw new Error('nothing was asked')
  return call
}

describe('a submitted letter', () => {
  it('is one file part with the name and type of a PDF', async () => {
    await post().send(letterOf(userId), 'facts-1')
    const { body, type } = lastCall()
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const files = [...form].filter(([, value]) => typeof value !== 'string')
    expect(files.map(([name]) => name)).toEqual(['file'])
    const [file] = files.map(([, value]) => value)
    expect(file).toMatchObject({ type: 'application/pdf' })
    // The pattern of an uploaded file's name (letter_editable, file).
    expect(file instanceof File && file.name).toMatch(
      /^(?!https:\/\/)[a-zA-Z0-9@:%._+~#=/]{1,256}.(html?|pdf)$/,
    )
  })

  it('respects the limits of metadata and of the key, and is not scheduled', async () => {
    const request = letterOf(userId, { generation: 999 })
    await post().send(request, `mj_${request.mailJobId}_g999`)
    const fields = Object.entries(fake.ledger.at(-1)?.fields ?? {})
    const metadata = fields.flatMap(([name, value]) => {
      const key = /^metadata\[(.*)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value] as const]
    })
    expect(metadata.length).toBeLessThanOrEqual(20)
    for (const [key, value] of metadata) {
      expect(key.length).toBeLessThanOrEqual(40)
      expect(value.length).toBeLessThanOrEqual(500)
      expect(`${key}${value}`).not.toMatch(/["\\]/)
    }
    expect(lastCall().key?.length).toBeLessThanOrEqual(256)
    expect(fields.map(([name]) => name)).not.toContain('send_date')
  })
})

describe('a list', () => {
  it('is filtered by metadata and creation time, a hundred per page, from a cursor on', async () => {
    const found = letterOf(userId)
    await post().find(found.mailJobId, from)
    expect(Object.fromEntries(lastCall().query)).toEqual({
      'metadata[mail_job_id]': found.mailJobId,
      'date_created[gte]': from.toISOString(),
      limit: '100',
    })
    await post().list(from, until)
    expect(Object.fromEntries(lastCall().query)).toEqual({
      'date_created[gte]': from.toISOString(),
      'date_created[lt]': until.toISOString(),
      limit: '100',
    })
  })
})

describe('an address', () => {
  it('is verified with the fields of Lob', async () => {
    await post().checkAddress(letterOf(userId).from)
    const { method, path, type, body } = lastCall()
    expect([method, path, type]).toEqual(['POST', '/v1/us_verifications', 'application/json'])
    expect(JSON.parse(body.toString())).toEqual({
      recipient: 'Maya Brooks',
      primary_line: '418 Alder Street',
      secondary_line: 'Apt 3',
      city: 'Portland',
      state: 'OR',
      zip_code: '97205',
    })
  })

  it.each([
    ['deliverable', 'yes'],
    ['deliverable_unnecessary_unit', 'yes'],
    ['deliverable_incorrect_unit', 'yes'],
    ['deliverable_missing_unit', 'yes'],
    ['undeliverable', 'no'],
    ['', 'unknown'],
    ['toString', 'unknown'],
    [null, 'unknown'],
  ])('that is %s is delivered to: %s', (deliverability, deliverable) => {
    expect(toAddressCheck({ deliverability }).deliverable).toBe(deliverable)
  })
})
