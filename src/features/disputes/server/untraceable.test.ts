import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markAccountGone } from '#features/mailing/server/account-gone.ts'
import { initializeMailSwitch } from '#features/mailing/server/mail-switch.ts'
import { listOperatorQueue } from '#features/mailing/server/operator.ts'
import { mailJobs, mailProviders, mailSwitch } from '#features/mailing/server/tables.ts'
import { lobMailProvider } from '#providers/letters/lob.ts'
import { fakeLobKey } from '#test/fakes/fake-lob.ts'
import type { Tokens } from '#test/support/app.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import type { Dispute } from '../dispute-contract.ts'
import { unknownOutcomeMessage } from '../dispute-status.ts'
import { listAllLetters } from './store.ts'

/**
 * A restored copy whose provider account no longer exists: it is unknown what was mailed since the backup, and none of it
 * is mailed again.
 */

const MINUTE = 60_000
const GONE = '0192f0c1-0000-7000-8000-00000000acc0'

let mail: MailApp
let as: Tokens
let phoneNumber: string
beforeAll(async () => {
  mail = await openMailApp({ MAIL_DAILY_CAP: '400,500' })
  const person = await mail.app.register({ streetAddress: '418 Alder Street', email: 'gone@example.com' })
  ;[as, phoneNumber] = [person, person.phoneNumber]
  // Identify the configured key before the account is gone: neither key can see the other's letters.
  await mail.pass(MINUTE)
  await db().insert(mailProviders).values({ name: 'lob:gone', account: GONE, seenAt: mail.app.now() })
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.lob.faults.next = []
})

const db = () => mail.app.database.db
const make = async (): Promise<Dispute> => {
  const body = { action: 'place', bureaus: ['TransUnion'], attested: true, repeat: true }
  const made = await mail.app.send('POST', '/dispute/freeze', { as, body })
  if (made.statusCode !== 201) throw new Error(made.body)
  return made.json<Dispute>()
}
const send = async ({ id }: Dispute) =>
  (await mail.app.send('POST', `/dispute/${id}/send-physical`, { as, body: {} })).statusCode
const letterOf = async ({ id }: Dispute) => {
  const [letter] = (await mail.app.send('GET', `/dispute/${id}`, { as })).json<Dispute>().letters
  if (!letter) throw new Error('a dispute without a letter')
  return letter
}
const sendAgain = async (dispute: Dispute) => {
  const { id } = await letterOf(dispute)
  const body = { reason: 'I never had it mailed.' }
  return (await mail.app.send('POST', `/dispute/letter/${id}/mail-again`, { as, body })).statusCode
}
const rowsOf = async (dispute: Dispute) =>
  db()
    .select()
    .from(mailJobs)
    .where(eq(mailJobs.letterId, (await letterOf(dispute)).id))
const printed = async (dispute: Dispute) => {
  const ids = (await rowsOf(dispute)).map(({ id }) => id)
  return mail.lob.ledger.filter(({ metadata }) => ids.includes(metadata.mail_job_id ?? '')).length
}
const stateOf = async (dispute: Dispute) => (await letterOf(dispute)).mailState
const refuse = () => {
  // The first call is the address check.
  mail.lob.faults.next = [null, { kind: 'refuses', status: 429, code: 'rate_limit_exceeded' }]
}

/** From now on the database is a copy that mailed by the lost account. */
const restore = async () => {
  await db().update(mailJobs).set({ provider: 'lob:gone' })
  await db().update(mailSwitch).set({ account: GONE })
  await initializeMailSwitch(db(), mail.app.now(), { wasRestored: true })
  await mail.pass(MINUTE)
}
const holds = async () => (await listOperatorQueue(db(), mail.app.now())).holds.map(({ reason }) => reason)
const gone = (account = GONE) => {
  const { now: clock, keyring } = mail.app
  const post = lobMailProvider({ apiKey: fakeLobKey, baseUrl: new URL(mail.lob.url), clock })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const deps = { db: db(), keyring, clock, log, provider: post, letters: listAllLetters }
  return markAccountGone(deps, { account, reason: 'closed by Lob' })
}

