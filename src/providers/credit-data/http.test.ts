import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeBridge, type Misbehavior, openFakeBridge } from '#test/fakes/fake-bridge.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import type { ProviderFailure } from '../failure.ts'
import { httpCreditData } from './http.ts'
import { requestFor } from './port.suite.ts'

let bridge: FakeBridge
beforeAll(async () => {
  bridge = await openFakeBridge()
})
afterAll(() => bridge.close())

const request = requestFor('512345671')
const settings = () => ({ url: bridge.url, token: bridge.token, family: null })

/** The failure of a pull while the bridge misbehaves; it was called once. */
const pullingUnder = async (how: Misbehavior, timeoutMs?: number): Promise<ProviderFailure> => {
  bridge.calls.length = 0
  bridge.misbehave(how)
  try {
    return await catchProviderFailure(httpCreditData({ ...settings(), timeoutMs }).pull(request, null))
  } finally {
    bridge.misbehave(null)
    expect(bridge.calls.length).toBe(1)
  }
}

const status =
  (code: number, body = '{}'): Misbehavior =>
  response =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(body)

/** Writes until the reader disconnects or 60 MB are written. */
const endless: Misbehavior = response => {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  let written = 0
  response.on('error', () => undefined)
  const write = () => {
    while (written < 60 && !response.destroyed) {
      written += 1
      if (!response.write(chunk)) return
    }
    response.end()
  }
  response.on('drain', write)
  write()
}

