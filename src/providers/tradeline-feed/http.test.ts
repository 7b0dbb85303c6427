import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ProviderFailure } from '../failure.ts'
import { httpTradelineFeed } from './http.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

const supplier = async (answer: RequestListener): Promise<URL> => {
  const started = createServer(answer)
  server = started
  await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve))
  const at: AddressInfo | string | null = started.address()
  if (at === null || typeof at === 'string') throw new Error('no port')
  return new URL(`http://127.0.0.1:${at.port}/lines.csv`)
}

const failureOf = async (url: URL, timeoutMs = 5_000) => {
  try {
    await httpTradelineFeed({ url, token: 'secret', timeoutMs }).fetch(new Date())
  } catch (error) {
    if (error instanceof ProviderFailure) return { code: error.code, retryable: error.retryable }
    throw error
  }
  return null
}

describe('a supplier at a URL', () => {
  test('is called with its token, and its bytes are returned', async () => {
    const received: (string | undefined)[] = []
    const url = await supplier((request, answer) => {
      received.push(request.method, request.headers.authorization)
      answer.end('id,name')
    })
    const bytes = await httpTradelineFeed({ url, token: 'secret' }).fetch(new Date())
    expect([Buffer.from(bytes).toString(), received]).toEqual(['id,name', ['GET', 'Bearer secret']])
    await httpTradelineFeed({ url, token: null }).fetch(new Date())
    expect(received.at(-1)).toBeUndefined()
  })

  test.each([
    [500, 'tradeline_feed_500', true],
    [429, 'tradeline_feed_429', true],
    [401, 'tradeline_feed_401', false],
    [302, 'tradeline_feed_302', false],
  ])('that responds %d fails as %s', async (status, code, retryable) => {
    const url = await supplier((_request, answer) => {
      answer.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
    })
    expect(await failureOf(url)).toEqual({ code, retryable })
  })

  test('that sends more than 2 MB, breaks off or does not respond fails', async () => {
    expect(
      await failureOf(await supplier((_request, answer) => answer.end('x'.repeat(2 * 1024 * 1024 + 1)))),
    ).toEqual({
      code: 'tradeline_feed_too_long',
      retryable: false,
    })
    server?.close()
    const breaking = await supplier((request, answer) => {
      answer.writeHead(200, { 'content-length': '100' })
      answer.write('id', () => request.socket.destroy())
    })
    expect(await failureOf(breaking)).toEqual({ code: 'tradeline_feed_broken_off', retryable: true })
    server?.close()
    expect(await failureOf(await supplier(() => undefined), 200)).toMatchObject({ retryable: true })
  })

  test('is never called over an unencrypted connection', () => {
    expect(() => httpTradelineFeed({ url: new URL('http://lines.example.com/'), token: null })).toThrow(
      /https/,
    )
  })
})
