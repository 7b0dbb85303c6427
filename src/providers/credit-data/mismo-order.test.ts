import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMismo, mismoRequestError, mismoStatus, openFakeMismo } from '#test/fakes/fake-mismo.ts'
import { catchProviderFailure } from '#test/support/provider-failure.ts'
import { mismoOrders, readMismoAnswer } from './mismo-order.ts'
import { mismoRequest } from './mismo-request.ts'
import { requestFor } from './port.suite.ts'

let service: FakeMismo
beforeAll(async () => {
  service = await openFakeMismo()
})
afterAll(() => service.close())
beforeEach(() => {
  service.actions.length = 0
  service.polls = 1
  service.misbehave(null)
})

/** Long enough that no response is late on a busy machine: the expected result ends the polling. */
const timing = { pollEveryMs: 5, pollForMs: 60_000, timeoutMs: 30_000 }
const adapter = (more: object = {}) => mismoOrders({ ...service, surrogatedLogin: null, timing, ...more })
const request = requestFor('512345671')

/** Orders and pulls, as the pull job does. */
const pulled = async (ssn = request.ssn, more: object = {}) => {
  const { order, pull } = adapter(more)
  const ordered = await order?.(requestFor(ssn))
  if (ordered?.kind !== 'ordered') throw new Error('nothing was ordered')
  return pull(requestFor(ssn), ordered.order)
}
const submitted = async () => {
  const { order } = adapter()
  return catchProviderFailure(order?.(request) ?? Promise.resolve())
}

describe('an order', () => {
  it('is submitted once and polled until it is completed', async () => {
    service.polls = 3
    expect(await pulled()).toMatchObject({ kind: 'document' })
    const [first] = service.actions
    expect(service.actions.map(({ action }) => action)).toEqual([
      'Submit',
      'StatusQuery',
      'StatusQuery',
      'StatusQuery',
    ])
    expect(new Set(service.actions.map(({ order }) => order))).toEqual(new Set([first?.order]))
  })

  it('that takes longer is left to a later attempt', async () => {
    service.polls = 1_000
    const result = await pulled(request.ssn, { timing: { ...timing, pollForMs: 20 } })
    expect(result).toEqual({ kind: 'processing' })
    expect(service.actions.at(-1)?.action).toBe('StatusQuery')
    expect(service.actions.length).toBeLessThan(service.polls)
  })

  it('is placed in the name of another user of the service if configured', async () => {
    await adapter({ surrogatedLogin: 'branch-7' }).order?.(request)
    expect(service.actions[0]?.surrogate).toBe('branch-7')
  })

  it('escapes all characters with a meaning in XML', async () => {
    const odd = { ...request, profile: { ...request.profile, lastName: `O'Neil & <Sons> "II"` } }
    const text = mismoRequest(odd, null)
    expect(text).toContain("<LastName>O'Neil &amp; &lt;Sons&gt; &quot;II&quot;</LastName>")
    expect(await adapter().order?.(odd)).toMatchObject({ kind: 'ordered' })
  })

  it('requests its status with its number and without the address', () => {
    const text = mismoRequest(request, '815859')
    expect(text).toContain('<VendorOrderIdentifier>815859</VendorOrderIdentifier>')
    expect(text).not.toContain('12 Oak Street')
  })
})

