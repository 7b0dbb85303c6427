import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeOpenAi, openFakeOpenAi } from '#test/fakes/fake-openai.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { wav, webm } from '#test/support/files/recordings.ts'
import type { VoiceAnswer } from '../contract.ts'

const path = '/credit/voice-helper'
const maya = '+12025550143'

const asking = (app: TestApp, as: Tokens | undefined) => ({
  type: (question: string) => app.send('POST', path, { as, body: { question } }),
  say: (file: Uint8Array, type = 'audio/webm;codecs=opus') =>
    app.sendForm(path, [{ name: 'audio', file, type, filename: 'question.webm' }], { as }),
})

describe('without a provider', () => {
  let app: TestApp
  let as: Tokens
  beforeAll(async () => {
    app = await openApp({ demo: true })
    as = await app.signIn(maya)
  })
  afterAll(() => app.close())

  it('a typed question is answered from the user’s report, with citations', async () => {
    const answer = await asking(app, as).type('What is my credit utilization?')
    expect(answer.statusCode).toBe(200)
    const { answer: words, transcript, citations } = answer.json<VoiceAnswer>()
    expect(words).toMatch(/^Your credit utilization is \d+%, rated \w+\. You are using \$[\d,.]+ of \$/)
    expect(transcript).toBe('What is my credit utilization?')
    expect(citations[0]).toEqual({ label: 'Credit card use', field: 'creditFactors/credit_utilization' })
  })

  it('an ambiguous question is answered with questions to choose', async () => {
    const unsure = (
      await asking(app, as).type('is my score ok or is something dragging it')
    ).json<VoiceAnswer>()
    expect(unsure).toMatchObject({
      citations: [],
      choices: [{ question: 'Is my score good?' }, {}, {}],
    })
    const sure = (await asking(app, as).type('Why did my score change?')).json<VoiceAnswer>()
    expect(Object.keys(sure)).toEqual(['answer', 'transcript', 'citations', 'ways'])
  })

  it('a recording gets the clear message that transcription is not set up', async () => {
    const answer = await asking(app, as).say(webm(3))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'no_transcription',
        message: 'Transcription is not set up here, so recordings cannot be read. Type your question.',
      },
    ])
  })

  it.each([
    ['a picture that calls itself audio', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 422, 'unreadable_recording'],
    ['an empty file', Buffer.alloc(0), 422, 'unreadable_recording'],
    ['more than two minutes', wav(130), 422, 'recording_too_long'],
    ['more than ten megabytes', Buffer.alloc(10 * 1024 * 1024 + 1), 413, 'too_large'],
  ])('%s is refused', async (_, file, status, code) => {
    const answer = await asking(app, as).say(file)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code }])
  })

  it.each([
    ['nothing', {}, 'Type a question'],
    ['an empty question', { question: '  ' }, 'Type a question'],
    ['a question without end', { question: 'why '.repeat(200) }, 'Use at most 500 characters'],
    ['no text', { question: 7 }, 'This must be a text'],
  ])('%s is refused with a message', async (_, body, sentence) => {
    const answer = await app.send('POST', path, { as, body })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'invalid_request', fields: { question: sentence } },
    ])
  })

  it('a recording together with a question is refused', async () => {
    const parts = [
      { name: 'question', value: 'What is my score?' },
      { name: 'audio', file: webm(1), type: 'audio/webm' },
    ]
    expect((await app.sendForm(path, parts, { as })).json()).toMatchObject({ code: 'invalid_request' })
  })

  it('Social Security numbers are removed from the question', async () => {
    const { transcript } = (
      await asking(app, as).type('My SSN is 123-45-6789, what is my score?')
    ).json<VoiceAnswer>()
    expect(transcript).toBe('My SSN is [number removed], what is my score?')
  })

  it('neither questions nor answers are stored or logged; the audit log records that one was asked', async () => {
    await asking(app, as).type('zanzibar 123-45-6789 What is my score?')
    expect(app.logged()).not.toMatch(/zanzibar|123-45-6789|What is my score/)
    expect(await storedText(app)).not.toMatch(/zanzibar|123-45-6789|What is my score/)
    const { rows } = await app.database.pool.query(
      "select act, outcome from audit_events where act = 'report_asked'",
    )
    expect(rows[0]).toEqual({ act: 'report_asked', outcome: 'done' })
  })

  it('a user without a report is shown how to get one', async () => {
    const user = await app.register()
    const { answer, ways } = (await asking(app, user).type('What is my score?')).json<VoiceAnswer>()
    expect(answer).toContain('You have no credit report yet.')
    expect(ways).toEqual(['import'])
  })

  it('a session is required', async () => {
    expect((await asking(app, undefined).type('What is my score?')).statusCode).toBe(401)
  })

  it('more questions than fit in an hour are refused with the time to wait', async () => {
    const user = await app.register()
    let answer = await asking(app, user).say(webm(1))
    for (let at = 0; at < 60; at += 1) answer = await asking(app, user).say(webm(1))
    expect([answer.statusCode, answer.json()]).toMatchObject([429, { code: 'rate_limited' }])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await asking(app, user).type('What is my score?')).statusCode).toBe(200)
  })
})

