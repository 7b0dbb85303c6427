import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Preview } from '../dispute-contract.ts'
import type { FreezeStatus } from '../freezes/contract.ts'
import { freezeDisposal } from './freezes.ts'
import { freezeRemindersTask } from './reminders.ts'

const DAY = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

/** A day from today, in the business time zone. */
const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    new Date(app.now().getTime() + days * DAY),
  )

const record = (as: Tokens, body: object) => app.send('POST', '/freezes', { as, body })
const at = async (as: Tokens, agency: string): Promise<FreezeStatus> => {
  const { data } = (await app.send('GET', '/freezes', { as })).json<{ data: FreezeStatus[] }>()
  const found = data.find(one => one.agency === agency)
  if (found === undefined) throw new Error(`${agency} is missing`)
  return found
}

describe('records of freezes', () => {
  it('are stored as history, once each, and can be removed if made by mistake', async () => {
    const as = await app.register()
    const lifted = { agency: 'Equifax', state: 'lifted', on: dayAhead(0), until: dayAhead(5) }
    expect((await record(as, { agency: 'Equifax', state: 'frozen', on: dayAhead(-9) })).statusCode).toBe(201)
    await record(as, lifted)
    await record(as, lifted)
    const { history } = await at(as, 'Equifax')
    expect(history.map(({ state, source }) => `${state} ${source}`)).toEqual(['lifted user', 'frozen user'])
    await app.send('DELETE', `/freezes/${history[0]?.recordId}`, { as })
    expect((await at(as, 'Equifax')).history).toEqual([history[1]])
    expect((await at(as, 'ChexSystems')).history).toEqual([])
  })

  it('are refused with a message if the days are impossible, or if there is a field for a PIN', async () => {
    const as = await app.register()
    const refused = await record(as, { agency: 'Equifax', state: 'frozen', on: dayAhead(2) })
    expect(readRefusal(refused)).toEqual([400, 'invalid_request', 'on'])
    expect(refused.body).toContain('This day is in the future')
    for (const secret of [{ pin: '4711-0815' }, { note: 'PIN 47110815' }]) {
      const body = { agency: 'Equifax', state: 'frozen', on: dayAhead(0), ...secret }
      expect(readRefusal(await record(as, body)).slice(0, 2)).toEqual([400, 'invalid_request'])
    }
    expect((await at(as, 'Equifax')).history).toEqual([])
  })

  it('made by staff are marked, and read-only staff cannot make any', async () => {
    const as = await app.register()
    const { id } = (await app.send('GET', '/user/info', { as })).json<{ id: string }>()
    const body = { agency: 'Innovis', state: 'frozen', on: dayAhead(-1) }
    await record(await startImpersonation(app, id, 'The client asked us to note it.'), body)
    expect((await at(as, 'Innovis')).history[0]?.source).toBe('staff')
    expect(readRefusal(await record(await startImpersonation(app, id, null), body))).toEqual([
      403,
      'read_only',
    ])
  })

  it('are encrypted, exported, and erased with the account', async () => {
    const as = await app.register()
    await record(as, { agency: 'NCTUE', state: 'lifted', on: dayAhead(0), until: dayAhead(41) })
    expect(await storedText(app)).not.toContain(dayAhead(41))
    const files = unzipSync((await app.send('GET', '/user/export', { as })).rawPayload)
    expect(Buffer.from(files['freezes.json'] ?? []).toString('utf8')).toContain(dayAhead(41))
    const { id } = (await app.send('GET', '/user/info', { as })).json<{ id: string }>()
    await app.database.db.execute(sql`delete from users where id = ${id}`)
    const left = await app.database.db.execute(sql`select id from freeze_records where user_id = ${id}`)
    expect(left.rows).toEqual([])
  })

  it('past the retention are deleted, except the newest of each agency', async () => {
    const as = await app.register()
    for (const [agency, days] of [
      ['Equifax', -30],
      ['Equifax', -20],
      ['Experian', -30],
    ] as const) {
      await record(as, { agency, state: 'frozen', on: dayAhead(days) })
      app.pass(1_000)
    }
    const now = new Date(app.now().getTime() + DAY)
    await freezeDisposal.dispose(app.database.db, { before: now, now, most: 100 })
    expect((await at(as, 'Equifax')).history.map(({ on }) => on)).toEqual([dayAhead(-20)])
    expect((await at(as, 'Experian')).history).toHaveLength(1)
  })
})

it('a report with a frozen file shows it, at the bureaus of the plan', async () => {
  const { phoneNumber } = await registerConsentingUser(app, '0002')
  await app.work()
  const as = await app.signIn(phoneNumber)
  expect((await at(as, 'Experian')).history).toEqual([])
  await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
  expect((await at(as, 'Experian')).history).toMatchObject([{ state: 'frozen', source: 'report' }])
  expect((await at(as, 'TransUnion')).history).toEqual([])
})

