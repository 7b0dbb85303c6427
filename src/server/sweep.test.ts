import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#testing/app.ts'
import { newManager } from '#testing/new-manager.ts'

/**
 * A person with values that stand nowhere else, taken through the product; then the whole database and everything that
 * was logged are searched for them, and every answer for whole Social Security and account numbers.
 */

const planted = {
  firstName: 'Zephyrine',
  lastName: 'Quackenbush',
  email: 'zephyrine.planted@mail.example',
  streetAddress: '4711 Sweepstone Terrace',
  ssn: '219-09-9876',
}
const reason = 'Client called about the sweepstone letter'

let app: TestApp
const answers: string[] = []
const secrets: string[] = []

const say = async (...asked: Parameters<TestApp['send']>) => {
  const answer = await app.send(...asked)
  answers.push(answer.body)
  return answer
}

beforeAll(async () => {
  app = await openApp({ demo: true })
  const person = await app.register(planted)
  secrets.push(person.accessToken, person.refreshToken, person.phoneNumber, person.phoneNumber.slice(2))
  for (const path of [
    '/user/info',
    '/user/sessions',
    '/user/consents',
    '/user/access-log',
    '/credit/analytics',
    '/dispute',
  ]) {
    await say('GET', path, { as: person })
  }
  await say('POST', '/user/email/code', { as: person })
  await app.work()
  const manager = await newManager(app, 'agent')
  secrets.push(manager.accessToken, manager.email)
  await say('GET', `/manager/clients?query=${planted.lastName}`, { as: manager })
  const body = { phoneNumber: person.phoneNumber, reason }
  const opened = (
    await app.send('POST', '/manager/user-login-as-manager', { as: manager, body })
  ).json<Tokens>()
  secrets.push(opened.accessToken, opened.refreshToken)
  await say('GET', '/user/info', { as: opened })
  await app.send('POST', '/auth/login', { body: { phoneNumber: person.phoneNumber, code: '000000' } })
  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { to: string; body: string }[]
  }>()
  const mine = items.filter(({ to }) => [person.phoneNumber, planted.email].includes(to))
  secrets.push(...mine.flatMap(item => /\b\d{6}\b/.exec(item.body)?.[0] ?? []))

  const maya = await app.signIn('+12025550143')
  for (const path of ['/credit/analytics', '/credit/history', '/user/info', '/dispute'])
    await say('GET', path, { as: maya })
})
afterAll(() => app.close())

/** How bytes of a `bytea` column are written in a dump. */
const hexOf = (text: string) => Buffer.from(text).toString('hex')

const values = () => [...Object.values(planted), planted.ssn.replaceAll('-', ''), reason, ...secrets]

/** Digits may stand by chance inside the hexadecimal of sealed bytes; alone they do not. */
const stands = (value: string, text: string) =>
  /^\d+$/.test(value)
    ? new RegExp(`(?<![0-9a-f])${value}(?![0-9a-f])`).test(text)
    : text.includes(value.toLowerCase())

it('finds nothing planted in the database', async () => {
  const dump = (await storedText(app)).toLowerCase()
  expect(values().filter(value => stands(value, dump) || dump.includes(hexOf(value)))).toEqual([])
})

it('finds nothing planted in the log', () => {
  const logged = app.logged().toLowerCase()
  expect(logged.length).toBeGreaterThan(1_000)
  expect(values().filter(value => logged.includes(value.toLowerCase()))).toEqual([])
})

it('took the planted person through the product', () => {
  expect(answers[0]).toContain(planted.email)
})

it('finds no whole Social Security or account number in any answer', () => {
  expect(answers.length).toBeGreaterThan(10)
  for (const answer of answers) {
    expect(answer).not.toMatch(/\b\d{3}-\d{2}-\d{4}\b/)
    expect(answer).not.toContain(planted.ssn.replaceAll('-', ''))
    for (const [, number = ''] of answer.matchAll(/"accountNumber":"([^"]*)"/g)) {
      expect(number).toMatch(/^.{0,8}(\*{4})?$/)
    }
  }
})
