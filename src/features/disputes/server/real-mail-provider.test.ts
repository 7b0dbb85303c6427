import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailJobs } from '#features/mailing/server/tables.ts'
import type { Tokens } from '#test/support/app.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { findCollection } from '#test/support/people/disputing.ts'
import type { Dispute } from '../dispute-contract.ts'

/** Disputes mailed through a real provider: what must be true before the mail job is stored. */

let mail: MailApp
let people = 0
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '400,500' }, { demo: true })
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.lob.faults.next = []
  mail.lob.calls.length = 0
})

type Answer = Awaited<ReturnType<MailApp['app']['send']>>
const statusAndCode = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code ?? 'ok']

const make = async (as: Tokens, path: string, body: object): Promise<Dispute> => {
  const made = await mail.app.send('POST', path, { as, body: { ...body, attested: true } })
  if (made.statusCode !== 201) throw new Error(made.body)
  return made.json<Dispute>()
}
/** A freeze at two bureaus, which needs no report. */
const freezeBy = async (streetAddress: string) => {
  people += 1
  const as = await mail.app.register({ streetAddress, email: `sender-${people}@example.com` })
  return {
    as,
    dispute: await make(as, '/dispute/freeze', { action: 'place', bureaus: ['TransUnion', 'Equifax'] }),
  }
}
const send = (as: Tokens, { id }: Dispute) =>
  mail.app.send('POST', `/dispute/${id}/send-physical`, { as, body: {} })
const asked = () => mail.lob.calls.map(({ method, path }) => `${method} ${path}`)
const jobs = () => mail.app.database.db.select().from(mailJobs)

describe('the return address', () => {
  it('is checked once before the letters of a dispute are mailed', async () => {
    const { as, dispute } = await freezeBy('418 Alder Street')
    expect(statusAndCode(await send(as, dispute))).toEqual([200, 'ok'])
    expect(asked()).toEqual(['POST /v1/us_verifications', 'POST /v1/letters', 'POST /v1/letters'])
  })

  it('that is undeliverable stops them, with what to do, and nothing is stored', async () => {
    const { as, dispute } = await freezeBy('7 Nowhere Lane')
    const before = (await jobs()).length
    const answer = await send(as, dispute)
    expect(statusAndCode(answer)).toEqual([422, 'address_undeliverable'])
    expect(answer.json<{ message: string }>().message).toMatch(/make the letter again, or download the PDF/)
    expect(await jobs()).toHaveLength(before)
    expect(asked()).toEqual(['POST /v1/us_verifications'])
  })

  it.each([
    { kind: 'refuses', status: 429, code: 'rate_limit_exceeded' },
    { kind: 'fails', status: 500, done: false },
    { kind: 'drops', done: false },
    { kind: 'garbage', body: '<html>' },
  ] as const)('that nobody can check now ($kind) holds no letter up', async fault => {
    const { as, dispute } = await freezeBy('419 Alder Street')
    mail.lob.faults.next = [fault]
    expect(statusAndCode(await send(as, dispute))).toEqual([200, 'ok'])
    expect(asked().filter(one => one === 'POST /v1/letters')).toHaveLength(2)
  })

  it('is checked again before a letter is remailed', async () => {
    const { as, dispute } = await freezeBy('420 Alder Street')
    mail.lob.faults.next = [null, { kind: 'refuses', status: 422, code: 'invalid_file' }]
    await send(as, dispute)
    const read = await mail.app.send('GET', `/dispute/${dispute.id}`, { as })
    const back = read.json<Dispute>().letters.find(({ mailState }) => mailState === 'rejected')
    const again = await mail.app.send('POST', `/dispute/letter/${back?.id}/mail-again`, {
      as,
      body: { reason: 'It was refused.' },
    })
    expect(statusAndCode(again)).toEqual([200, 'ok'])
    expect(asked().filter(one => one.endsWith('us_verifications'))).toHaveLength(2)
  })
})

describe('a dispute with some letters mailed', () => {
  it('mails the others when it is sent again, for example after a restore that found only some', async () => {
    const { as, dispute } = await freezeBy('421 Alder Street')
    await send(as, dispute)
    const [lost] = dispute.letters
    const { db } = mail.app.database
    await db.delete(mailJobs).where(eq(mailJobs.letterId, lost?.id ?? ''))
    expect(statusAndCode(await send(as, dispute))).toEqual([200, 'ok'])
    const rows = (await jobs()).filter(({ letterId }) => dispute.letters.some(({ id }) => id === letterId))
    expect(rows.map(({ phase }) => phase)).toEqual(['submitted', 'submitted'])
  })
})

describe('a letter made from invented data', () => {
  it('is never sent to a real mail provider', async () => {
    const maya = await mail.app.signIn('+12025550143')
    const dispute = await make(maya, '/dispute/account', { items: [await findCollection(mail.app, maya)] })
    const before = (await jobs()).length
    const answer = await send(maya, dispute)
    expect(statusAndCode(answer)).toEqual([422, 'sandbox_letter'])
    expect(await jobs()).toHaveLength(before)
    expect(asked()).toEqual([])
  })
})
