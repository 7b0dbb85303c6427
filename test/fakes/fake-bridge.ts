import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { z } from 'zod'
import { BridgeRequest } from '#providers/credit-data/bridge-contract.ts'
import { familyOf, mediaTypes } from '#providers/credit-data/http.ts'
import type { IdentityStep } from '#providers/credit-data/port.ts'
import { ProviderFailure } from '#providers/failure.ts'
import { tryParseJson } from '#providers/http-call.ts'
import { sandboxCreditData } from '#sandbox/providers/credit-data.ts'

/**
 * A credit data bridge on loopback, as specified in docs/guides/credit-data.md. It responds with the sandbox's documents,
 * or with any fault that a test sets.
 */

type Call = { method: string; authorization: string; accept: string; body: z.infer<typeof BridgeRequest> }

/** The content of a call. `body`: null if it does not match the contract. */
type Asked = { authorized: boolean; text: string; body: Call['body'] | null }

/** Responds to a call in some wrong way. `answerWell` sends the correct response. */
export type Misbehavior = (response: ServerResponse, asked: Asked, answerWell: () => Promise<void>) => unknown

export type FakeBridge = {
  url: URL
  token: string
  calls: Call[]
  /** How every later call is answered; null = correctly. */
  misbehave: (how: Misbehavior | null) => void
  close: () => Promise<void>
}

const says = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const openFakeBridge = async (): Promise<FakeBridge> => {
  const token = 'bridge-token-01234567890123456789'
  const calls: Call[] = []
  const sandbox = sandboxCreditData('America/New_York')
  let misbehavior: Misbehavior | null = null

  const needs = (response: ServerResponse, { ref, expiresAt, question }: IdentityStep) =>
    says(response, 409, { code: 'needs', needs: { ref, expiresAt: expiresAt.toISOString(), question } })

  const answer = async (body: Call['body'], response: ServerResponse) => {
    const { person, userId, requestedAt, step, passedStep = null } = body
    const { ssn, ...profile } = person
    const request = { userId, profile, ssn, passedStep, now: new Date(requestedAt) }
    try {
      if (step) {
        const given = step.ref !== undefined && step.answer !== undefined
        const judged = await (given
          ? sandbox.steps?.answer(request, step.ref ?? '', step.answer ?? { type: 'redirect' })
          : sandbox.steps?.begin(request))
        if (judged?.kind === 'needs') needs(response, judged.step)
        else says(response, 200, { code: 'passed' })
        return
      }
      const pulled = await sandbox.pull(request, null)
      if (pulled.kind === 'processing') says(response, 202, {})
      else if (pulled.kind === 'noFile') says(response, 404, { code: 'no_file' })
      else if (pulled.kind === 'needs') needs(response, pulled.step)
      else if (pulled.kind === 'document') {
        const type = mediaTypes[familyOf(pulled.bytes) ?? 'text']
        response.writeHead(200, { 'content-type': type }).end(pulled.bytes)
      } else says(response, 403, {})
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
    const read = BridgeRequest.safeParse(tryParseJson(text))
    const body = read.success ? read.data : null
    const authorized = authorization === `Bearer ${token}`
    if (body) calls.push({ method: request.method ?? '', authorization, accept, body })
    const answerWell = async () => {
      if (!authorized) says(response, 401, { code: 'no_token' })
      else if (body === null) says(response, 400, { code: 'invalid_request' })
      else await answer(body, response)
    }
    if (misbehavior) await misbehavior(response, { authorized, text, body }, answerWell)
    else await answerWell()
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
      misbehavior = how
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
