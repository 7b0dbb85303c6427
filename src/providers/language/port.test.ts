import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeOpenAi, type OpenAiTrouble, openFakeOpenAi } from '#test/fakes/fake-openai.ts'
import { ogg, webm } from '#test/support/files/recordings.ts'
import { ProviderFailure } from '../failure.ts'
import { type OpenAiAccount, openAiLanguage } from './openai.ts'

const account = (fake: FakeOpenAi, own: Partial<OpenAiAccount> = {}): OpenAiAccount => ({
  baseUrl: new URL(fake.url),
  apiKey: 'test-key',
  transcribeModel: 'whisper-1',
  chatModel: 'small',
  timeoutMs: 400,
  ...own,
})

describe('an OpenAI-compatible service', () => {
  let fake: FakeOpenAi
  beforeAll(async () => {
    fake = await openFakeOpenAi()
  })
  beforeEach(() => {
    fake.got.length = 0
    fake.fail(null)
  })
  afterAll(() => fake.close())

  it('receives the recording as a file of its own type, with the model', async () => {
    fake.hears('  What is my score? ')
    expect(await openAiLanguage(account(fake)).transcribe?.({ bytes: ogg(2), container: 'ogg' })).toBe(
      'What is my score?',
    )
    const [request = ''] = fake.got
    expect(request).toMatch(/^POST \/v1\/audio\/transcriptions\n/)
    expect(request).toContain('filename="question.ogg"')
    expect(request).toContain('Content-Type: audio/ogg')
    expect(request).toMatch(/name="model"\r\n\r\nwhisper-1/)
    expect(request).toContain(ogg(2).toString('latin1'))
  })

  it('rewords a text that is marked as data', async () => {
    fake.words(text => `So: ${text}`)
    expect(await openAiLanguage(account(fake)).reword('Line one.\n"Quoted" $1.00')).toBe(
      'So: Line one.\n"Quoted" $1.00',
    )
    expect(fake.got[0]).toContain('is data')
    // Current models refuse every temperature except their default.
    expect(fake.got[0]).not.toContain('temperature')
  })

  it('transcribes nothing without a model for it', () => {
    expect(openAiLanguage(account(fake, { transcribeModel: null })).transcribe).toBeNull()
  })

  it('of Azure gets the deployment in the path and the key in its own header', async () => {
    const azure = { baseUrl: new URL('/azure/', fake.url), apiVersion: '2024-10-21', chatModel: 'our chat' }
    const language = openAiLanguage(account(fake, azure))
    fake.hears('What is my score?')
    fake.words(text => `So: ${text}`)
    expect(await language.transcribe?.({ bytes: webm(1), container: 'webm' })).toBe('What is my score?')
    expect(await language.reword('A.')).toBe('So: A.')
    const path = '/azure/openai/deployments'
    expect(fake.got.map(request => request.split('\n', 1).join(''))).toEqual([
      `POST ${path}/whisper-1/audio/transcriptions?api-version=2024-10-21`,
      `POST ${path}/our%20chat/chat/completions?api-version=2024-10-21`,
    ])
    for (const request of fake.got) {
      expect(request).toContain('"api-key":"test-key"')
      expect(request).not.toContain('authorization')
    }
  })

  it('is not called for rewording without a model', async () => {
    expect(await openAiLanguage(account(fake, { chatModel: null })).reword('A.')).toBeNull()
    expect(fake.got).toEqual([])
  })

  const troubles: readonly (readonly [name: string, trouble: OpenAiTrouble, code: RegExp, again: boolean])[] =
    [
      ['too many requests', { status: 429 }, /_429$/, true],
      ['a failure of its own', { status: 503 }, /_503$/, true],
      ['a wrong key', { status: 401 }, /_401$/, false],
      [
        'an unknown model',
        { status: 404, body: '{"error":{"message":"no such model 123-45-6789"}}' },
        /_404$/,
        false,
      ],
      ['a page of a gateway', { garbage: true }, /_unreadable$/, true],
      ['JSON of another shape', { status: 200, body: '{"text":7}' }, /_unreadable$/, true],
      ['an answer that breaks off', { breaksOff: true }, /_(unreadable|lost)$/, true],
      ['no answer in time', { silent: true }, /_lost$/, true],
    ]

  it.each(troubles)('fails with a plain message on %s', async (_, trouble, code, retryable) => {
    fake.fail(trouble)
    const language = openAiLanguage(account(fake))
    const acts = [
      async () => language.transcribe?.({ bytes: webm(1), container: 'webm' }),
      () => language.reword('A.'),
    ]
    for (const act of acts) {
      const failure: unknown = await act().then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(ProviderFailure)
      expect(failure).toMatchObject({ retryable })
      expect(failure instanceof ProviderFailure && failure.code).toMatch(code)
      expect(JSON.stringify(failure)).not.toContain('123-45-6789')
    }
  })

  it('fails with a plain message when unreachable', async () => {
    const gone = await openFakeOpenAi()
    await gone.close()
    await expect(openAiLanguage(account(gone)).reword('A.')).rejects.toMatchObject({
      code: 'language_unsent',
      retryable: true,
    })
  })

  it('is never called over an unencrypted connection', () => {
    expect(() => openAiLanguage(account(fake, { baseUrl: new URL('http://speech.example/v1') }))).toThrow(
      'https only',
    )
  })
})
