import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualRetention } from '#api/retention.ts'
import { platformPersonalData } from '#app/personal-data.ts'
import type { Analytics } from '#features/credit/contract.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { identityPersonalData } from '#features/identity/server/personal-data.ts'
import { openKeyring } from '#platform/boot.ts'
import { rewrittenTables } from '#platform/db/rewrite.ts'
import { rememberedAnswers, userKeys } from '#platform/db/tables.ts'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { mailTo } from '#test/support/mailbox.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { refusal } from '#test/support/refusal.ts'
import { danielsDocument } from '#test/support/reports/demo-documents.ts'
import { eraseDueUsers } from './account-deletion.ts'

const DAY = 24 * 60 * 60_000

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

/** Their keyed indexes belong to managers, who are not erased with a user. */
const ofStaff = ['managers', 'invitations']

const remove = (as: Tokens) => app.send('DELETE', '/user', { as })
const restore = (as: Tokens) => app.send('POST', '/user/restore', { as })
const me = async (as: Tokens) => (await app.send('GET', '/user/info', { as })).json<UserInfo>()
const tidyAll = async () => {
  for (const tidy of app.app.cleanupTasks) await tidy(app.database.db, app.now())
}
const signInCode = async (phoneNumber: string) => {
  const sent = await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
  expect(sent.statusCode).toBe(200)
  const body = { phoneNumber, code: await app.codeFor(phoneNumber) }
  return refusal(await app.send('POST', '/auth/login', { body }))
}
const auditOf = async (userId: string) => {
  const { rows } = await app.database.db.execute<{ act: string; actor: string }>(
    sql`select act, actor from audit_events where user_id = ${userId} order by at, id`,
  )
  return rows
}

describe('requesting deletion', () => {
  it('ends every session, emails the user, and returns the date', async () => {
    const person = await app.register({ email: 'leaving@mail.example' })
    const other = await app.signIn(person.phoneNumber)
    const manager = await startImpersonation(app, person.userId, 'She asked how to leave us.')
    const deletionAt = new Date(app.now().getTime() + 7 * DAY).toISOString()
    const answer = await remove(person)
    expect(answer.json()).toEqual({ success: true, deletionAt })
    expect(answer.headers['clear-site-data']).toBe('"cache", "storage"')
    for (const as of [person, other, manager])
      expect(refusal(await app.send('GET', '/user/info', { as }))).toEqual([401, 'no_session'])
    const [notice] = await mailTo(app, 'leaving@mail.example')
    expect(notice?.subject).toBe('Your Fairfile account will be deleted')
    expect(notice?.body).toContain('keep the account')
    expect((await me(await app.signIn(person.phoneNumber))).deletionAt).toBe(deletionAt)
  })

  it('counts from the first time', async () => {
    const person = await app.register({ email: 'twice@mail.example' })
    const first = (await remove(person)).json<{ deletionAt: string }>()
    app.pass(DAY)
    const again = await app.signIn(person.phoneNumber)
    expect((await remove(again)).json()).toEqual(first)
    const notices = (await mailTo(app, 'twice@mail.example')).filter(({ subject }) =>
      subject.includes('deleted'),
    )
    expect(notices).toHaveLength(1)
  })

  it('needs a sign-in of the last five minutes', async () => {
    const person = await app.register()
    app.pass(5 * 60_000 + 1)
    expect(refusal(await remove(person))).toEqual([403, 'sign_in_again'])
  })

  it('is undone within seven days, and not later', async () => {
    const person = await app.register()
    expect(refusal(await restore(person))).toEqual([409, 'conflict'])
    await remove(person)
    app.pass(7 * DAY - 1_000)
    await tidyAll()
    const back = await app.signIn(person.phoneNumber)
    expect((await restore(back)).json()).toEqual({ success: true })
    expect((await me(back)).deletionAt).toBeNull()
    app.pass(60 * DAY)
    await tidyAll()
    const late = await app.signIn(person.phoneNumber)
    await remove(late)
    app.pass(7 * DAY)
    expect(refusal(await restore(await app.signIn(person.phoneNumber)))).toEqual([409, 'conflict'])
  })
})

