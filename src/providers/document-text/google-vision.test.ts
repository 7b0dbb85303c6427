import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeVision, openFakeVision } from '#test/fakes/fake-vision.ts'
import { googleVision } from './google-vision.ts'

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)

describe('Google Cloud Vision, reading the text of an image', () => {
  let fake: FakeVision
  beforeAll(async () => {
    fake = await openFakeVision()
  })
  beforeEach(() => {
    fake.got.length = 0
    fake.answers(null)
  })
  afterAll(() => fake.close())

  const read = (apiKey = 'test-key') => googleVision({ baseUrl: new URL(fake.url), apiKey }).readLines(jpeg)

  it('receives only the image and returns its lines', async () => {
    fake.shows('TransUnion LLC\n\nINFORMATION DELETED\n')
    expect(await read()).toEqual(['TransUnion LLC', 'INFORMATION DELETED'])
    const [request = ''] = fake.got
    expect(request).toMatch(/^POST \/v1\/images:annotate\n/)
    expect(request).toContain(
      '{"requests":[{"image":{"content":"/9j/4A=="},"features":[{"type":"DOCUMENT_TEXT_DETECTION"}]}]}',
    )
  })

  it('returns no lines for an image without text', async () => {
    fake.shows('')
    expect(await read()).toEqual([])
  })

  it.each([
    ['too many requests', { status: 429, body: '' }, 'document_text_429', true],
    ['a failure of its own', { status: 503, body: '' }, 'document_text_503', true],
    ['a page of a gateway', { status: 200, body: '<p>' }, 'document_text_unreadable', true],
    [
      'two answers for one picture',
      { status: 200, body: '{"responses":[{},{}]}' },
      'document_text_unreadable',
      true,
    ],
    [
      'a picture that it cannot read',
      { status: 200, body: '{"responses":[{"error":{"code":3,"message":"bad 123-45-6789"}}]}' },
      'document_text_picture',
      false,
    ],
  ])('fails with a plain message on %s', async (_, answer, code, retryable) => {
    fake.answers(answer)
    await expect(read()).rejects.toMatchObject({ code, retryable })
    await expect(read()).rejects.not.toThrow(/123-45/)
  })

  it('refuses a wrong key, and is never called over an unencrypted connection', async () => {
    await expect(read('wrong')).rejects.toMatchObject({ code: 'document_text_403', retryable: false })
    expect(() => googleVision({ baseUrl: new URL('http://vision.example'), apiKey: 'key' })).toThrow(
      'https only',
    )
  })
})
