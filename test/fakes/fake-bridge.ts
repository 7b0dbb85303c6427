import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { ProviderFailure } from '#providers/failure.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'

/**
 * A bridge to credit data on loopback, as docs/guides/credit-data.md asks for one. It answers with the sandbox's documents,
 * and in any wrong way that a test sets.
 */

const Asked = z.strictObject({
  requestedAt: z.iso.datetime(),
  userId: z.string(),
  bureaus: z.tuple([z.literal('TransUnion'), z.literal('Experian'), z.literal('Equifax')]),
  person: z.strictObject({
    firstName: z.string(),
    middleName: z.string().nullable(),
    lastName: z.string(),
    birthDate: z.iso.date(),
    ssn: z.string().regex(/^\d{9}$/),
    address: z.strictObject({
      street: z.string(),
      city: z.string(),
      state: z.string(),
      postal: z.string(),
    }),
  }),
})

type Call = { method: string; authorization: string; accept: string; body: z.infer<typeof Asked> }

/** Answers a call in some wrong way. */
export type Misbehaviour = (response: ServerResponse) => void

export type FakeBridge = {
  url: URL
  token: string
  calls: Call[]
  /** How every further call is answered; null = as it should be. */
  misbehave: (how: Misbehaviour | null) => void
  close: () => Promise<void>
}

const says = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const openFakeBridge = async (): Promise<FakeBridge> => {
  const token = 'bridge-token-01234567890123456789'
  const calls: Call[] = []
  const sandbox = sandboxCreditData('America/New_York')
  let misbehaviour: Misbehaviour | null = null

  const answer = async ({ person, userId, requestedAt }: Call['body'], response: ServerResponse) => {
    const { ssn, ...profile } = person
    try {
      const pulled = await sandbox.pull(
        { userId, profile, ssn, passedStep: null, now: new Date(requestedAt) },
        null,
      )
      if (pulled.kind === 'processing') says(response, 202, {})
      else if (pulled.kind === 'noFile') says(response, 404, { code: 'no_file' })
      else if (pulled.kind === 'document') response.writeHead(200).end(pulled.bytes)
      else says(response, 403, {})
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      says(response, 502, { code: 'bureaus_down' })
    }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.setEncoding('utf8')
    for await (const chunk of request) text += String(chunk)
    const { authorization = '', accept = '' } = request.headers
    const body = Asked.parse(JSON.parse(text))
    calls.push({ method: request.method ?? '', authorization, accept, body })
    if (misbehaviour) misbehaviour(response)
    else if (authorization !== `Bearer ${token}`) says(response, 401, { code: 'no_token' })
    else await answer(body, response)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bridge has no port')
  return {
    url: new URL(`http://127.0.0.1:${address.port}/pull`),
    token,
    calls,
    misbehave: how => {
      misbehaviour = how
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