describe('seven days later', () => {
  it('the notice that a former phone number received is gone', async () => {
    const person = await app.register()
    const phoneNumber = '+13125551990'
    await app.send('POST', '/user/consents', { as: person, body: { kind: 'sms', given: true } })
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber } })
    const change = { phoneNumber, smsCode: await app.codeFor(phoneNumber) }
    expect((await app.send('PATCH', '/user/profile', { as: person, body: change })).statusCode).toBe(200)
    const notices = async () =>
      (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' }))
        .json<{ items: { to: string; body: string }[] }>()
        .items.filter(
          ({ to, body }) => to === person.phoneNumber && body.includes('phone number of your account'),
        )
    await expect.poll(notices).toHaveLength(1)
    await remove(person)
    app.pass(7 * DAY)
    await tidyAll()
    expect(await notices()).toEqual([])
  })

  it('nothing of the user is left except ids in the audit log and the list of erasures', async () => {
    const person = await app.register({ firstName: 'Quetzalli', email: 'quetzal@mail.example' })
    const { phoneNumber, ssn, userId } = person
    await app.upload('/credit/reports/import', danielsDocument, {
      as: person,
      headers: { 'idempotency-key': 'one' },
    })
    const { fullReport } = (await app.send('GET', '/credit/analytics', { as: person })).json<Analytics>()
    const items = [
      { accountId: fullReport?.accountInformation[0]?.id, bureaus: ['TransUnion'], reason: 'not_mine' },
    ]
    const dispute = { items, attested: true }
    const made = await app.send('POST', '/dispute/account', { as: person, body: dispute })
    expect(made.statusCode).toBe(201)
    await app.send('POST', '/user/email/code', { as: person })
    await app.send('POST', '/user/consents', { as: person, body: { kind: 'email', given: true } })
    const wish = { desiredAverageAge: 3, desiredExtraLimit: 1_000, sendToManager: true }
    await app.send('POST', '/tradelines/advice', { as: person, body: wish })
    const toStaff = async () =>
      (await mailTo(app, 'manager@fairfile.test')).filter(({ body }) => body.includes('Quetzalli'))
    expect(await toStaff()).toHaveLength(1)
    await startImpersonation(app, userId, 'She asked about the report.')
    await remove(person)
    expect(await mailTo(app, 'quetzal@mail.example')).not.toEqual([])

    const keyring = await openKeyring(app.database.db, app.keyringFile)
    await keyring.cipherForUser(app.database.db, userId)
    const planted = [
      userId,
      keyring.phoneIndex(phoneNumber),
      keyring.ssnIndex(ssn),
      keyring.emailIndex('quetzal@mail.example'),
      keyring.wordIndex('quetzalli'),
    ].map(mark => (typeof mark === 'string' ? mark : mark.toString('hex')))
    const elsewhere = () => storedText(app, ['public.audit_events', 'public.erasures'])
    const before = await elsewhere()
    for (const mark of planted) expect(before).toContain(mark)
    expect(before).toMatch(new RegExp(`\\(sensitive:person:\\d+:${userId}`))

    app.pass(7 * DAY)
    await Promise.all([tidyAll(), tidyAll()])

    const after = await elsewhere()
    for (const mark of planted) expect(after).not.toContain(mark)
    expect(await mailTo(app, 'quetzal@mail.example')).toEqual([])
    expect(await toStaff()).toEqual([])
    const recorded = await auditOf(userId)
    expect(recorded.at(-1)).toEqual({ act: 'person_erased', actor: 'system' })
    expect(recorded.filter(({ act }) => act === 'person_erased')).toHaveLength(1)
    const fresh = await openKeyring(app.database.db, app.keyringFile)
    await expect(fresh.cipherForUser(app.database.db, userId)).rejects.toThrow('no key')
    expect(await signInCode(phoneNumber)).toEqual([404, 'no_account'])
    app.pass(60_000)
    const again = await app.register({ phoneNumber, ssn })
    expect(again.userId).not.toBe(userId)
  })

  it('every table with a keyed index of a user’s value is rewritten without the dead rows', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_index'`)
    const keyed = rows.map(({ name }) => name).filter(name => !ofStaff.includes(name))
    expect(keyed).toContain('users')
    expect(keyed.filter(name => !rewrittenTables.some(rewritten => rewritten === name))).toEqual([])
  })

  it('a reply stored for a repeated request is encrypted with the user’s key, and is erased with it', async () => {
    const { db } = app.database
    const person = await app.register()
    const headers = { 'idempotency-key': 'only-mine' }
    const importing = () => app.upload('/credit/reports/import', danielsDocument, { as: person, headers })
    const first = await importing()
    const scope = `import|${person.userId}`
    const kept = () => db.select().from(rememberedAnswers).where(eq(rememberedAnswers.scope, scope))
    const [row] = await kept()
    const place = {
      table: 'remembered_answers',
      column: 'answer',
      row: `${scope}|${row?.key.toString('hex') ?? ''}`,
    }
    const sealed = row?.answer ?? Buffer.alloc(0)
    expect(() => app.keyring.system.decrypt(place, sealed)).toThrow('unable to authenticate')
    const opened = (await app.keyring.cipherForUser(db, person.userId)).decrypt(place, sealed)
    expect(JSON.parse(opened)).toEqual(first.json())
    expect((await importing()).body).toBe(first.body)
    // As in a restored backup: without the key nothing can be decrypted, and no row stays without it.
    await db.delete(userKeys).where(eq(userKeys.userId, person.userId))
    expect(await kept()).toEqual([])
  })

  it('is all or nothing, and a user who cannot be erased does not delay the others', async () => {
    const [stuck, other] = [await app.register(), await app.register()]
    await remove(stuck)
    await remove(other)
    app.pass(7 * DAY)
    const keyring = await openKeyring(app.database.db, app.keyringFile)
    const failing = {
      name: 'failing',
      erase: async (_tx: unknown, _vault: unknown, { userId }: { userId: string }) => {
        if (userId === stuck.userId) throw new Error('a disk is full')
      },
    }
    await keyring.cipherForUser(app.database.db, other.userId)
    const erase = eraseDueUsers({
      keyring,
      personalData: [identityPersonalData, platformPersonalData, failing],
      periods: usualRetention,
    })
    await expect(erase(app.database.db, app.now())).rejects.toThrow('could not be erased')
    const acts = async (userId: string) => (await auditOf(userId)).map(({ act }) => act)
    expect(await acts(stuck.userId)).not.toContain('person_erased')
    expect(await acts(other.userId)).toContain('person_erased')
    await expect(keyring.cipherForUser(app.database.db, other.userId)).rejects.toThrow('no key')
    expect((await me(await app.signIn(stuck.phoneNumber))).phoneNumber).toBe(stuck.phoneNumber)
    await tidyAll()
    expect(await acts(stuck.userId)).toContain('person_erased')
  })

  it('does not touch users who did not request it', async () => {
    const person = await app.register()
    app.pass(400 * DAY)
    await tidyAll()
    expect((await me(await app.signIn(person.phoneNumber))).id).toBe(person.userId)
  })
})