describe('a response', () => {
  it('without a file at any bureau is no report', async () => {
    expect(await pulled('512340001')).toMatchObject({ kind: 'noFile' })
  })

  it('that refuses the login pauses all pulls', async () => {
    const wrong = adapter({ password: 'another' })
    expect(await wrong.order?.(request)).toEqual({ kind: 'refused' })
    expect(await wrong.pull(request, '815000')).toEqual({ kind: 'refused' })
    expect(await adapter({ interfaceId: 'unknown' }).order?.(request)).toEqual({ kind: 'refused' })
    for (const status of [401, 403]) {
      service.misbehave(response => response.writeHead(status).end())
      expect(await adapter().order?.(request)).toEqual({ kind: 'refused' })
    }
  })

  it.each<[string, boolean, boolean, string, string | number]>([
    ['an error of the subscriber’s account', false, false, 'service_error', mismoStatus('Error', 'no', null)],
    ['a request that is wrong', false, false, 'request_error', mismoRequestError('InvalidRequest', 'no')],
    ['an order without a number', true, true, 'no_order_number', mismoStatus('New', 'NOT READY', null)],
    ['a web page', true, true, 'no_document', '<html><body>Sign in</body></html>'],
    [
      'a document type',
      true,
      true,
      'no_document',
      `<!DOCTYPE x [<!ENTITY a "b">]>${mismoStatus('New', '&a;', '1')}`,
    ],
    ['a broken message', true, true, 'no_document', '<MESSAGE><DEAL_SETS></MESSAGE>'],
    ['an unknown address', false, false, '404', 404],
    ['too many requests', true, false, '429', 429],
    ['a failing gateway', true, true, '504', 504],
  ])(
    'to an order that is %s fails (try again: %s, may have ordered: %s)',
    async (_name, retryable, outcomeUnknown, code, how) => {
      service.misbehave(response =>
        typeof how === 'number' ? response.writeHead(how).end() : response.writeHead(200).end(how),
      )
      const failure = await submitted()
      expect(failure).toMatchObject({ retryable, outcomeUnknown, code: `credit_data_${code}` })
      expect(`${failure.stack} ${JSON.stringify(failure)}`).not.toMatch(/512345671|Lindqvist|password/)
    },
  )

  it('that is lost leaves it unknown whether there is an order', async () => {
    service.misbehave(response => response.destroy(), true)
    expect(await submitted()).toMatchObject({ outcomeUnknown: true, code: 'credit_data_lost' })
    expect(service.actions.map(({ action }) => action)).toEqual(['Submit'])
  })

  it('with a failed order fails only for this person', async () => {
    expect(await catchProviderFailure(pulled('512340004'))).toMatchObject({
      retryable: false,
      outcomeUnknown: false,
      code: 'credit_data_order_error',
    })
  })

  it.each([
    ['an unknown status', (answer: string) => answer],
    ['no status', (answer: string) => answer.replace(/<[^<>]*>Weighing<[^<>]*>/, '')],
  ])('of %s fails instead of waiting forever', async (_name, changed) => {
    const ordered = await adapter().order?.(request)
    if (ordered?.kind !== 'ordered') throw new Error('nothing was ordered')
    const answer = changed(mismoStatus('Weighing', 'hm', ordered.order))
    service.misbehave(response => response.writeHead(200).end(answer))
    const failure = await catchProviderFailure(adapter().pull(request, ordered.order))
    expect(failure).toMatchObject({ retryable: false, code: 'credit_data_no_status' })
  })
})

it('never connects over http to another machine', () => {
  expect(() => adapter({ url: new URL('http://mcl.example.com/') })).toThrow('https only')
})

/** Responses of the real service, if available next to the project (readers/samples.test.ts). */
const samples = resolve(process.env['REPORT_SAMPLES'] ?? '../shared/samples')
describe.runIf(existsSync(samples))('real responses of the service', () => {
  const read = (name: string) =>
    readMismoAnswer(readFileSync(join(samples, `mismo34-ml-${name}.xml`), 'utf8'))

  it('match those of the fake', () => {
    expect(read('01-new')).toMatchObject({ status: 'New', order: '815859', requestError: null })
    expect(read('02-processing')).toMatchObject({ status: 'Processing', order: '815859' })
    expect(read('03-3bur-completed')).toMatchObject({ status: 'Completed', requestError: null })
    expect(read('04-error')).toMatchObject({ status: 'Error', order: null })
    expect(read('05-request-error')).toMatchObject({ status: null, requestError: 'AuthenticationFailure' })
    expect(read('10-freeze-nohit')?.files).toContain('FileReturned')
  })
})
