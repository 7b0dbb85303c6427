import { Agent, request } from 'node:http'

/** One request over keep-alive connections, without retries. */

export type Answer = {
  /** 0 if there was no response. */
  status: number
  /** The request id, which is also in the audit log. */
  requestId: string
  body: string
  /** Why there was no response: a system error code. */
  trouble: string
}

export type Asking = {
  method?: string
  token?: string
  /** The caller's address as a trusted proxy would pass it on. */
  address?: string
  body?: object
  type?: string
  bytes?: Uint8Array
  headers?: Readonly<Record<string, string>>
}

const PATIENCE_MS = 30_000

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

const none = (trouble: string): Answer => ({ status: 0, requestId: '', body: '', trouble })

/** Sends one request; resolves even when it fails. */
export const ask = (
  address: string,
  {
    method = 'GET',
    token,
    address: place,
    body,
    type = 'application/json',
    bytes,
    headers: more,
  }: Asking = {},
): Promise<Answer> =>
  new Promise(resolve => {
    const payload = bytes ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)))
    const headers = {
      ...more,
      ...(place === undefined ? {} : { 'x-forwarded-for': place }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === null ? {} : { 'content-type': type, 'content-length': payload.length }),
    }
    const asked = request(address, { method, agent, headers, timeout: PATIENCE_MS }, answer => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => {
        const id = answer.headers['x-request-id']
        const requestId = typeof id === 'string' ? id : ''
        resolve({ status: answer.statusCode ?? 0, requestId, body: text, trouble: '' })
      })
      answer.on('error', () => resolve(none('broken off')))
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', error => resolve(none('code' in error ? String(error.code) : error.message)))
    asked.end(payload)
  })
