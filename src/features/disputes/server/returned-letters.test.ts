import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ErrorBody } from '#api/errors.ts'
import type { Analytics } from '#features/credit/contract.ts'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { danielsDocument, mayasDocument } from '#test/support/reports/demo-documents.ts'
import { dayIn } from '#values/dates.ts'
import type { Dispute, Preview } from '../dispute-contract.ts'

/** What a letter that came back, and perhaps was mailed again, means for other letters. */

const DAY = 86_400_000
const from = '127.0.0.1'

let app: TestApp
beforeAll(async () => {
  app = await openApp({ env: { MAIL_DAILY_CAP: '400,500' } })
})
afterAll(() => app.close())

const send = (as: Tokens, path: string, body: object) => app.send('POST', path, { as, body })
const mail = (as: Tokens, { id }: Dispute, body = {}) => send(as, `/dispute/${id}/send-physical`, body)
const letterOf = ({ letters: [letter] }: Dispute) => letter?.id ?? ''
const mailAgain = (as: Tokens, dispute: Dispute, body = {}) =>
  send(as, `/dispute/letter/${letterOf(dispute)}/mail-again`, { reason: 'The address is right.', ...body })
const comeBack = (dispute: Dispute) =>
  app.send('POST', `/sandbox/letters/${letterOf(dispute)}/events`, { from, body: { event: 'returned' } })

const register = async (document: Buffer) => {
  const person = await app.register({ streetAddress: '418 Alder Street' })
  await app.upload('/credit/reports/import', document, { as: person })
  return person
}

/** A person with a letter that came back, and what makes a later one with the same claim. */
const withReturned = async () => {
  const person = await register(mayasDocument)
  const { accountId, bureaus } = await findCollection(app, person)
  const again = async ({
    repeat = false,
    ...claim
  }: {
    repeat?: boolean
    reason?: string
    explanation?: string
  } = {}) => {
    app.pass(1)
    const items = [{ accountId, bureaus: bureaus.slice(0, 1), reason: 'not_mine', ...claim }]
    return postDispute(app, person, 'account', { items, repeat })
  }
  const first = await again()
  expect((await mail(person, first)).statusCode).toBe(200)
  await comeBack(first)
  return { person, first, again }
}

