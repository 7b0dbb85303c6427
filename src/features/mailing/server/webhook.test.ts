import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scatterWebhooks, signWebhook, type WebhookCall } from '#test/fakes/fake-lob-letters.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { defaultMailTimes } from '../times.ts'
import { mailEvents, mailJobs } from './tables.ts'
import { ingestWebhooks } from './tracking-events.ts'

const MINUTE = 60_000

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const deliver = ({ payload, headers }: WebhookCall) =>
  mail.app.app.http.inject({ method: 'POST', url: '/api/v1/webhooks/lob', payload, headers: { ...headers } })
const mailedLetter = async () => {
  const id = (await mail.mail()) ?? ''
  const { providerId } = await mail.row(id)
  return { id, providerId: providerId ?? '' }
}
const eventsOf = async (providerId: string) =>
  (await mail.app.database.db.select().from(mailEvents)).filter(one => one.providerId === providerId)

describe('a webhook event', () => {
  it('updates the status of its letter, and each event counts once', async () => {
    const { id, providerId } = await mailedLetter()
    const call = mail.lob.move(providerId, 'in_transit')
    for (let time = 0; time < 3; time++) expect((await deliver(call)).json()).toEqual({ success: true })
    expect((await mail.row(id)).deliveryStatus).toBe('sent')
    expect(await eventsOf(providerId)).toHaveLength(1)
  })

  it('leads to the same state in any order', async () => {
    const { id, providerId } = await mailedLetter()
    const types = [
      'rendered_pdf',
      'mailed',
      'in_transit',
      'in_local_area',
      'processed_for_delivery',
      'delivered',
    ]
    const calls = types.map(type => {
      mail.app.pass(60_000)
      return mail.lob.move(providerId, type, mail.app.now())
    })
    const last = calls.at(-1)
    for (const call of [...scatterWebhooks(calls, 7), ...(last ? [last] : [])]) await deliver(call)
    expect((await mail.row(id)).deliveryStatus).toBe('delivered')
  })

  it('that ends delivery is confirmed by a poll', async () => {
    const { id, providerId } = await mailedLetter()
    await deliver(mail.lob.move(providerId, 'returned_to_sender'))
    expect(await mail.row(id)).toMatchObject({ deliveryStatus: 'returned', askAt: mail.app.now() })
  })

  it('is rejected without a valid signature or with an old timestamp', async () => {
    const { id, providerId } = await mailedLetter()
    const call = mail.lob.move(providerId, 'delivered')
    const refused = async (changed: WebhookCall) => (await deliver(changed)).statusCode
    expect(await refused({ ...call, payload: call.payload.replace('delivered', 'returned') })).toBe(403)
    expect(await refused({ ...call, headers: { 'content-type': 'application/json' } })).toBe(403)
    expect(await refused(signWebhook(call.payload, mail.app.now(), 'another secret'))).toBe(403)
    const old = new Date(mail.app.now().getTime() - 6 * 60_000)
    expect(await refused(signWebhook(call.payload, old))).toBe(403)
    expect((await mail.row(id)).deliveryStatus).toBe('submitted')
  })

  it('about a letter being submitted waits for it', async () => {
    mail.lob.faults.next = [{ kind: 'drops', done: true }]
    const id = (await mail.mail()) ?? ''
    const letter = mail.lob.ledger.find(({ metadata }) => metadata.mail_job_id === id)
    expect((await mail.row(id)).phase).toBe('unknown')
    await deliver(mail.lob.move(letter?.id ?? '', 'mailed'))
    await mail.pass(1_000)
    expect(await mail.row(id)).toMatchObject({
      phase: 'submitted',
      providerId: letter?.id,
      deliveryStatus: 'sent',
    })
  })

  it('that arrives while its letter is being recorded is included', async () => {
    mail.lob.faults.next = [{ kind: 'drops', done: true }]
    const mailJobId = (await mail.mail()) ?? ''
    const providerId = mail.lob.ledger.at(-1)?.id ?? ''
    const { database } = mail.app
    const notice = { id: 'evt_at_once', event: 'mailed', at: mail.app.now(), providerId, mailJobId } as const
    const taken = await database.db.transaction(async tx => {
      await tx
        .update(mailJobs)
        .set({ providerId, phase: 'submitted', deliveryStatus: 'submitted' })
        .where(eq(mailJobs.id, mailJobId))
      const taking = ingestWebhooks(database.db, [notice], mail.app.now(), {
        times: defaultMailTimes,
        onLetter: async () => undefined,
      })
      const waits = async () => {
        const { rows } = await tx.execute(sql`select 1 from pg_locks where not granted`)
        return rows.length > 0
      }
      // The embedded database has one connection, so there the webhook waits for this whole transaction.
      while (database.kind === 'postgres' && !(await waits()));
      return { taking }
    })
    expect((await taken.taking)(notice)).toBe('applied')
    expect((await mail.row(mailJobId)).deliveryStatus).toBe('sent')
  })

  it('in a batch applies to its own letter, in any order', async () => {
    const [first, second] = [await mailedLetter(), await mailedLetter()]
    mail.lob.faults.next = [{ kind: 'drops', done: true }]
    const unclear = (await mail.mail()) ?? ''
    const notice = (
      id: string,
      event: 'mailed' | 'delivered',
      providerId: string,
      mailJobId: string | null,
    ) => ({ id, event, at: mail.app.now(), providerId, mailJobId }) as const
    const mailed = notice('evt_c', 'mailed', first.providerId, first.id)
    const notices = [
      notice('evt_d', 'delivered', second.providerId, second.id),
      mailed,
      notice('evt_b', 'delivered', first.providerId, null),
      notice('evt_a', 'mailed', 'ltr_of_nobody', 'no id of ours'),
      notice('evt_e', 'mailed', 'ltr_just_made', unclear),
    ]
    const deps = { times: defaultMailTimes, onLetter: async () => undefined }
    const ingest = (some: typeof notices) =>
      ingestWebhooks(mail.app.database.db, some, mail.app.now(), deps).then(resultOf => some.map(resultOf))
    expect(await ingest([mailed])).toEqual(['applied'])
    expect(await ingest(notices)).toEqual(['applied', 'duplicate', 'applied', 'orphan', 'pending'])
    expect((await mail.row(first.id)).deliveryStatus).toBe('delivered')
    expect((await mail.row(second.id)).deliveryStatus).toBe('delivered')
    expect(await mail.row(unclear)).toMatchObject({ phase: 'unknown', providerId: null })
    expect(await eventsOf(first.providerId)).toHaveLength(2)
  })

  it('about a letter that is not ours is acknowledged and counted', async () => {
    const { providerId } = await mailedLetter()
    const call = mail.lob.move(providerId, 'mailed')
    const payload = call.payload
      .replaceAll(providerId, 'ltr_ffffffffffffffff')
      .replace(/"metadata":\{[^}]*\}/, '"metadata":{}')
    expect((await deliver(signWebhook(payload, mail.app.now()))).statusCode).toBe(200)
    expect(mail.app.logged()).toContain('"code":"orphan"')
  })
})

