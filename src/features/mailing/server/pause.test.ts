import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { defaultMailTimes as times } from '../times.ts'
import { pauseSending, takeProbe } from './mail-switch.ts'
import { readMailStatus } from './operator.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const holds = async () =>
  (await readMailStatus(mail.app.database.db, mail.app.now())).holds.map(({ reason }) => reason)
const printed = (id: string) => mail.lob.ledger.filter(({ metadata }) => metadata.mail_job_id === id)
const sends = () => mail.lob.calls.filter(({ method }) => method === 'POST').length
const fail = () => ({ kind: 'fails', status: 500, done: true }) as const
const down = () => {
  mail.lob.faults.by = fail
}

it('sending pauses while the provider is failing, one letter probes it, and sending resumes when that succeeds', async () => {
  const ambiguous: string[] = []
  down()
  for (let letter = 0; letter < 10; letter += 1) ambiguous.push((await mail.mail()) ?? '')
  expect(await holds()).toEqual(['failing'])
  expect(mail.app.logged()).toContain('the mail provider keeps failing')

  const waiting = [await mail.mail(), await mail.mail(), await mail.mail()].map(id => id ?? '')
  const before = sends()
  await mail.pass(10 * SECOND)
  expect(sends()).toBe(before)
  expect((await mail.row(waiting[0] ?? '')).phase).toBe('ready')

  // Lookups continue, and one letter probes the provider; it fails, so sending stays paused.
  await mail.pass(30 * SECOND)
  expect(sends()).toBe(before + 1)
  expect(await holds()).toEqual(['failing'])

  // Lists answer again: ambiguous letters are found although nothing is sent.
  mail.lob.faults.by = null
  const listed = mail.lob.calls.length
  await mail.pass(25 * SECOND)
  expect(sends()).toBe(before + 1)
  expect(mail.lob.calls.length).toBeGreaterThan(listed)
  for (const id of ambiguous) expect((await mail.row(id)).phase).toBe('submitted')

  await mail.pass(10 * SECOND)
  expect(await holds()).toEqual([])
  await mail.pass(2 * MINUTE)
  await mail.pass(MINUTE)
  for (const id of [...ambiguous, ...waiting]) {
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted' })
    expect(printed(id)).toHaveLength(1)
  }
})

it('of several servers one starts the pause, and one gets the probe', async () => {
  const { db } = mail.app.database
  const now = mail.app.now()
  const five = [1, 2, 3, 4, 5]
  const begun = await Promise.all(five.map(() => pauseSending(db, now, times)))
  expect(begun.filter(Boolean)).toHaveLength(1)
  const probeAt = new Date(now.getTime() + times.probe)
  const taken = await Promise.all(five.map(() => takeProbe(db, probeAt, probeAt, times)))
  expect(taken.filter(Boolean)).toHaveLength(1)
})
