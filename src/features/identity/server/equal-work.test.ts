import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '#test/support/app.ts'

/**
 * Whether a number has an account must not show in a response, nor in the work behind it: known and unknown numbers cause
 * the same sequence of database statements (CWE-204, CWE-208).
 */

let app: TestApp
let asked: string[] = []
beforeAll(async () => {
  app = await openApp({ demo: true })
  const heard = new WeakSet<object>()
  app.database.pool.on('acquire', client => {
    if (heard.has(client)) return
    heard.add(client)
    const query: unknown = Reflect.get(client, 'query')
    if (typeof query !== 'function') return
    Reflect.set(client, 'query', (...given: unknown[]): unknown => {
      const [statement] = given
      const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
      asked.push(String(isNamed ? statement.text : statement))
      const answered: unknown = Reflect.apply(query, client, given)
      return answered
    })
  })
})
afterAll(() => app.close())

/** The database statements of one call, and its response. */
const workOf = async (path: string, body: object) => {
  await app.app.waitForBackground()
  asked = []
  const answer = await app.send('POST', path, { body })
  await app.app.waitForBackground()
  const { requestId, ...reply } = answer.json<Record<string, unknown>>()
  return { asked: [...asked], status: answer.statusCode, reply }
}

const known = '+12025550178'
const unknown = '+12135557001'

/** The very first call differs: some statements are prepared, and some lookups are done once. */
const afterFirst = async (path: string, bodyOf: (phoneNumber: string) => object | Promise<object>) => {
  await workOf(path, await bodyOf('+12135557002'))
  return [await workOf(path, await bodyOf(known)), await workOf(path, await bodyOf(unknown))] as const
}

it('sending a code takes the same work for a known number and an unknown one', async () => {
  const [toKnown, toUnknown] = await afterFirst('/auth/sms/send', phoneNumber => ({ phoneNumber }))
  expect(toKnown.status).toBe(200)
  expect(toKnown.asked.length).toBeGreaterThan(5)
  expect(toUnknown).toEqual(toKnown)
})

it('refusing a wrong code takes the same work', async () => {
  const wrongFor = async (phoneNumber: string) => ({
    phoneNumber,
    code: (await app.codeFor(phoneNumber)) === '000000' ? '000001' : '000000',
  })
  const [ofKnown, ofUnknown] = await afterFirst('/auth/login', wrongFor)
  expect(ofKnown.reply).toMatchObject({ code: 'wrong_code' })
  expect(ofKnown.asked.length).toBeGreaterThan(5)
  expect(ofUnknown).toEqual(ofKnown)
})

it('refusing a code that was never sent takes the same work', async () => {
  app.pass(3_600_000)
  const [ofKnown, ofUnknown] = await afterFirst('/auth/login', phoneNumber => ({
    phoneNumber,
    code: '123456',
  }))
  expect(ofKnown.reply).toMatchObject({ code: 'wrong_code' })
  expect(ofUnknown).toEqual(ofKnown)
})