it('a letter is shown as a request', async () => {
  const as = await app.register()
  const { id } = await postDispute(app, as, 'freeze', { action: 'place', bureaus: ['TransUnion'] })
  expect((await at(as, 'TransUnion')).letter).toMatchObject({ disputeId: id, mail: 'not_mailed' })
  expect((await at(as, 'Experian')).letter).toBeNull()
})

it('a letter to a specialty agency is created as previewed, mailed in the sandbox, and shown as a request', async () => {
  const as = await app.register()
  const body = { agency: 'LexisNexis', action: 'place' }
  const preview = await app.send('POST', '/dispute/agency-freeze/preview', { as, body })
  const made = await postDispute(app, as, 'agency-freeze', body)
  expect(preview.json<Preview>().letters[0]?.body).toBe(made.letters[0]?.body)
  expect(made).toMatchObject({
    type: 'agency-freeze',
    title: 'Freeze at LexisNexis',
    items: [{ bureaus: [] }],
  })
  expect(made.letters[0]).toMatchObject({ bureau: null, recipient: { kind: 'agency', name: 'LexisNexis' } })
  expect((await app.send('GET', `/dispute/${made.id}`, { as })).json()).toEqual(made)
  expect((await app.send('GET', `/dispute/${made.id}/letters/pdf`, { as })).statusCode).toBe(200)
  expect((await at(as, 'LexisNexis')).letter).toMatchObject({ disputeId: made.id, mail: 'not_mailed' })

  const sent = await app.send('POST', `/dispute/${made.id}/send-physical`, { as, body: {} })
  expect(sent.statusCode).toBe(200)
  const post = `/sandbox/letters/${made.letters[0]?.id}/events`
  await app.send('POST', post, { from: '127.0.0.1', body: { event: 'delivered' } })
  expect((await at(as, 'LexisNexis')).letter).toMatchObject({ mail: 'delivered', dueOn: null })
  expect((await at(as, 'ChexSystems')).letter).toBeNull()

  const answer = { itemId: made.items[0]?.id, bureau: null, outcome: 'corrected', on: dayAhead(0) }
  await app.send('PUT', `/dispute/${made.id}/outcome`, { as, body: answer })
  expect(await at(as, 'LexisNexis')).toMatchObject({
    letter: null,
    history: [{ state: 'frozen', source: 'answer' }],
  })
})

it('no letter is created to an agency without an address', async () => {
  const as = await app.register()
  const body = { agency: 'The Work Number', action: 'place', attested: true }
  const refused = await app.send('POST', '/dispute/agency-freeze', { as, body })
  expect(readRefusal(refused)).toEqual([400, 'invalid_request', 'agency'])
  expect((await app.send('GET', '/dispute', { as })).json()).toEqual([])
})

describe('a reminder', () => {
  const remind = async () => {
    await app.database.db.transaction(tx => app.app.jobs.enqueue(tx, freezeRemindersTask, {}))
    await app.work()
  }
  const mailsTo = async (email: string) =>
    (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' }))
      .json<{ items: { channel: string; to: string; subject: string; body: string }[] }>()
      .items.filter(({ to, subject }) => to === email && subject.startsWith('A reminder'))
  const lift = { agency: 'Experian', state: 'lifted' }

  it('is sent once, on its day, to users who agreed, and contains nothing private', async () => {
    const email = 'reminded@example.com'
    const as = await app.register({ email })
    await app.send('POST', '/user/consents', { as, body: { kind: 'email', given: true } })
    await record(as, { ...lift, on: dayAhead(0), until: dayAhead(2), remindOn: dayAhead(3) })
    await remind()
    expect(await mailsTo(email)).toEqual([])
    app.pass(3 * DAY)
    await remind()
    await remind()
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.body).toContain('/disputes')
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/TransUnion|Equifax|Experian|fr[eo]+ze|lift|credit/i)
  })

  it('is not sent to users who did not agree, nor once the file is recorded as frozen', async () => {
    const [silent, frozen] = ['silent@example.com', 'frozen@example.com']
    const quiet = await app.register({ email: silent })
    const done = await app.register({ email: frozen })
    await app.send('POST', '/user/consents', { as: done, body: { kind: 'email', given: true } })
    for (const as of [quiet, done])
      await record(as, { ...lift, on: dayAhead(0), until: dayAhead(1), remindOn: dayAhead(2) })
    app.pass(1_000)
    await record(done, { agency: 'Experian', state: 'frozen', on: dayAhead(0) })
    app.pass(2 * DAY)
    await remind()
    expect([await mailsTo(silent), await mailsTo(frozen)]).toEqual([[], []])
  })
})
