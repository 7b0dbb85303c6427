import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * OpenAI's transcription and chat on loopback, below `/v1` and in Azure's form below `/azure`, with every fault. It stores
 * every byte that it received, so that tests can check what was sent.
 */

export type OpenAiTrouble =
  | { status: number; body?: string }
  | { garbage: true }
  | { silent: true }
  | { breaksOff: true }

export type FakeOpenAi = {
  url: string
  /** Whole requests as received: headers and body, as text. */
  got: string[]
  /** Sets the transcript of the next recordings; '' at first. */
  hears: (text: string) => void
  /** Sets how the next answers are reworded. */
  words: (reword: (text: string) => string) => void
  /** Makes all calls fail, until called with null. */
  fail: (trouble: OpenAiTrouble | null) => void
  close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The text between the lines of the user's message. */
const toReword = (body: string): string => {
  const parsed: unknown = JSON.parse(body)
  const text = JSON.stringify(parsed)
  const found = /---\\n(.*)\\n---/.exec(text)?.[1] ?? ''
  return String(JSON.parse(`"${found}"`))
}

const failWith = (response: ServerResponse, trouble: OpenAiTrouble): void => {
  if ('silent' in trouble) return
  if ('garbage' in trouble) {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>gateway</p>')
    return
  }
  if ('breaksOff' in trouble) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write('{"text":"what is')
    response.socket?.destroy()
    return
  }
  response.writeHead(trouble.status, { 'content-type': 'application/json' })
  response.end(trouble.body ?? '{"error":{"message":"no"}}')
}

/** Opens one on a free port. */
export const openFakeOpenAi = async (): Promise<FakeOpenAi> => {
  const got: string[] = []
  let transcript = ''
  let reword = (text: string) => text
  let trouble: OpenAiTrouble | null = null
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const text = body.toString('latin1')
      got.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${text}`)
      const azure = /^\/azure\/openai\/deployments\/[^/?]+(\/.+)\?api-version=2024-10-21$/.exec(
        request.url ?? '',
      )
      const key = azure ? request.headers['api-key'] : request.headers.authorization?.replace(/^Bearer /, '')
      if (key !== 'test-key') return json(response, 401, { error: {} })
      if (trouble !== null) return failWith(response, trouble)
      const path = azure?.[1] ?? request.url?.replace(/^\/v1/, '')
      if (path === '/audio/transcriptions') return json(response, 200, { text: transcript })
      if (path === '/chat/completions') {
        const content = reword(toReword(body.toString('utf8')))
        return json(response, 200, { choices: [{ index: 0, message: { role: 'assistant', content } }] })
      }
      return json(response, 404, { error: {} })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    got,
    hears: text => {
      transcript = text
    },
    words: own => {
      reword = own
    },
    fail: own => {
      trouble = own
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