describe('of two letters with the same claim, one of which came back', () => {
  const repeats = [422, 'repeats_dispute']

  it('the returned one is mailed again after the other only with a confirmation', async () => {
    const { person, first, again } = await withReturned()
    const second = await again()
    expect((await mail(person, second)).statusCode).toBe(200)
    const refused = await mailAgain(person, first)
    expect(readRefusal(refused)).toEqual(repeats)
    expect(refused.json<ErrorBody>().message).toMatch(
      /^You disputed this on .* for the same reason\. .* Confirm that you want to mail this one too\.$/,
    )
    expect((await mailAgain(person, first, { repeat: true })).statusCode).toBe(200)
  })

  it('the other is mailed after the returned one only with a confirmation', async () => {
    const { person, first, again } = await withReturned()
    const second = await again()
    expect(readRefusal(await mailAgain(person, first))).toEqual(repeats)
    app.pass(1)
    expect((await mailAgain(person, first, { repeat: true })).statusCode).toBe(200)
    expect(readRefusal(await mail(person, second))).toEqual(repeats)
    expect((await mail(person, second, { repeat: true })).statusCode).toBe(200)
  })

  it('only one is mailed again without a confirmation if both came back, even at the same moment', async () => {
    const { person, first, again } = await withReturned()
    const second = await again()
    await mail(person, second)
    await comeBack(second)
    app.pass(1)
    const answers = await Promise.all([mailAgain(person, first), mailAgain(person, second)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('neither needs one if they claim different things, or if it was given when the letter was made', async () => {
    const { person, first, again } = await withReturned()
    const different = await again({ reason: 'other', explanation: 'The address of the company is wrong.' })
    expect((await mailAgain(person, first)).statusCode).toBe(200)
    expect((await mail(person, different)).statusCode).toBe(200)
    const known = await again({ repeat: true })
    expect((await mail(person, known)).statusCode).toBe(200)
  })
})

it.each([
  ['before', false],
  ['while', true],
])(
  'a letter made %s a denial was mailed again contradicts it by naming what it denies',
  async (_, isMeanwhile) => {
    const document = danielsDocument
      .toString()
      .replace(/<CREDIT_INQUIRY [\s\S]*?<\/CREDIT_INQUIRY>/, one =>
        ['20', '22', '24'].map(day => one.replace('2026-07-22', `2026-07-${day}`)).join('\n'),
      )
    const person = await register(Buffer.from(document))
    const { fullReport } = (await app.send('GET', '/credit/analytics', { as: person })).json<Analytics>()
    const about = (date: string, reason: string) => {
      const inquiryId = fullReport?.creditInquiries.find(one => one.date === date)?.id
      return { items: [{ inquiryId, bureaus: ['TransUnion'], reason }] }
    }
    const denial = await postDispute(app, person, 'inquiry', about('2026-07-20', 'no_application'))
    await mail(person, denial)
    await comeBack(denial)
    app.pass(1)
    const staff = await startImpersonation(app, person.userId, 'The client asked us to write to the bureaus.')
    const made: Dispute[] = []
    const make = async () => {
      made.push((await send(staff, '/dispute/inquiry', about('2026-07-22', 'duplicate'))).json<Dispute>())
      app.pass(1)
    }
    if (isMeanwhile)
      vi.spyOn(app.app.mailer, 'checkAddress').mockImplementationOnce(async () => {
        app.pass(1)
        await make()
        return 'yes'
      })
    else await make()
    expect((await mailAgain(person, denial)).statusCode).toBe(200)
    expect(made[0]?.letters[0]?.body).toContain('dated July 20, 2026 and July 24, 2026')
    const refused = await send(person, `/dispute/${made[0]?.id}/attest`, { attested: true })
    expect(readRefusal(refused)).toEqual([422, 'contradicts_dispute', 'items.0.reason'])
  },
)

it('a finished letter that says otherwise is refused with what its reader can still do', async () => {
  const { person, first, again } = await withReturned()
  await again({ reason: 'paid_or_settled' })
  const { message, fields } = (await mailAgain(person, first)).json<ErrorBody>()
  expect(message).toMatch(
    /^In your dispute of .* you said “.*”\. This would say otherwise\. What this letter claims cannot be changed\. To claim something else, start a new dispute\.$/,
  )
  expect(fields).toEqual({ 'items.0.reason': message })
})

it('a letter counts as never received only if none of its mailings may have arrived', async () => {
  const { person, first } = await withReturned()
  const answer = { itemId: first.items[0]?.id, bureau: first.items[0]?.bureaus[0], outcome: 'no_answer' }
  const on = dayIn('America/New_York', app.now())
  const path = `/dispute/${first.id}`
  expect((await app.send('PUT', `${path}/outcome`, { as: person, body: { ...answer, on } })).statusCode).toBe(
    200,
  )
  app.pass(40 * DAY)
  const as = await app.signIn(person.phoneNumber)
  const shown = async () => {
    const { items, letters } = (await app.send('GET', path, { as })).json<Dispute>()
    return [letters[0]?.mailState, letters[0]?.neverReceived, items[0]?.steps.map(({ kind }) => kind)]
  }
  expect(await shown()).toEqual(['returned', true, []])
  const [returned] = await app.database.db
    .select()
    .from(mailJobs)
    .where(eq(mailJobs.letterId, letterOf(first)))
  if (!returned) throw new Error('no letter was mailed')
  const arrived = {
    id: randomUUID(),
    generation: 0,
    providerId: 'arrived',
    deliveryStatus: 'delivered',
  } as const
  await app.database.db.insert(mailJobs).values({ ...returned, ...arrived, undeliveredAt: null })
  expect(await shown()).toEqual(['returned', false, ['dispute_again']])
  const body = { itemId: answer.itemId, kind: 'dispute_again', bureaus: [answer.bureau] }
  const { letters } = (await send(as, `${path}/follow-up/preview`, body)).json<Preview>()
  expect(letters[0]?.body).toContain('I again dispute')
})