describe('a copy whose account no longer exists', () => {
  it('remails nothing that may have been mailed, tells the user, and continues with new letters', async () => {
    const [delivered, sentSince, open, neverSent, failed] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    await send(delivered)
    await send(failed)
    await send(sentSince)
    refuse()
    await send(open)
    await db()
      .update(mailJobs)
      .set({ deliveryStatus: 'failed' })
      .where(eq(mailJobs.letterId, (await letterOf(failed)).id))
    // The backup was made before this letter was sent.
    await db()
      .delete(mailJobs)
      .where(eq(mailJobs.letterId, (await letterOf(sentSince)).id))
    await restore()
    expect(await holds()).toEqual(['restore'])
    // Users press Send again while mailing is on hold, and someone creates a dispute that is certainly new.
    await send(sentSince)
    mail.app.pass(MINUTE)
    const made = await make()
    await send(made)
    const before = mail.lob.ledger.length

    expect(await gone()).toBe(4)
    expect(await holds()).toEqual([])
    for (const dispute of [sentSince, open, neverSent, failed]) {
      expect(await stateOf(dispute)).toBe('untraceable')
      expect((await letterOf(dispute)).next).toEqual(unknownOutcomeMessage)
      expect(await send(dispute)).toBe(200)
    }
    for (let turn = 0; turn < 4; turn += 1) await mail.pass(20 * MINUTE)
    as = await mail.app.signIn(phoneNumber)
    expect(mail.lob.ledger.length - before).toBe(1)
    expect(await printed(made)).toBe(1)
    expect(await stateOf(delivered)).toBe('submitted')

    // The user knows that it was never mailed, and confirms that.
    expect(await sendAgain(neverSent)).toBe(200)
    await mail.pass(MINUTE)
    expect(await printed(neverSent)).toBe(1)
    expect(await sendAgain(delivered)).toBe(409)
  })

  it('stores a row for the statement, and one for each letter', async () => {
    const { rows } = await db().execute<{ act: string; letters: number }>(
      sql`select act, count(*)::int as letters from audit_events where act in ('mail_account_gone', 'mailing_untraceable') group by act order by act`,
    )
    expect(rows).toEqual([
      { act: 'mail_account_gone', letters: 1 },
      { act: 'mailing_untraceable', letters: 4 },
    ])
  })
})

describe('letters that wait for an account that no longer exists', () => {
  it('are untraceable if they may have been mailed, and given up if certainly nothing was sent', async () => {
    const [unclear, unsent, untouched] = [await make(), await make(), await make()]
    for (const dispute of [unclear, unsent, untouched]) {
      refuse()
      await send(dispute)
      const letterId = eq(mailJobs.letterId, (await letterOf(dispute)).id)
      await db().update(mailJobs).set({ provider: 'lob:gone' }).where(letterId)
      if (dispute === untouched) continue
      const problem = dispute === unclear ? 'other_account' : 'never_handed_over'
      await db().update(mailJobs).set({ phase: 'needs_operator', problem }).where(letterId)
    }
    expect(await gone()).toBe(1)
    expect(await stateOf(unclear)).toBe('untraceable')
    expect(await stateOf(unsent)).toBe('rejected')
    expect(await printed(untouched)).toBe(0)
    await mail.pass(MINUTE)
    expect(await printed(untouched)).toBe(1)
    expect(await printed(unclear)).toBe(0)
  })
})

it('an account cannot be declared gone if it can be queried, is unknown, or the provider does not respond', async () => {
  const [own] = await db().select().from(mailProviders).where(sql`${mailProviders.name} <> 'lob:gone'`)
  expect(await gone(own?.account)).toBe('own_account')
  expect(await gone('0192f0c1-0000-7000-8000-0000000000ff')).toBe('no_account')
  await db()
    .delete(mailProviders)
    .where(eq(mailProviders.account, own?.account ?? ''))
  mail.lob.faults.next = [{ kind: 'fails', status: 500, done: false }]
  await db().update(mailJobs).set({ provider: 'lob:gone' })
  expect(await gone()).toBe('account_not_known')
})
