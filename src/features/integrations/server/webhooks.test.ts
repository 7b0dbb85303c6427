import { createHmac } from 'node:crypto'
import { createServer, type LookupFunction } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { outgoingEventTypes } from '#api/outgoing-events.ts'
import { users } from '#features/identity/server/tables.ts'
import { createEmailQueue } from '#platform/email.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { createHttpCall, type HttpCall, type HttpOutcome } from '#providers/http-call.ts'
import { publicLookup } from '#providers/public-address.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { findCollection, postDispute } from '#test/support/people/disputing.ts'
import { newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import { dayIn } from '#values/dates.ts'
import type { EventDelivery, integrations } from '../contract.ts'
import { createDeliveryJob } from './deliver.ts'
import { eventDeliveries, outgoingEvents, webhookTargets } from './tables.ts'
import { emitEvent } from './targets.ts'

type Added = z.output<typeof integrations.addTarget.reply>
type Log = z.output<typeof integrations.deliveries.reply>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const url = 'https://hooks.harborcredit.us/fairfile'

/** The test decides how names resolve; hooks.harborcredit.us is public by default. */
let leadsTo: Record<string, string[]> = {}
const resolve: LookupFunction = (host, _options, done) => {
  const found = leadsTo[host] ?? (host.endsWith('harborcredit.us') ? ['93.184.216.34'] : [])
  if (found.length === 0) done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
  else
    done(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
}

/** What targets received, and how they respond. */
const sent: HttpCall[] = []
let answer: (call: HttpCall) => HttpOutcome
const status = (code: number): HttpOutcome => ({
  kind: 'answer',
  status: code,
  headers: new Headers(),
  body: new Uint8Array(),
  text: '',
})
const call = async (asked: HttpCall) => {
  sent.push(asked)
  return answer(asked)
}

let mail: MailApp
let email: string
beforeAll(async () => {
  mail = await openMailApp({}, { targetCalls: { call, resolve } })
  email = (await newManager(mail.app, 'admin')).email
})
afterAll(() => mail.close())
beforeEach(async () => {
  await mail.app.database.db.delete(webhookTargets)
  await mail.app.database.db.delete(outgoingEvents)
  leadsTo = {}
  sent.length = 0
  answer = () => status(204)
})

const asAdmin = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  mail.app.send(method, `/manager/webhooks${path}`, {
    as: await signInManager(mail.app, email),
    ...(body && { body }),
  })
const add = async (events: readonly string[], to = url) =>
  (await asAdmin('POST', '', { url: to, events })).json<Added>()
const logOf = async (targetId: string, query = '') =>
  (await asAdmin('GET', `/${targetId}/deliveries${query}`)).json<Log>()

/** Sends what is due, like the job that runs every minute. */
const deliverDue = async (
  calls: Parameters<typeof createDeliveryJob>[0]['targetCalls'] = { call, resolve },
) => {
  const { database, keyring, now: clock, app } = mail.app
  const job = createDeliveryJob({
    db: database.db,
    keyring,
    clock,
    log: createLog('silent', process.stderr),
    queueEmail: createEmailQueue({ keyring, clock, enqueue: app.jobs.enqueue }),
    publicUrl: new URL('https://credit.harborcredit.us'),
    targetCalls: calls,
  })
  await job.run({}, { now: clock(), log: createLog('silent', process.stderr) })
}
const happens = (clientId = newId()) =>
  emitEvent(mail.app.database.db, {
    type: 'report.imported',
    clientId,
    reportId: newId(),
    at: mail.app.now(),
  })

/** The check that the guide describes for receivers (docs/guides/integrations.md). */
const isGenuine = ({ headers, body }: HttpCall, secret: string) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${String(body)}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

describe('a target', () => {
  it.each([
    ['http://hooks.harborcredit.us/', 'https://'],
    ['https://user:secret@hooks.harborcredit.us/', 'no user name'],
    ['https://127.0.0.1/', 'private network'],
    ['https://localhost/', 'private network'],
    ['https://[::1]/', 'private network'],
    ['https://10.0.0.8/', 'private network'],
    ['https://169.254.169.254/latest/meta-data/', 'private network'],
    ['https://[::ffff:169.254.169.254]/', 'private network'],
    ['https://2130706433/', 'private network'],
    ['https://[fe80::1]/', 'private network'],
    ['https://inside.example/', 'private network'],
    ['https://half-inside.example/', 'private network'],
    ['https://nowhere.example/', 'cannot be found'],
  ])('at %s is refused before anything is stored', async (address, words) => {
    leadsTo = {
      'inside.example': ['192.168.1.20'],
      'half-inside.example': ['93.184.216.34', '10.1.1.1'],
    }
    const refused = await asAdmin('POST', '', { url: address, events: ['client.erased'] })
    expect(refusal(refused)).toEqual([400, 'invalid_request'])
    expect(refused.json<{ message: string }>().message).toContain(words)
    const { target } = await add(['client.erased'])
    const changed = await asAdmin('PATCH', `/${target.id}`, { url: address })
    expect(refusal(changed)).toEqual([400, 'invalid_request'])
    const { data } = (await asAdmin('GET', '')).json<{ data: { url: string }[] }>()
    expect(data.map(one => one.url)).toEqual([url])
  })

  it('shows its secret once, and stores neither it nor the address in the clear', async () => {
    const { secret } = await add(['client.erased'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await asAdmin('GET', '')).body).not.toContain(secret)
    const { rows } = await mail.app.database.pool.query('select t::text as row from webhook_targets t')
    expect(JSON.stringify(rows)).not.toContain('hooks.harborcredit.us')
  })

  it('whose name later resolves to a private address is sent nothing', async () => {
    const { target } = await add(['report.imported'])
    await happens()
    leadsTo = { 'hooks.harborcredit.us': ['10.0.0.8'] }
    await deliverDue()
    expect(sent).toEqual([])
    const { data } = await logOf(target.id)
    expect(data[0]?.attempts.map(({ result }) => result)).toEqual(['private_address'])
  })

  it('is not connected to when its name changes to a private address between check and connection', async () => {
    let connections = 0
    const inside = createServer(socket => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>(done => {
      inside.listen(0, '127.0.0.1', done)
    })
    const { port } = z.object({ port: z.number() }).parse(inside.address())
    const { target } = await add(['report.imported'], `https://hooks.harborcredit.us:${port}/fairfile`)
    await happens()
    let asked = 0
    const rebinding: LookupFunction = (_host, _options, done) => {
      asked += 1
      done(null, [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }])
    }
    await deliverDue({ call: createHttpCall(publicLookup([], rebinding)), resolve: rebinding })
    await new Promise(done => {
      inside.close(done)
    })
    expect([asked, connections]).toEqual([2, 0])
    const { data } = await logOf(target.id)
    expect(data[0]?.attempts.map(({ result }) => result)).toEqual(['unreachable'])
  })
})

describe('an event', () => {
  it('is sent signed, with ids and a time and nothing else, to targets that want it', async () => {
    const { target, secret } = await add(['report.imported'])
    const other = await add(['client.erased'])
    const clientId = newId()
    await happens(clientId)
    await deliverDue()
    expect(sent).toHaveLength(1)
    const [message] = sent
    if (!message) throw new Error('nothing was sent')
    expect(isGenuine(message, secret)).toBe(true)
    expect(isGenuine(message, other.secret)).toBe(false)
    expect(isGenuine({ ...message, body: `${String(message.body)} ` }, secret)).toBe(false)
    const [event] = await mail.app.database.db.select().from(outgoingEvents)
    const at = event?.at.toISOString()
    const reportId = event?.ids.reportId
    expect(reportId).toBeDefined()
    expect(JSON.parse(String(message.body))).toEqual({
      type: 'report.imported',
      timestamp: at,
      data: { clientId, reportId },
    })
    const { data } = await logOf(target.id)
    expect(data).toMatchObject([{ type: 'report.imported', state: 'delivered', nextAt: null }])
    expect(message.headers['webhook-id']).toBe(data[0]?.eventId)
  })

  it('is stored only together with what happened', async () => {
    const { target } = await add(['report.imported'])
    const { db } = mail.app.database
    const undone = db.transaction(async tx => {
      await emitEvent(tx, { type: 'report.imported', clientId: newId(), at: mail.app.now() })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await deliverDue()
    expect(sent).toEqual([])
    await asAdmin('DELETE', `/${target.id}`)
    await happens()
    expect(await db.select().from(outgoingEvents)).toEqual([])
  })

  it('is tried again with the same id and a new time, and redirects are not followed', async () => {
    const { target } = await add(['report.imported'])
    await happens()
    answer = () => status(302)
    await deliverDue()
    await deliverDue()
    expect(sent).toHaveLength(1)
    for (let hours = 0; hours < 60; hours += 1) {
      mail.app.pass(HOUR)
      await deliverDue()
    }
    const ids = new Set(sent.map(({ headers }) => headers['webhook-id']))
    const times = new Set(sent.map(({ headers }) => headers['webhook-timestamp']))
    expect([ids.size, times.size]).toEqual([1, sent.length])
    expect((await logOf(target.id)).data[0]).toMatchObject({ state: 'pending' })
    answer = () => status(200)
    mail.app.pass(27 * HOUR)
    await deliverDue()
    expect((await logOf(target.id)).data[0]).toMatchObject({ state: 'delivered' })
  })

  it('is also signed with the previous secret for a day after a rotation', async () => {
    const { target, secret: before } = await add(['report.imported'])
    const { secret } = (await asAdmin('POST', `/${target.id}/secret`)).json<Added>()
    await happens()
    await deliverDue()
    mail.app.pass(25 * HOUR)
    await happens()
    await deliverDue()
    expect(sent.map(message => [isGenuine(message, secret), isGenuine(message, before)])).toEqual([
      [true, true],
      [true, false],
    ])
  })

  it('can be sent again from the log, and a test at any time', async () => {
    const { target } = await add(['report.imported'])
    const test = (await asAdmin('POST', `/${target.id}/test`)).json<EventDelivery>()
    expect(test).toMatchObject({ type: 'test', state: 'delivered', attempts: [{ status: 204 }] })
    answer = () => status(500)
    await happens()
    await deliverDue()
    const [failing] = (await logOf(target.id)).data
    const path = `/${target.id}/deliveries/${failing?.id}/again`
    expect(refusal(await asAdmin('POST', path))).toEqual([409, 'conflict'])
    await mail.app.database.db
      .update(eventDeliveries)
      .set({ state: 'failed' })
      .where(eq(eventDeliveries.id, failing?.id ?? ''))
    answer = () => status(200)
    const again = (await asAdmin('POST', path)).json<EventDelivery>()
    expect(again).toMatchObject({ state: 'delivered', eventId: failing?.eventId })
    expect(again.attempts.map(one => one.status)).toEqual([500, 200])
    const first = await logOf(target.id, '?limit=1')
    const second = await logOf(target.id, `?limit=1&after=${first.next}`)
    expect([first.data[0]?.type, second.data[0]?.type, second.next]).toEqual([
      'report.imported',
      'test',
      null,
    ])
  })
})

describe('a target that accepts nothing', () => {
  it('for three days is switched off, and admins are notified', async () => {
    const { target } = await add(['report.imported'])
    answer = () => ({ kind: 'lost' })
    for (let day = 0; day < 4; day += 1) {
      await happens()
      await deliverDue()
      mail.app.pass(24 * HOUR)
    }
    const { data } = (await asAdmin('GET', '')).json<{ data: object[] }>()
    expect(data).toMatchObject([{ enabled: false, offBecause: 'failing' }])
    expect((await logOf(target.id)).data.every(({ state }) => state === 'failed')).toBe(true)
    const notices = (await mailTo(mail.app, email)).filter(({ subject }) => subject.includes('webhook'))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.body).toContain('hooks.harborcredit.us accepted no event for 3 days')
    expect(refusal(await asAdmin('POST', `/${target.id}/test`))).toEqual([409, 'conflict'])
  })

  it('and answers 410 Gone is switched off immediately', async () => {
    await add(['report.imported'])
    answer = () => status(410)
    await happens()
    await deliverDue()
    const { data } = (await asAdmin('GET', '')).json<{ data: object[] }>()
    expect(data).toMatchObject([{ enabled: false, offBecause: 'gone' }])
  })
})

it('events about clients are sent until their erasure, without personal data', async () => {
  const { target } = await add(outgoingEventTypes)
  const { app } = mail
  const { db } = app.database
  // A real mail provider would not mail a letter made from a sandbox report.
  const reported = await app.register({ ssn: '214984323', consents: { reportAccess: true } })
  await app.work()
  const writer = await app.register()
  const body = { action: 'place', bureaus: ['Equifax'], attested: true }
  const made = await app.send('POST', '/dispute/freeze', { as: writer, body })
  const { id } = made.json<{ id: string }>()
  await app.send('POST', `/dispute/${id}/send-physical`, { as: writer, body: {} })
  for (const news of ['delivered', 'returned_to_sender']) {
    const { payload, headers } = mail.lob.move(mail.lob.ledger.at(-1)?.id ?? '', news)
    await app.app.http.inject({ method: 'POST', url: '/api/v1/webhooks/lob', payload, headers })
  }
  const item = await findCollection(app, reported)
  const dispute = await postDispute(app, reported, 'account', { items: [item] })
  const [bureau = ''] = item.bureaus
  const on = dayIn('America/New_York', app.now())
  const answered = { itemId: dispute.items[0]?.id, bureau, outcome: 'verified', on }
  const noted = await app.send('PUT', `/dispute/${dispute.id}/outcome`, { as: reported, body: answered })
  expect(noted.statusCode).toBe(200)
  await deliverDue()
  await db
    .update(users)
    .set({ deletionAskedAt: new Date('2026-01-01') })
    .where(eq(users.id, writer.userId))
  for (const task of app.app.cleanupTasks) await task(db, app.now())
  await deliverDue()
  const SentEvent = z.object({ type: z.string(), data: z.object({ clientId: z.string() }) })
  const events = sent.map(one => SentEvent.parse(JSON.parse(String(one.body))))
  const typesOf = (clientId: string) =>
    events.flatMap(({ type, data }) => (data.clientId === clientId ? [type] : []))
  expect(typesOf(reported.userId).toSorted()).toEqual([
    'client.registered',
    'dispute.created',
    'identity.confirmed',
    'outcome.recorded',
    'report.imported',
  ])
  expect(typesOf(writer.userId).toSorted()).toEqual([
    'client.erased',
    'client.registered',
    'dispute.created',
    'letter.delivered',
    'letter.mailed',
    'letter.returned',
  ])
  // Agreements need an operator with other settings: src/app/agreement.test.ts.
  const here = outgoingEventTypes.filter(type => !type.startsWith('agreement.'))
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(here))
  const text = JSON.stringify(sent)
  for (const secret of [reported.phoneNumber, reported.ssn, writer.phoneNumber, 'Equifax'])
    expect(text).not.toContain(secret)
  const kept = (await logOf(target.id)).data.map(({ type }) => type)
  expect(kept.toSorted()).toEqual([
    'client.erased',
    'client.registered',
    'dispute.created',
    'identity.confirmed',
    'outcome.recorded',
    'report.imported',
  ])
})