describe('with a provider', () => {
  let fake: FakeOpenAi
  let app: TestApp
  let as: Tokens
  beforeAll(async () => {
    fake = await openFakeOpenAi()
    app = await openApp({
      demo: true,
      env: { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: fake.url, OPENAI_CHAT_MODEL: 'small' },
    })
    as = await app.signIn(maya)
  })
  beforeEach(() => {
    fake.got.length = 0
    fake.fail(null)
    fake.words(text => text)
  })
  afterAll(async () => {
    await app.close()
    await fake.close()
  })

  const sentToModel = () => fake.got.filter(request => request.includes('/chat/completions'))

  it('a recording is transcribed and answered', async () => {
    fake.hears('What is my Experian score?')
    const answer = await asking(app, as).say(webm(4))
    expect(answer.statusCode).toBe(200)
    const { answer: words, transcript } = answer.json<VoiceAnswer>()
    expect(transcript).toBe('What is my Experian score?')
    expect(words).toMatch(/Experian: \d{3}/)
  })

  it('a silent recording is refused', async () => {
    fake.hears('   ')
    expect((await asking(app, as).say(webm(4))).json()).toMatchObject({ code: 'nothing_heard' })
  })

  it('a rewording with the same figures is used', async () => {
    fake.words(text => text.replace('You are using', 'Right now you use'))
    const { answer } = (await asking(app, as).type('What is my credit utilization?')).json<VoiceAnswer>()
    expect(answer).toContain('Right now you use $')
  })

  it('a rewording with other figures is not used', async () => {
    const plain = (await asking(app, as).type('What are my scores?')).json<VoiceAnswer>()
    fake.words(text => text.replace(/\d{3}/, '850'))
    expect((await asking(app, as).type('What are my scores?')).json()).toEqual(plain)
    fake.words(() => 'Ignore that. Your score is perfect.')
    expect((await asking(app, as).type('What are my scores?')).json()).toEqual(plain)
  })

  it.each([[{ status: 429 }], [{ status: 500 }], [{ garbage: true }], [{ breaksOff: true }]] as const)(
    'when it fails (%j), a typed question gets our own text and a recording an error',
    async trouble => {
      fake.fail(trouble)
      expect((await asking(app, as).type('What are my scores?')).json<VoiceAnswer>().answer).toMatch(/\d{3}/)
      const answer = await asking(app, as).say(webm(2))
      expect([answer.statusCode, answer.json()]).toMatchObject([
        503,
        {
          code: 'unavailable',
          message:
            'We could not turn your recording into words right now. Try again in a few minutes, or type your question.',
        },
      ])
    },
  )

  it('no name, number or address of the user or their creditors is sent, and no question', async () => {
    const questions = [
      'My name is Maya Brooks, SSN 666-34-4417, what do I owe?',
      'late payments',
      'utilization of each card',
      'derogatory marks',
      'who checked my credit',
      'what addresses are on file',
      'is anything wrong',
      'factors',
      'how can I improve my score',
      'oldest account',
      'why did my score change',
    ]
    for (const question of questions) expect((await asking(app, as).type(question)).statusCode).toBe(200)
    expect(sentToModel().length).toBeGreaterThan(5)
    const left = fake.got.join('\n')
    expect(left).not.toMatch(/maya|brooks|mission oak|pasadena|juniper|\b4417\b|\b6789\b|what do I owe/i)
    expect(left).not.toMatch(/harborview|lakeshore|cedar|meridian|ironbridge|foothill|ridgeline|kestrel/i)
    expect(left).not.toMatch(/\d{4}\*{4}|55440011|43772891/)
    expect(app.logged()).not.toMatch(/maya brooks|test-key|666-34-4417/i)
  })

  it('answers about rights, refusals and danger are never reworded by a model', async () => {
    for (const question of ['How do I freeze my credit?', 'How do I get a CPN?', 'I want to kill myself'])
      await asking(app, as).type(question)
    expect(sentToModel()).toEqual([])
  })

  it('a recording is not stored', async () => {
    fake.hears('zanzibar')
    const recording = Buffer.concat([webm(2), Buffer.from('MARKOFTHISRECORDING')])
    expect((await asking(app, as).say(recording)).statusCode).toBe(200)
    expect(`${app.logged()} ${await storedText(app)}`).not.toMatch(/MARKOFTHISRECORDING|zanzibar/)
  })
})
