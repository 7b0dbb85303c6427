import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { twilioSignature } from '#providers/sms/twilio.ts'

/**
 * Twilio's Messages and Verify on loopback, in the shapes of its published specification (twilio-oai 2.6.7), with every
 * fault. It stores what was really sent: tests compare with it, not with the caller's view.
 */

export const twilioAccount = {
  accountSid: `AC${'0a'.repeat(16)}`,
  authToken: 'f'.repeat(32),
  serviceSid: `VA${'1b'.repeat(16)}`,
  from: '+12025550100',
  sender: { from: '+12025550100' },
  statusUrl: null,
}

/** How a call fails; `done` = it takes effect anyway. */
export type Fault =
  | { answer: { status: number; body: string; location?: string }; done: boolean }
  | { breaks: 'before the answer' | 'in the answer' | 'never answers'; done: boolean }

/** Twilio's error body. */
export const refusalBy = (status: number, code: number): Fault => ({
  answer: {
    status,
    body: JSON.stringify({
      code,
      message: 'Not in our words',
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status,
    }),
  },
  done: false,
})

type Call = { path: string; authorization: string; fields: Readonly<Record<string, string>> }
type Verification = { code: string; checks: number }

const LIVES_CHECKS = 5

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += String(chunk)
  return text
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const notFound = { code: 20404, message: 'The requested resource was not found', status: 404 }

export type FakeTwilio = {
  url: string
  calls: Call[]
  /** Sent texts. For Verify the body is only the code. */
  texts: { to: string; body: string }[]
  /** Makes every later call about a phone fail; null = no more. */
  fail: (phone: string, fault: Fault | null) => void
  /** The fields of Twilio's webhook call for a text. */
  textTo: (
    webhook: string,
    fields: Record<string, string>,
  ) => { payload: string; headers: Record<string, string> }
  close: () => Promise<void>
}

export const openFakeTwilio = async (): Promise<FakeTwilio> => {
  const calls: Call[] = []
  const texts: FakeTwilio['texts'] = []
  const faults = new Map<string, Fault>()
  const verifications = new Map<string, Verification>()

  const message = ({ To: to = '', From: from, Body: body = '' }: Call['fields']) => {
    texts.push({ to, body })
    const sid = `SM${'2c'.repeat(16)}`
    return {
      status: 201,
      body: { sid, status: 'queued', error_code: null, error_message: null, to, from, body },
    }
  }
  const verify = ({ To: to = '', Channel: channel }: Call['fields']) => {
    const code = verifications.get(to)?.code ?? String(100_000 + texts.length * 7_919).slice(0, 6)
    verifications.set(to, { code, checks: verifications.get(to)?.checks ?? 0 })
    texts.push({ to, body: code })
    return {
      status: 201,
      body: { sid: `VE${'3d'.repeat(16)}`, status: 'pending', to, channel, valid: false },
    }
  }
  const check = ({ To: to = '', Code: code }: Call['fields']) => {
    const verification = verifications.get(to)
    if (!verification) return { status: 404, body: notFound }
    if (verification.checks >= LIVES_CHECKS)
      return { status: 429, body: { code: 60202, message: 'Max check attempts reached', status: 429 } }
    verification.checks += 1
    const right = verification.code === code
    if (right) verifications.delete(to)
    return { status: 200, body: { status: right ? 'approved' : 'pending', valid: right, to } }
  }
  const act = ({ path, fields }: Call) => {
    if (path.endsWith('/Messages.json')) return message(fields)
    if (path.endsWith('/Verifications')) return verify(fields)
    return path.endsWith('/VerificationCheck') ? check(fields) : { status: 404, body: notFound }
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const fields = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
      const call = { path: request.url ?? '', authorization: request.headers.authorization ?? '', fields }
      calls.push(call)
      const fault = faults.get(fields.To ?? '')
      const done = fault && !fault.done ? null : act(call)
      if (!fault) json(response, done?.status ?? 500, done?.body ?? {})
      else if ('answer' in fault) {
        const { status, body, location } = fault.answer
        response.writeHead(status, location ? { location } : {}).end(body)
      } else if (fault.breaks === 'before the answer') request.socket.destroy()
      else if (fault.breaks === 'in the answer') {
        response.writeHead(201, { 'content-length': '500' })
        response.write('{"sid":', () => request.socket.destroy())
      }
    }
    answer().catch(() => request.socket.destroy())
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the fake of Twilio has no port')
  return {
    url: `http://127.0.0.1:${at.port}`,
    calls,
    texts,
    fail: (phone, fault) => {
      if (fault) faults.set(phone, fault)
      else faults.delete(phone)
    },
    textTo: (webhook, fields) => ({
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'x-twilio-signature': twilioSignature(twilioAccount.authToken, webhook, fields),
      },
    }),
    close: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}
