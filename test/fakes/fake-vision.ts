import { createServer, type IncomingMessage } from 'node:http'

/** Google Cloud Vision's `images:annotate` on loopback. It stores every request, so that tests can check what was sent. */

export type FakeVision = {
  url: string
  /** Whole requests as received: headers and body, as text. */
  got: string[]
  /** Sets the texts of the next images; the last one repeats. */
  shows: (...texts: string[]) => void
  /** Sets the next responses, until called with null. */
  answers: (answer: { status: number; body: string } | null) => void
  close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Opens one on a free port. Its key is `test-key`. */
export const openFakeVision = async (): Promise<FakeVision> => {
  const got: string[] = []
  let shown: string[] = []
  let fixed: { status: number; body: string } | null = null
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      got.push(`${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n${body}`)
      const write = (status: number, text: string) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      if (fixed !== null) return write(fixed.status, fixed.body)
      if (request.headers['x-goog-api-key'] !== 'test-key') return write(403, '{"error":{"code":403}}')
      const text = (shown.length > 1 ? shown.shift() : shown[0]) ?? ''
      const annotation = text === '' ? {} : { textAnnotations: [], fullTextAnnotation: { pages: [], text } }
      return write(200, JSON.stringify({ responses: [annotation] }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    got,
    shows: (...texts) => {
      shown = texts
    },
    answers: answer => {
      fixed = answer
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
