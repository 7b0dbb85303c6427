import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxLetter } from '#sandbox/contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import type { Dispute } from '../dispute-contract.ts'
import { remindersTask } from './reminders.ts'

/**
 * A letter from Send Physical to its last deadline: mailed, advanced by hand or by the clock, with deadlines and
 * reminders.
 */

const MINUTE = 60_000
const DAY = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

let people = 0

/** A user whose freeze letters to two bureaus were mailed. */
const mailedBy = async (streetAddress = '418 Alder Street') => {
  people += 1
  const person = await app.register({ streetAddress, email: `writer-${people}@example.com` })
  const body = { action: 'place', bureaus: ['TransUnion', 'Equifax'], attested: true }
  const made = await app.send('POST', '/dispute/freeze', { as: person, body })
  if (made.statusCode !== 201) throw new Error(made.body)
  const { id } = made.json<Dispute>()
  const sent = await app.send('POST', `/dispute/${id}/send-physical`, { as: person, body: {} })
  if (sent.statusCode !== 200) throw new Error(sent.body)
  let as: Tokens = person
  /** Reads as the user, signing in again if the session has expired. */
  const ask = async (method: 'GET' | 'POST', path: string, asked?: object) => {
    const sending = asked === undefined ? {} : { body: asked }
    const answer = await app.send(method, path, { as, ...sending })
    if (answer.statusCode !== 401) return answer
    as = await app.signIn(person.phoneNumber)
    return app.send(method, path, { as, ...sending })
  }
  const read = async () => (await ask('GET', `/dispute/${id}`)).json<Dispute>()
  return { ask, read }
}

const atSandboxPost = (method: 'GET' | 'POST', path: string, body?: object, from = '127.0.0.1') =>
  app.send(method, `/sandbox/letters/${path}`, { from, ...(body ? { body } : {}) })

const outbox = async () =>
  (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: {
      channel: string
      to: string
      letterId?: string
      providerId?: string
      bureau?: string
      status?: string
      subject: string
      body: string
    }[]
  }>().items

