import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chanceOf } from '../support/chance.ts'
import {
  applyTrackingEvent,
  createLobLetters,
  type LobLedgerLetter,
  type LobRefusal,
  signWebhook,
  toLobLetter,
  type WebhookCall,
} from './fake-lob-letters.ts'

/** How a call fails. `done`: its effect happens anyway. */
export type LobFault =
  | { kind: 'refuses'; status: number; code: string; headers?: Readonly<Record<string, string>> }
  /** The connection ends without an answer, or no answer ever comes. */
  | { kind: 'drops' | 'hangs'; done: boolean }
  | { kind: 'fails'; status: number; done: boolean }
  | { kind: 'slow'; ms: number }
  /** A success status with a body that is no letter. */
  | { kind: 'garbage'; body: string }
  /** The letter is created, but lists do not show it for a while. */
  | { kind: 'lags'; ms: number }

/** Lob's 429, with the second at which its window ends. */
export const busyUntil = (epochSeconds: number): LobFault => ({
  kind: 'refuses',
  status: 429,
  code: 'rate_limit_exceeded',
  headers: { 'ratelimit-reset': String(epochSeconds) },
})

/** Lob's rate limit per key. Counts all calls and those refused. */
export const createRateLimit = (count: number, spanMs: number) => {
  const taken: number[] = []
  const calls = { all: 0, refused: 0 }
  return {
    calls,
    by: (): LobFault | null => {
      const now = Date.now()
      while (taken[0] !== undefined && taken[0] <= now - spanMs) taken.shift()
      calls.all += 1
      if (taken.length < count) {
        taken.push(now)
        return null
      }
      calls.refused += 1
      return busyUntil(Math.ceil(((taken[0] ?? now) + spanMs) / 1_000))
    },
  }
}

type Share = readonly [share: number, fault: () => LobFault]

/** Durations in the mix, so that a test can accelerate them. */
type MixTimes = { slowMs: number; lagMs: number }

/**
 * The fault mix of reliability measurements. Of a hundred calls: 4 are dropped before taking effect and 4 after, 3 fail
 * after and 3 before, 2 are rate limited, 2 slow, 1 returns nonsense, and 1 is missing from lists for a while.
 */
const f20 = ({ slowMs, lagMs }: MixTimes): readonly Share[] => [
  [0.04, () => ({ kind: 'drops', done: false })],
  [0.04, () => ({ kind: 'drops', done: true })],
  [0.03, () => ({ kind: 'fails', status: 500, done: true })],
  [0.03, () => ({ kind: 'fails', status: 500, done: false })],
  [0.02, () => ({ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' })],
  [0.02, () => ({ kind: 'slow', ms: slowMs })],
  [0.01, () => ({ kind: 'garbage', body: '<html>Service temporarily fine</html>' })],
  [0.01, () => ({ kind: 'lags', ms: lagMs })],
]

/** Deterministic faults per seed. Null is a call that succeeds. */
export const faultMix = (seed: number, times: MixTimes): (() => LobFault | null) => {
  const chance = chanceOf(seed)
  return () => {
    let drawn = chance.next()
    for (const [share, fault] of f20(times)) {
      if (drawn < share) return fault()
      drawn -= share
    }
    return null
  }
}

/**
 * Lob on loopback, in the shapes of its published specification (lob-openapi 1.22.0), with every fault. Its ledger
 * contains what really went into production: tests compare with it, not with the caller's view.
 */

export const fakeLobKey = 'live_0123456789abcdef0123456789abcdef012'

type Call = {
  method: string
  path: string
  query: URLSearchParams
  key: string | null
  authorization: string
  body: Buffer
  type: string
}

export type FakeLob = {
  url: string
  calls: Call[]
  /** Every created letter, including deleted ones, in order. */
  ledger: readonly LobLedgerLetter[]
  /** Keys reused with other bytes. */
  otherBytes: readonly string[]
  /** How the next calls fail, one each; then `by` decides, if set. */
  faults: { next: (LobFault | null)[]; by: (() => LobFault | null) | null }
  /**
   * Applies an event to a letter (`delivered`, `re-routed`, `failed`) and returns the webhook that Lob would send.
   */
  move: (letterId: string, type: string, at?: Date) => WebhookCall
  close: () => Promise<void>
}

const bytesOf = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })

const formOf = async ({ body, type }: Call) => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  const pdf = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
  const texts = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return { fields: Object.fromEntries(texts), pdf }
}

type Reply = { status: number; body: object; headers?: Readonly<Record<string, string>> }

const refusal = ({ status, code }: LobRefusal, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: { error: { message: 'Not in our words', status_code: status, code } },
})