describe('a pull over HTTP', () => {
  it('sends one request, with the token, that contains only what is needed', async () => {
    bridge.calls.length = 0
    await httpCreditData({ ...settings(), family: 'json' }).pull(request, null)
    expect(bridge.calls).toEqual([
      {
        method: 'POST',
        authorization: `Bearer ${bridge.token}`,
        accept: 'application/json',
        body: {
          requestedAt: '2026-11-20T17:00:00.000Z',
          userId: request.userId,
          bureaus: ['TransUnion', 'Experian', 'Equifax'],
          person: { ...request.profile, ssn: request.ssn },
        },
      },
    ])
  })

  it.each<[string, boolean, string, Misbehavior]>([
    ['an address that is none', false, '404', status(404, '<html>Not found</html>')],
    ['a 404 without its code', false, '404', status(404, '{"message":"no such route"}')],
    ['a request that is not taken', false, '422', status(422)],
    ['too many requests', true, '429', status(429)],
    ['a failure of the bridge', true, '500', status(500)],
    ['a gateway that gave up', true, '504', status(504, '<html>')],
    ['no content', false, '204', response => response.writeHead(204).end()],
    ['a reset', true, 'lost', response => response.destroy()],
    [
      'an answer that breaks off',
      true,
      'broken_off',
      response => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"Bundle', () => response.destroy())
      },
    ],
    ['garbage', true, 'no_document', status(200, '\u0001\u0002 what?')],
    ['an empty answer', true, 'no_document', status(200, '')],
    ['a web page', true, 'no_document', status(200, '<!DOCTYPE html><html></html>')],
    ['sixty megabytes', false, 'too_long', endless],
  ])('that meets %s fails (try again: %s, code %s)', async (_name, retryable, code, how) => {
    const failure = await pullingUnder(how)
    expect(failure).toMatchObject({ provider: 'credit-data', retryable, code: `credit_data_${code}` })
    expect(failure.userMessage).toMatch(/^[A-Z].*\.$/)
    // The pull decides when to retry.
    expect(failure.userMessage).not.toContain('again')
    expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toMatch(/512345671|Lindqvist|bridge-token/)
  })

  it.each([401, 403])('distinguishes a refused token (%i) from a person without a report', async code => {
    bridge.misbehave(status(code))
    await expect(httpCreditData(settings()).pull(request, null)).resolves.toEqual({ kind: 'refused' })
    bridge.misbehave(null)
  })

  it.each<[string, string, Misbehavior]>([
    ['does not answer', 'lost', () => undefined],
    ['does not end its answer', 'broken_off', response => response.writeHead(200).write('{"Bundle')],
  ])('times out for a bridge that %s', async (_name, code, how) => {
    const failure = await pullingUnder(how, 1_000)
    expect(failure).toMatchObject({ retryable: true, code: `credit_data_${code}` })
  })

  it('fails when nothing listens', async () => {
    const closed = await openFakeBridge()
    await closed.close()
    const failure = await catchProviderFailure(
      httpCreditData({ ...settings(), url: closed.url }).pull(request, null),
    )
    expect(failure).toMatchObject({ retryable: true, code: 'credit_data_unsent' })
  })

  it('follows no redirect, so token and SSN are not sent elsewhere', async () => {
    const elsewhere = await openFakeBridge()
    for (const code of [301, 302, 303, 307, 308]) {
      const failure = await pullingUnder(response =>
        response.writeHead(code, { location: elsewhere.url.href }).end(),
      )
      expect(failure).toMatchObject({ retryable: false, code: `credit_data_${code}` })
    }
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  it('accepts only the configured kind of document', async () => {
    const xml = httpCreditData({ ...settings(), family: 'xml' })
    expect(await catchProviderFailure(xml.pull(request, null))).toMatchObject({
      code: 'credit_data_no_document',
    })
    expect(await xml.pull(requestFor('512345676'), null)).toMatchObject({ kind: 'document' })
  })

  it('accepts one document per bureau', async () => {
    const parts = [
      { bureau: 'Equifax', document: '{"a":1}', keep: 'facts' },
      { bureau: 'TransUnion', document: '<creditBureau/>' },
    ]
    bridge.misbehave(status(200, JSON.stringify({ parts })))
    const pulled = await httpCreditData(settings()).pull(request, null)
    expect(pulled.kind === 'parts' && pulled.parts.map(({ bureau, keep }) => [bureau, keep])).toEqual([
      ['Equifax', 'facts'],
      ['TransUnion', 'document'],
    ])
    for (const wrong of [
      [],
      [{ bureau: 'Innovis', document: 'x' }],
      [parts[0], parts[0]],
      [{ bureau: 'Equifax' }],
    ]) {
      bridge.misbehave(status(200, JSON.stringify({ parts: wrong })))
      const failure = await catchProviderFailure(httpCreditData(settings()).pull(request, null))
      expect(failure).toMatchObject({ retryable: true, code: 'credit_data_no_parts' })
    }
    bridge.misbehave(null)
  })

  it('requests and answers an identity step only if the bridge is configured to have one', async () => {
    const asking = requestFor('512340005')
    const { pull, steps } = httpCreditData({ ...settings(), identityStep: true })
    expect(await catchProviderFailure(httpCreditData(settings()).pull(asking, null))).toMatchObject({
      retryable: false,
      code: 'credit_data_step_not_set',
    })
    const needed = await pull(asking, null)
    expect(needed).toEqual(await steps?.begin(asking))
    if (needed.kind !== 'needs') throw new Error(needed.kind)
    const { ref } = needed.step
    expect(await steps?.answer(asking, ref, { type: 'code', code: '000000' })).toMatchObject({
      kind: 'needs',
      step: { ref },
    })
    expect(await steps?.answer(asking, ref, { type: 'code', code: '246810' })).toEqual({ kind: 'confirmed' })
    expect(await pull({ ...asking, passedStep: ref }, null)).toMatchObject({ kind: 'document' })
    const failed = { code: 'step_failed', message: 'The bureaus have no questions about you.' }
    bridge.misbehave(status(422, JSON.stringify(failed)))
    expect(await steps?.begin(asking)).toEqual({ kind: 'failed', message: failed.message })
    bridge.misbehave(status(200, '{"code":"sure"}'))
    if (steps)
      expect(await catchProviderFailure(steps.begin(asking))).toMatchObject({ code: 'credit_data_no_step' })
    bridge.misbehave(status(409, '{"code":"needs","needs":{"ref":"x"}}'))
    expect(await catchProviderFailure(pull(asking, null))).toMatchObject({ code: 'credit_data_409' })
    bridge.misbehave(null)
  })

  it.each(['http://bridge.example.com/', 'http://127.0.0.1.example.com/', 'ftp://127.0.0.1/'])(
    'never connects to %s',
    address => {
      expect(() => httpCreditData({ ...settings(), url: new URL(address) })).toThrow('https only')
    },
  )
})