describe('a mailed letter', () => {
  it('is in the outbox, with its ids, bureau and status', async () => {
    const { read } = await mailedBy()
    const { letters } = await read()
    const items = await outbox()
    for (const { id: letterId, bureau, lobLetterId: providerId } of letters) {
      const item = items.find(one => one.letterId === letterId)
      expect(item).toMatchObject({ channel: 'letter', providerId, bureau, status: 'processed' })
      expect(item?.body).toContain('418 Alder Street')
    }
  })

  it('can be viewed as it would be printed', async () => {
    const { read } = await mailedBy()
    const [letter] = (await read()).letters
    const pdf = await atSandboxPost('GET', `${letter?.id}/pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdfLines(pdf.rawPayload).flat()).toContain('418 Alder Street')
  })

  it('can be advanced by hand, by our id or the provider’s, with our event names or the provider’s', async () => {
    const { read } = await mailedBy()
    const [first, second] = (await read()).letters
    expect(
      (await atSandboxPost('POST', `${first?.lobLetterId}/events`, { event: 'mailed' })).json(),
    ).toMatchObject({
      status: 'sent',
    })
    const moved = await atSandboxPost('POST', `${second?.id}/events`, { event: 'letter.certified.delivered' })
    expect(moved.json<SandboxLetter>().events.at(-1)).toMatchObject({ event: 'delivered' })
    expect((await read()).letters.map(({ lobStatus }) => lobStatus)).toEqual(['sent', 'delivered'])
  })

  it('can also be advanced at the address without a version', async () => {
    const { read } = await mailedBy()
    const [letter] = (await read()).letters
    const answer = await app.app.http.inject({
      method: 'POST',
      url: `/sandbox/letters/${letter?.id}/events`,
      payload: { event: 'delivered' },
      remoteAddress: '127.0.0.1',
      headers: { host: 'localhost' },
    })
    expect(answer.json()).toMatchObject({ status: 'delivered' })
  })

  it('cannot be read or advanced from another machine, and no other event is accepted', async () => {
    const { read } = await mailedBy()
    const [letter] = (await read()).letters
    const away = '203.0.113.9'
    expect((await atSandboxPost('GET', `${letter?.id}`, undefined, away)).statusCode).toBe(404)
    expect((await atSandboxPost('GET', `${letter?.id}/pdf`, undefined, away)).statusCode).toBe(404)
    expect(
      (await atSandboxPost('POST', `${letter?.id}/events`, { event: 'delivered' }, away)).statusCode,
    ).toBe(404)
    expect((await atSandboxPost('POST', `${letter?.id}/events`, { event: 'lost' })).statusCode).toBe(400)
    expect((await read()).letters[0]?.lobStatus).not.toBe('delivered')
  })

  it('is delivered by the clock within five days', async () => {
    const { read } = await mailedBy()
    for (let day = 0; day < 5; day += 1) {
      app.pass(DAY)
      await app.work()
    }
    expect((await read()).letters.map(({ lobStatus }) => lobStatus)).toEqual(['delivered', 'delivered'])
  })

  it.each([
    ['1 Returned Road', 'returned'],
    ['1 Failed Road', 'failed'],
  ])('from %s is %s within a minute, and has no deadlines', async (street, mailState) => {
    const { read } = await mailedBy(street)
    for (let step = 0; step < 6; step += 1) {
      app.pass(MINUTE / 6)
      await app.work()
    }
    for (const letter of (await read()).letters) {
      expect(letter).toMatchObject({ mailState, lobStatus: 'failed', deadlines: [] })
      expect(letter.lobErrorMessage).toMatch(/^[A-Z].*\.$/)
    }
  })
})

const delivered = async () => {
  const person = await mailedBy()
  for (const { id } of (await person.read()).letters)
    await atSandboxPost('POST', `${id}/events`, { event: 'delivered' })
  return person
}

describe('a deadline', () => {
  it('is estimated before the delivery, and counted from the delivery after that', async () => {
    const { read } = await mailedBy()
    const [letter] = (await read()).letters
    await atSandboxPost('POST', `${letter?.id}/events`, { event: 'mailed' })
    const before = (await read()).letters[0]
    expect(before?.deadlines.map(({ kind }) => kind)).toEqual(['freeze_placed', 'freeze_confirmed'])
    expect(before?.deadlines[0]?.basis).toContain('Estimated')
    expect(before?.next?.title).toBe(`On its way to ${letter?.bureau}`)
    await atSandboxPost('POST', `${letter?.id}/events`, { event: 'delivered' })
    const after = (await read()).letters[0]
    expect(after?.deadlines[0]?.basis).toContain('Counted from the delivery on')
    expect(after?.next?.title).toMatch(/ has until /)
  })
})

describe('a reminder', () => {
  const remindAll = async () => {
    await app.database.db.transaction(tx => app.app.jobs.enqueue(tx, remindersTask, {}))
    await app.work()
  }
  const remindersTo = async (email: string) =>
    (await outbox()).filter(
      ({ channel, to, subject }) => channel === 'email' && to === email && subject.startsWith('A date'),
    )
  const agree = async ({ ask }: Awaited<ReturnType<typeof delivered>>, given: boolean) => {
    await ask('POST', '/user/consents', { kind: 'email', given })
    return (await ask('GET', '/user/info')).json<{ email: string }>().email
  }

  it('is sent once, after the deadline, to users who agreed, and contains nothing private', async () => {
    const person = await delivered()
    const email = await agree(person, true)
    await remindAll()
    expect(await remindersTo(email)).toEqual([])
    app.pass(8 * DAY)
    await remindAll()
    await remindAll()
    app.pass(DAY)
    await remindAll()
    const [reminder, ...more] = await remindersTo(email)
    expect(more).toEqual([])
    expect(reminder?.body).toContain('/disputes')
    expect(`${reminder?.subject} ${reminder?.body}`).not.toMatch(
      /TransUnion|Equifax|Experian|freeze|Alder|credit/,
    )
  })

  it('is not sent to users who did not agree, nor long after the deadline', async () => {
    const person = await delivered()
    const email = await agree(person, false)
    app.pass(8 * DAY)
    await remindAll()
    expect(await remindersTo(email)).toEqual([])
    app.pass(30 * DAY)
    await agree(person, true)
    await remindAll()
    expect(await remindersTo(email)).toEqual([])
  })
})
