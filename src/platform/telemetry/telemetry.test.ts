import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderFailure } from '#providers/failure.ts'
import { type OtlpReceiver, openOtlpReceiver } from '#test/fakes/otlp-receiver.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { readConfig } from '../config/config.ts'
import { telemetryTo } from './exporter.ts'
import { createLog } from './log.ts'
import { createInstrument } from './metrics.ts'
import { describeStatement } from './tracing.ts'

describe('where it is sent', () => {
  const telemetryOf = (endpoint: string, headers = '') =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }).telemetry

  it('is nowhere unless an endpoint is set', () => {
    expect(readConfig({}).telemetry).toBeNull()
  })

  it('is the OTLP path below the endpoint, with the authentication headers', () => {
    expect(telemetryOf('https://collector.example/otlp', 'x-key=a%20b,x-team=3')).toEqual({
      traces: 'https://collector.example/otlp/v1/traces',
      headers: { 'x-key': 'a b', 'x-team': '3' },
    })
  })

  it.each([
    'http://collector.example',
    'https://user:secret@collector.example',
    'collector.example:4318',
    'grpc://127.0.0.1:4317',
  ])('is never %s, which is readable by others or unknown', endpoint => {
    expect(() => telemetryOf(endpoint)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT: must be an https address')
  })

  it.each(['no pair', 'x-key=%zz', 'x-key=a,'])('requires parsable headers: not "%s"', headers => {
    expect(() => telemetryOf('https://collector.example', headers)).toThrow('OTEL_EXPORTER_OTLP_HEADERS')
  })
})

describe('a statement is traced with its operation and table', () => {
  it.each([
    [`select "id" from "users" where "id" = $1`, 'select', 'users'],
    [`insert into "pgboss"."job" (name) values ($1)`, 'insert', 'pgboss.job'],
    ['update letters set state = $1', 'update', 'letters'],
    ['delete from only "sessions"', 'delete', 'sessions'],
    ['begin', 'begin', null],
    ['vacuum "users"', 'other', null],
    [`select 'from zephyrine' as x, "a" from "codes"`, 'select', 'codes'],
    [`select 'it''s from zephyrine'`, 'select', null],
    ['', 'other', null],
  ])('%s', (text, operation, table) => {
    expect(describeStatement(text)).toEqual({ operation, table })
  })
})

describe('with a collector', () => {
  let collector: OtlpReceiver
  let app: TestApp
  let requestId: string

  beforeAll(async () => {
    collector = await openOtlpReceiver()
    app = await openApp({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k%3D1',
      },
    })
    const person = await app.register({ email: 'told@mail.example' })
    requestId = String((await app.send('GET', '/user/info', { as: person })).headers['x-request-id'])
    await app.send('POST', '/user/email/code', { as: person })
    await app.work()
    await app.app.http.inject('/livez')
    await app.close()
  })
  afterAll(() => collector.close())

  const spanOf = (name: string) => {
    const span = collector.spans().find(one => one.name === name)
    if (!span) throw new Error(`no span of ${name}`)
    return span
  }
  const within = (name: string) => {
    const { spanId } = spanOf(name)
    return collector.spans().filter(one => one.parentSpanId === spanId)
  }

  it('a request is traced with its route, status and request id, and nothing else', () => {
    const { attributes, parentSpanId, kind } = spanOf('GET /api/v1/user/info')
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/user/info',
      'http.response.status_code': 200,
      'fairfile.request_id': requestId,
    })
    expect({ parentSpanId, kind }).toEqual({ parentSpanId: undefined, kind: 2 })
  })

  it('its statements are children of it, also after its body has arrived', () => {
    const statements = within('POST /api/v1/auth/register')
    const attributesOfAll = statements.map(({ attributes }) => attributes)
    expect(attributesOfAll).toContainEqual({ 'db.operation.name': 'insert', 'db.collection.name': 'users' })
    expect(attributesOfAll).toContainEqual({ 'db.operation.name': 'commit' })
  })

  it('a call to a provider is traced with its outcome', () => {
    expect(within('POST /api/v1/auth/sms/send').map(({ attributes }) => attributes)).toContainEqual({
      'fairfile.provider': 'sms',
      'fairfile.operation': 'send',
      'fairfile.outcome': 'done',
    })
  })

  it('a job is traced, with its calls as children', () => {
    expect(spanOf('job email.send').attributes).toEqual({ 'fairfile.job': 'email.send' })
    expect(within('job email.send').map(({ name }) => name)).toContain('email send')
  })

  it('probes are not traced', () => {
    expect(collector.spans().map(({ name }) => name)).not.toContain('GET /livez')
  })

  it('each export is authenticated', () => {
    expect(new Set(collector.received.map(({ path, key }) => `${path} ${key}`))).toEqual(
      new Set(['/v1/traces k=1']),
    )
  })
})

it('a refusing collector is logged without the refused content', async () => {
  const collector = await openOtlpReceiver(400)
  const lines: string[] = []
  const settings = {
    traces: `${collector.url}/v1/traces`,
    headers: {},
  }
  const log = createLog('info', { write: line => lines.push(line) })
  const { tracing, close } = telemetryTo(settings, '0', log)
  tracing.startRoot('zephyrine', 'server', {}).fail(new Error('zephyrine'))
  await close()
  await collector.close()
  expect(collector.received).toHaveLength(1)
  expect(lines.join('')).toContain('telemetry was not sent')
  expect(lines.join('')).not.toContain('zephyrine')
})

it('a failure is traced with its code, never its message', async () => {
  const collector = await openOtlpReceiver()
  const { tracing, close } = telemetryTo(
    { traces: `${collector.url}/v1/traces`, headers: {} },
    '0',
    createLog('silent', { write: () => undefined }),
  )
  const port = {
    name: 'kept',
    send: () => Promise.reject(new ProviderFailure('Lob', 'Zephyrine', true, { code: 'lob_500' })),
    ask: () => Promise.resolve({ answer: 'refused', words: 'Zephyrine' }),
    link: () => 'plain',
  }
  const counted: string[] = []
  const calls = {
    expected: () => undefined,
    ended: (...call: readonly string[]) => {
      counted.push(call.join(' '))
    },
  }
  const watched = createInstrument(calls, tracing)('letters', port)
  await watched.ask()
  await tracing.startRoot('job', 'consumer', {}).run(async () => {
    await expect(watched.send()).rejects.toThrow('Lob failed')
    await watched.ask()
    expect([watched.link(), watched.name]).toEqual(['plain', 'kept'])
  })
  await close()
  await collector.close()
  expect(counted).toEqual([
    'letters ask refused',
    'letters send failed',
    'letters ask refused',
    'letters link done',
  ])
  const spans = collector.spans().map(({ name, attributes, status }) => ({ name, ...attributes, ...status }))
  const letters = { 'fairfile.provider': 'letters' }
  expect(spans).toMatchObject([
    { ...letters, name: 'letters send', 'fairfile.operation': 'send', 'error.type': 'lob_500', code: 2 },
    { ...letters, name: 'letters ask', 'fairfile.outcome': 'refused' },
    { ...letters, name: 'letters link', 'fairfile.outcome': 'done' },
  ])
  expect(collector.received.map(({ text }) => text.toLowerCase()).join('')).not.toContain('zephyrine')
})