const printedOf = (id: string) => mail.lob.ledger.filter(({ metadata }) => metadata.mail_job_id === id)
/** A letter that was printed although its call failed, and the webhook about it. */
const printedUnseen = async (columns: Partial<typeof mailJobs.$inferInsert>) => {
  mail.lob.faults.next = [{ kind: 'drops', done: true }]
  const id = (await mail.mail()) ?? ''
  await mail.app.database.db.update(mailJobs).set(columns).where(eq(mailJobs.id, id))
  const call = mail.lob.move(printedOf(id)[0]?.id ?? '', 'in_transit', mail.app.now())
  return { id, notify: () => deliver(call) }
}

it('a letter that a webhook names before its new key is used is not mailed again', async () => {
  const dueAt = new Date(mail.app.now().getTime() + 10 * MINUTE)
  const { id, notify } = await printedUnseen({
    phase: 'ready',
    keyGeneration: 2,
    ambiguous: false,
    firstAttemptAt: null,
    dueAt,
  })
  await notify()
  await mail.pass(10 * MINUTE)
  expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: printedOf(id)[0]?.id })
  expect(printedOf(id)).toHaveLength(1)
})

it('a lookup that began before the webhook is discarded', async () => {
  const { id, notify } = await printedUnseen({
    leaseUntil: new Date(mail.app.now().getTime() + MINUTE),
    leaseToken: '0192f0c1-0000-7000-8000-000000000001',
  })
  await notify()
  expect(await mail.row(id)).toMatchObject({ phase: 'unknown', leaseToken: null, leaseUntil: null })
  await mail.pass(0)
  expect((await mail.row(id)).phase).toBe('submitted')
  expect(printedOf(id)).toHaveLength(1)
})
