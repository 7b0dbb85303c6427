import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { mailJobs } from './tables.ts'

const MINUTE = 60_000

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const printedOf = (id: string) => mail.post.ledger.filter(({ metadata }) => metadata.mail_job_id === id)
/** A letter that was printed although its call was dropped, and the webhook about it. */
const printedUnseen = async (columns: Partial<typeof mailJobs.$inferInsert>) => {
  mail.post.faults.next = [{ kind: 'drops', done: true }]
  const id = (await mail.mail()) ?? ''
  await mail.app.database.db.update(mailJobs).set(columns).where(eq(mailJobs.id, id))
  const { payload, headers } = mail.post.move(printedOf(id)[0]?.id ?? '', 'in_transit', mail.app.now())
  const tell = () =>
    mail.app.app.http.inject({
      method: 'POST',
      url: '/api/v1/webhooks/lob',
      payload,
      headers: { ...headers },
    })
  return { id, tell }
}

it('a letter that the provider tells of before its new key was used is not mailed again', async () => {
  const dueAt = new Date(mail.app.now().getTime() + 10 * MINUTE)
  const { id, tell } = await printedUnseen({
    phase: 'ready',
    keyGeneration: 2,
    unclear: false,
    firstAttemptAt: null,
    dueAt,
  })
  await tell()
  await mail.pass(10 * MINUTE)
  expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: printedOf(id)[0]?.id })
  expect(printedOf(id)).toHaveLength(1)
})

it('a look-up that began before the provider told of the letter counts for nothing', async () => {
  const { id, tell } = await printedUnseen({
    leaseUntil: new Date(mail.app.now().getTime() + MINUTE),
    leaseToken: '0192f0c1-0000-7000-8000-000000000001',
  })
  await tell()
  expect(await mail.row(id)).toMatchObject({ phase: 'unknown', leaseToken: null, leaseUntil: null })
  await mail.pass(0)
  expect((await mail.row(id)).phase).toBe('submitted')
  expect(printedOf(id)).toHaveLength(1)
})
