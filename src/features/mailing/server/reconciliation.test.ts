import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lobMailProvider } from '#providers/letters/lob.ts'
import { letterOf } from '#providers/letters/port.suite.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { readInstallationId } from './mail-switch.ts'
import { mailDiscrepancies, mailJobs } from './tables.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const db = () => mail.app.database.db
const printedOf = (id: string) =>
  mail.lob.ledger.filter(({ metadata, cancelled }) => metadata.mail_job_id === id && !cancelled)
const orphanOf = async (providerId: string) => {
  const [orphan] = await db()
    .select()
    .from(mailDiscrepancies)
    .where(eq(mailDiscrepancies.providerId, providerId))
  return orphan
}
const write = (id: string, columns: Partial<typeof mailJobs.$inferInsert>) =>
  db().update(mailJobs).set(columns).where(eq(mailJobs.id, id))
/** A sent letter, with the provider's id. */
const mailed = async () => {
  const id = (await mail.mail()) ?? ''
  return { id, first: printedOf(id)[0]?.id ?? '' }
}
/** A second letter of the same job, which should never exist. */
const secondOf = async (mailJobId: string) => {
  const provider = lobMailProvider({
    apiKey: fakeLobKey,
    baseUrl: new URL(mail.lob.url),
    clock: mail.app.now,
  })
  const request = letterOf(mail.userId, { mailJobId, env: await readInstallationId(db()) })
  const sent = await provider.send(request, `another key of ${mailJobId}`)
  if (sent.answer !== 'accepted') throw new Error('the second letter was not made')
  return sent.providerId
}
const pair = () => mail.app.app.mailer.reconcileLetters()

describe('the nightly reconciliation', () => {
  it('cancels a second letter while it still can, and lists it', async () => {
    const { id, first } = await mailed()
    mail.app.pass(MINUTE)
    const second = await secondOf(id)
    await pair()
    expect(printedOf(id).map(letter => letter.id)).toEqual([first])
    expect(await orphanOf(second)).toMatchObject({ kind: 'second', mailJobId: id })
  })

  it('does not cancel a letter that is the only one', async () => {
    const { id, first } = await mailed()
    await write(id, { providerId: 'ltr_other1' })
    await pair()
    expect(printedOf(id).map(letter => letter.id)).toEqual([first])
    expect(await orphanOf(first)).toMatchObject({ kind: 'second', mailJobId: id })
  })

  it('adopts a letter that was given up', async () => {
    const { id, first } = await mailed()
    await write(id, { providerId: null, phase: 'needs_operator' })
    await pair()
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: first })
  })

  it('adopts the older of two that were given up, and cancels the younger', async () => {
    const { id, first } = await mailed()
    mail.app.pass(MINUTE)
    await secondOf(id)
    await write(id, { providerId: null, phase: 'needs_operator' })
    await pair()
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: first })
    expect(printedOf(id).map(letter => letter.id)).toEqual([first])
  })

  it('lists a letter that the provider does not know', async () => {
    const { id } = await mailed()
    await write(id, { providerId: 'ltr_nowhere1' })
    mail.app.pass(HOUR)
    await pair()
    expect(await orphanOf('ltr_nowhere1')).toMatchObject({ kind: 'missing' })
  })
})

describe('silent letters', () => {
  it('are polled even when the poll of one of them fails', async () => {
    const [first, second] = [await mailed(), await mailed()]
    await mail.ask()
    await write(first.id, { askAt: mail.app.now() })
    await write(second.id, { askAt: new Date(mail.app.now().getTime() + 1) })
    mail.lob.move(second.first, 'delivered', mail.app.now())
    mail.app.pass(MINUTE)
    mail.lob.faults.next = [{ kind: 'garbage', body: 'nothing' }]
    await mail.ask()
    expect((await mail.row(second.id)).deliveryStatus).toBe('delivered')
    mail.app.pass(2 * HOUR)
    await mail.ask()
    expect((await mail.row(first.id)).askAt?.getTime()).toBeGreaterThan(mail.app.now().getTime())
  })
})

describe('letters at another provider', () => {
  it('are not looked up at this one', async () => {
    const { id } = await mailed()
    await write(id, { providerId: 'ltr_sandbox1', provider: 'sandbox', askAt: mail.app.now() })
    await mail.pass(HOUR)
    await pair()
    await mail.ask()
    expect(await orphanOf('ltr_sandbox1')).toBeUndefined()
  })

  it('that were not submitted yet wait for an operator and are not printed by this one', async () => {
    mail.lob.faults.next = [{ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
    const id = (await mail.mail()) ?? ''
    await write(id, { provider: 'sandbox' })
    await mail.pass(HOUR)
    expect(await mail.row(id)).toMatchObject({ phase: 'needs_operator', problem: 'other_kind' })
    expect(printedOf(id)).toEqual([])
  })
})