const answerWith = (response: ServerResponse, { status, body, headers = {} }: Reply) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Deliverability of invented streets; unknown with a test key. */
const deliverabilityOf = (line: string, authorization: string): string => {
  const key = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  if (key.startsWith('test_')) return ''
  if (line.includes('Nowhere')) return 'undeliverable'
  return line.includes('Many Doors') ? 'deliverable_missing_unit' : 'deliverable'
}

export const openFakeLob = async ({
  clock = () => new Date(),
  keys = [fakeLobKey],
}: {
  clock?: () => Date
  /** Valid API keys. */
  keys?: readonly string[]
} = {}): Promise<FakeLob> => {
  const letters = createLobLetters(clock)
  const calls: Call[] = []
  const faults: FakeLob['faults'] = { next: [], by: null }
  const good = new Set(keys.map(key => `Basic ${Buffer.from(`${key}:`).toString('base64')}`))
  let moves = 0

  const create = async (call: Call, lagMs: number): Promise<Reply> => {
    const { fields, pdf } = await formOf(call)
    const hash = createHash('sha256').update(call.type).update(call.body).digest('hex')
    const made = letters.create({ key: call.key, hash, fields, pdf }, lagMs)
    return 'code' in made ? refusal(made) : { status: 200, body: toLobLetter(made) }
  }

  const list = ({ query }: Call): Reply => {
    const { page, next } = letters.list(query)
    const nextUrl = next === null ? null : `https://api.lob.com/v1/letters?limit=100&after=${next}`
    return {
      status: 200,
      body: { object: 'list', data: page.map(toLobLetter), count: page.length, next_url: nextUrl },
    }
  }

  const aboutOne = (method: string, id: string): Reply => {
    if (method === 'DELETE') {
      const done = letters.cancel(id)
      return done === 'done' ? { status: 200, body: { id, deleted: true } } : refusal(done)
    }
    const letter = letters.one(id)
    return letter ? { status: 200, body: toLobLetter(letter) } : refusal({ status: 404, code: 'not_found' })
  }

  const verify = ({ body, authorization }: Call): Reply => {
    const parsed: unknown = JSON.parse(body.toString())
    const line =
      typeof parsed === 'object' && parsed !== null && 'primary_line' in parsed
        ? String(parsed.primary_line)
        : ''
    return { status: 200, body: { id: 'us_ver_1', deliverability: deliverabilityOf(line, authorization) } }
  }

  const act = async (call: Call, lagMs = 0): Promise<Reply> => {
    if (!good.has(call.authorization)) return refusal({ status: 401, code: 'invalid_api_key' })
    const [, id] = /\/v1\/letters\/(\w+)$/.exec(call.path) ?? []
    if (id !== undefined) return aboutOne(call.method, id)
    if (call.path.endsWith('/v1/us_verifications')) return verify(call)
    if (!call.path.endsWith('/v1/letters')) return refusal({ status: 404, code: 'unrecognized_endpoint' })
    return call.method === 'POST' ? create(call, lagMs) : list(call)
  }

  const answerCall = async (call: Call, fault: LobFault | null, response: ServerResponse) => {
    const drop = () => response.socket?.destroy()
    if (fault === null) answerWith(response, await act(call))
    else if (fault.kind === 'refuses') answerWith(response, refusal(fault, fault.headers))
    else if (fault.kind === 'slow') {
      const reply = await act(call)
      setTimeout(() => answerWith(response, reply), fault.ms)
    } else if (fault.kind === 'lags') answerWith(response, await act(call, fault.ms))
    else if (fault.kind === 'garbage') {
      await act(call)
      response.writeHead(200).end(fault.body)
    } else {
      if (fault.done) await act(call)
      if (fault.kind === 'drops') drop()
      else if (fault.kind === 'fails')
        answerWith(response, refusal({ status: fault.status, code: 'internal_server_error' }))
    }
  }

  const server = createServer((request, response) => {
    const answer = async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
      const { headers } = request
      const key = headers['idempotency-key']
      const call = {
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        key: typeof key === 'string' ? key : null,
        authorization: headers.authorization ?? '',
        body: await bytesOf(request),
        type: headers['content-type'] ?? '',
      }
      calls.push(call)
      const fault = faults.next.length > 0 ? (faults.next.shift() ?? null) : (faults.by?.() ?? null)
      await answerCall(call, fault, response)
    }
    answer().catch(() => request.socket.destroy())
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the fake post has no port')
  const url = `http://127.0.0.1:${at.port}`

  return {
    url,
    calls,
    ledger: letters.ledger,
    otherBytes: letters.otherBytes,
    faults,
    move: (letterId, type, when = clock()) => {
      const letter = letters.one(letterId)
      if (!letter) throw new Error('the fake post has no such letter')
      moves += 1
      return signWebhook(applyTrackingEvent(letter, type, when, moves), when)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
    },
  }
}
