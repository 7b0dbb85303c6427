import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { lobMailProvider } from '#providers/letters/lob.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { createServerData } from '#test/support/own-database.ts'
import { runCommand } from '#test/support/run-server.ts'
import { defaultMailTimes as times } from '../times.ts'
import { adoptManually, giveUpManually, listOperatorQueue, resolveDiscrepancy } from './operator.ts'
import { mailJobs } from './tables.ts'

let mail: MailApp
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '1000,1000' })
})
afterAll(() => mail.close())

const db = () => mail.app.database.db
const deps = () => {
  const { now: clock, keyring } = mail.app
  const provider = lobMailProvider({ apiKey: fakeLobKey, baseUrl: new URL(mail.lob.url), clock })
  return { times, clock, keyring, provider, onLetter: async () => undefined }
}
const adopt = (mailJobId: string, providerId: string) =>
  adoptManually(db(), deps(), { mailJobId, providerId })
const giveUp = (mailJobId: string) => giveUpManually(db(), deps(), { mailJobId, reason: 'cancelled at Lob' })
const letterOf = (id: string) => mail.lob.ledger.find(({ metadata }) => metadata.mail_job_id === id)?.id ?? ''

/** A job that waits for an operator; `printed`: the provider has its letter. */
const waiting = async ({ printed, lagMs = 0 }: { printed: boolean; lagMs?: number }) => {
  mail.lob.faults.next = printed
    ? [{ kind: 'lags', ms: lagMs }]
    : [{ kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
  const id = (await mail.mail()) ?? ''
  const columns = { phase: 'needs_operator', problem: 'never_cleared_up', providerId: null } as const
  await db().update(mailJobs).set(columns).where(eq(mailJobs.id, id))
  return id
}
const actsOf = async (id: string) => {
  const { letterId } = await mail.row(id)
  const { rows } = await db().execute<{ act: string; actor: string }>(
    sql`select act, actor from audit_events where object_id = ${letterId} order by id`,
  )
  return rows
}

describe('an operator', () => {
  it('sees which mailings wait but not whose they are', async () => {
    const id = await waiting({ printed: false })
    const { holds, mailings } = await listOperatorQueue(db(), mail.app.now())
    expect(holds).toEqual([])
    expect(mailings.find(one => one.id === id)).toMatchObject({ problem: 'never_cleared_up' })
    expect(JSON.stringify(mailings)).not.toMatch(/Maya|Mission Oak|Pasadena/)
  })

  it('adopts the letter of a mailing once, and the audit log records it', async () => {
    const id = await waiting({ printed: true })
    expect(await adopt(id, letterOf(id))).toBe('done')
    expect(await mail.row(id)).toMatchObject({ phase: 'submitted', providerId: letterOf(id) })
    expect(await actsOf(id)).toEqual([{ act: 'mailing_adopted', actor: 'system' }])
    expect(await adopt(id, letterOf(id))).toBe('not_waiting')
  })

  it('cannot adopt a letter of another mailing, a missing letter or a cancelled one', async () => {
    const [id, other] = [await waiting({ printed: true }), await waiting({ printed: true })]
    expect(await adopt(id, letterOf(other))).toBe('other_letter')
    expect(await adopt(id, 'ltr_nowhere1')).toBe('no_letter')
    expect(await adopt(newId(), letterOf(id))).toBe('other_letter')
    await deps().provider.cancel(letterOf(id))
    expect(await adopt(id, letterOf(id))).toBe('cancelled_letter')
    expect((await mail.row(id)).phase).toBe('needs_operator')
  })

  it('gives up a mailing, and its owner can have it mailed again', async () => {
    const id = await waiting({ printed: false })
    expect(await giveUp(id)).toBe('done')
    expect(await mail.row(id)).toMatchObject({
      phase: 'rejected',
      problem: 'given_up: cancelled at Lob',
      refusalMessage: 'We could not hand this letter to the mail provider.',
    })
    expect(await actsOf(id)).toEqual([{ act: 'mailing_given_up', actor: 'system' }])
    expect(await giveUp(id)).toBe('not_waiting')
    expect(await giveUp(newId())).toBe('no_mailing')
  })

  it('cannot give up a job whose letter a webhook named, even if lists do not show it yet', async () => {
    const id = await waiting({ printed: true, lagMs: 60_000 })
    const { payload, headers } = mail.lob.move(letterOf(id), 'in_transit', mail.app.now())
    const call = { method: 'POST', url: '/api/v1/webhooks/lob', payload, headers: { ...headers } } as const
    await mail.app.app.http.inject(call)
    expect(await giveUp(id)).toBe('letter_there')
  })

  it('cannot give up a mailing whose letter the provider created long ago', async () => {
    const id = await waiting({ printed: true })
    mail.app.pass(40 * 24 * 60 * 60_000)
    expect(await giveUp(id)).toBe('letter_there')
  })

  it('cannot give up a mailing whose letter the provider has', async () => {
    const id = await waiting({ printed: true })
    expect(await giveUp(id)).toBe('letter_there')
    await deps().provider.cancel(letterOf(id))
    expect(await giveUp(id)).toBe('done')
  })
})

describe('a letter that matches no mailing', () => {
  it('is listed until an operator resolves it, and the next reconciliation does not list it again', async () => {
    const id = await waiting({ printed: true })
    const providerId = letterOf(id)
    await db().delete(mailJobs).where(eq(mailJobs.id, id))
    const listed = async () =>
      (await listOperatorQueue(db(), mail.app.now())).strange.map(strange => strange.providerId)
    await mail.app.app.mailer.reconcileLetters()
    expect(await listed()).toContain(providerId)
    expect(await resolveDiscrepancy(db(), deps(), providerId)).toBe('done')
    await mail.app.app.mailer.reconcileLetters()
    expect(await listed()).not.toContain(providerId)
    expect(await resolveDiscrepancy(db(), deps(), providerId)).toBe('no_letter')
    expect(await resolveDiscrepancy(db(), deps(), 'ltr_nowhere1')).toBe('no_letter')
  })
})

describe('the command', () => {
  it('lists what waits, and explains what is wrong with its arguments', async () => {
    const { settings, remove } = await createServerData()
    const command = (...parameters: string[]) =>
      runCommand('mail-operator', parameters, { ...settings, LOG_LEVEL: 'error' })
    expect(await command('list')).toMatchObject({ code: 0, printed: 'nothing waits for an operator\n' })
    expect((await command('give-up', newId(), '--reason', 'lost')).printed).toContain(
      'there is no such mailing',
    )
    const refused = await command('adopt', 'one', 'two')
    expect(refused.printed).toContain('Usage: npm run mail')
    expect(refused.code).toBe(78)
    await remove()
  })
})
