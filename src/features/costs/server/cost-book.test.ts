import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { mailJobs } from '#features/mailing/server/tables.ts'
import { newId } from '#platform/ids.ts'
import { type MailApp, openMailApp } from '#test/support/mailing/mail-app.ts'
import { registerConsentingUser } from '#test/support/people/consenting-user.ts'
import { newManager, signInManager } from '#test/support/people/new-manager.ts'
import { refusal } from '#test/support/refusal.ts'
import type { costs } from '../contract.ts'
import { createRecordCost, listClientCosts } from './cost-book.ts'

type Month = z.output<typeof costs.month.reply>

const folder = mkdtempSync(join(tmpdir(), 'fairfile-costs-'))
const operator = {
  preset: 'household',
  name: 'Harbor Credit Help',
  postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
  costs: {
    prices: { pull: 450, letter: 95, certifiedLetter: 780, text: 0.79 },
    limits: { pulls: { all: 3 }, letters: { client: 3, all: 5 } },
  },
}

let mail: MailApp
let email: string
beforeAll(async () => {
  writeFileSync(join(folder, 'operator.json'), JSON.stringify(operator))
  mail = await openMailApp({ OPERATOR_DIR: folder }, { openedAt: new Date('2026-11-10T15:00:00Z') })
  email = (await newManager(mail.app, 'lead')).email
})
afterAll(async () => {
  await mail.close()
  rmSync(folder, { recursive: true })
})

/** Signs in each time, because moving the clock ends a manager's session. */
const lead = () => signInManager(mail.app, email)
const monthly = async (query = '') =>
  (await mail.app.send('GET', `/manager/costs${query}`, { as: await lead() })).json<Month>()
const ofClient = async (clientId: string, query = '') =>
  (await monthly(query)).clients.find(one => one.clientId === clientId)?.kinds ?? []
const counts = async (clientId: string) =>
  Object.fromEntries((await ofClient(clientId)).map(({ kind, count, cents }) => [kind, [count, cents]]))

describe('the cost book', () => {
  it('counts a letter once when the provider accepted it, however often its outcome was unknown', async () => {
    const { userId } = mail
    mail.lob.faults.next = [{ kind: 'refuses', status: 422, code: 'invalid_address' }]
    await mail.mail()
    expect(await counts(userId)).toEqual({})
    mail.lob.faults.next = [{ kind: 'drops', done: true }]
    const id = await mail.mail()
    expect(await counts(userId)).toEqual({})
    await mail.pass(10 * 60_000)
    expect((await mail.row(id ?? '')).phase).toBe('submitted')
    expect(await counts(userId)).toEqual({ letter: [1, 95] })
    await mail.pass(60 * 60_000)
    await mail.ask()
    expect(await counts(userId)).toEqual({ letter: [1, 95] })
  })

  it('counts a pull once, and a text with the account it went to', async () => {
    const client = await registerConsentingUser(mail.app)
    await mail.app.work()
    await mail.app.signIn(client.phoneNumber)
    await mail.app.app.waitForBackground()
    expect(await counts(client.userId)).toEqual({ pull: [1, 450], text: [1, 1] })
  })

  it('has the pages of a letter that was printed here', async () => {
    const client = await mail.app.register()
    const body = { action: 'place', bureaus: ['Equifax'], attested: true }
    const made = await mail.app.send('POST', '/dispute/freeze', { as: client, body })
    const { id } = made.json<{ id: string }>()
    await mail.app.send('POST', `/dispute/${id}/send-physical`, { as: client, body: {} })
    const { rows } = await mail.app.database.db.execute<{ pages: number }>(
      sql`select pages from mail_jobs where user_id = ${client.userId}`,
    )
    expect(rows).toEqual([{ pages: 1 }])
    const letters = (await ofClient(client.userId)).filter(({ kind }) => kind === 'letter')
    expect(letters).toMatchObject([{ count: 1, pages: 1 }])
  })

  it('stores the price of the day, and no sum for what had none', async () => {
    const { db } = mail.app.database
    const clientId = newId()
    const at = new Date('2026-10-05T12:00:00Z')
    const cheap = createRecordCost({
      settings: { prices: { letter: 5_000 }, limits: {} },
      timeZone: 'America/New_York',
    })
    const free = createRecordCost({ settings: { prices: {}, limits: {} }, timeZone: 'America/New_York' })
    const letter = { kind: 'letter', reference: newId(), clientId, pages: 3, at } as const
    await cheap(db, letter)
    await cheap(db, letter)
    await free(db, { ...letter, reference: newId() })
    expect(await ofClient(clientId, '?month=2026-10')).toEqual([
      { kind: 'letter', count: 2, pages: 6, cents: 50, withoutPrice: 1 },
    ])
    expect((await monthly('?month=2026-10')).totals).toEqual([
      { kind: 'letter', count: 2, pages: null, cents: 50, withoutPrice: 1 },
    ])
  })

  it('assigns entries to the month of the business day', async () => {
    const { db } = mail.app.database
    const clientId = newId()
    const record = createRecordCost({ settings: { prices: {}, limits: {} }, timeZone: 'America/New_York' })
    const at = new Date('2026-10-01T03:00:00Z')
    await record(db, { kind: 'text', reference: newId(), clientId, pages: null, at })
    expect(await ofClient(clientId, '?month=2026-09')).toHaveLength(1)
  })

  it('is read a page at a time, each client once', async () => {
    const first = await monthly('?month=2026-11&limit=1')
    const second = await monthly(`?month=2026-11&limit=1&after=${first.next}`)
    expect(first.clients).toHaveLength(1)
    expect(second.clients).toHaveLength(1)
    expect(second.clients[0]?.clientId).not.toBe(first.clients[0]?.clientId)
    expect((await monthly('?month=2026-11')).next).toBeNull()
  })

  it('is read from indexes only', async () => {
    const { pool } = mail.app.database
    const client = await pool.connect()
    try {
      await client.query('set enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select distinct client_id from cost_entries where month = '2026-11' and client_id > $1
          order by client_id limit 25`.replace('$1', `'${newId()}'`),
      )
      expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain(
        'Index Only Scan using cost_entries_month',
      )
    } finally {
      await client.query('reset enable_seqscan')
      client.release()
    }
    expect(await listClientCosts(mail.app.database.db, { month: '2019-01', after: null, limit: 5 })).toEqual(
      [],
    )
  })

  it('is exported with names, and keeps the counts of an erased client without a name', async () => {
    const gone = await mail.app.register()
    const record = createRecordCost({ settings: { prices: {}, limits: {} }, timeZone: 'America/New_York' })
    const at = mail.app.now()
    const { db } = mail.app.database
    await record(db, { kind: 'pull', reference: newId(), clientId: gone.userId, pages: null, at })
    const exported = async () =>
      (await mail.app.send('GET', '/manager/costs/export?month=2026-11', { as: await lead() })).body
    const lineOf = (csv: string) => csv.split('\r\n').find(line => line.includes(gone.userId))
    expect(lineOf(await exported())).toMatch(/^"2026-11","[\w-]+","\w+ \w+","pull","1","",""$/)
    await db.execute(sql`update users set deletion_asked_at = '2026-01-01' where id = ${gone.userId}`)
    for (const task of mail.app.app.cleanupTasks) await task(db, at)
    expect(lineOf(await exported())).toBe(`"2026-11","${gone.userId}","","pull","1","",""`)
    expect((await monthly()).clients.find(one => one.clientId === gone.userId)?.name).toBeNull()
  })
})

describe('a monthly limit', () => {
  it('refuses further letters of a client before anything is stored, until next month', async () => {
    expect((await Promise.all([mail.mail(), mail.mail()])).every(id => id !== null)).toBe(true)
    const stored = async () => (await mail.app.database.db.select({ id: mailJobs.id }).from(mailJobs)).length
    const before = await stored()
    await expect(mail.mail()).rejects.toMatchObject({ code: 'monthly_limit' })
    expect(await stored()).toBe(before)
  })

  it('refuses further pulls of all clients with a message, and emails leads and admins once', async () => {
    const two = [await registerConsentingUser(mail.app), await registerConsentingUser(mail.app)]
    await mail.app.work()
    const admin = await newManager(mail.app, 'admin')
    const refreshed = await mail.app.send('POST', `/admin/refresh-reports/${two[1]?.userId}`, { as: admin })
    expect(refusal(refreshed)).toEqual([403, 'monthly_limit'])
    await mail.app.app.waitForBackground()
    const { rows } = await mail.app.database.pool.query<{ kind: string }>(
      "select kind from emails where kind = 'monthly-limit'",
    )
    // The lead's and the admin's, however many pulls were refused.
    expect(rows).toHaveLength(2)
    const { limits } = await monthly()
    expect(limits[0]).toMatchObject({ what: 'pulls', ofAll: 3, ofClient: null })
  })

  it('ends with the month', async () => {
    mail.app.pass(25 * 24 * 60 * 60_000)
    expect(await mail.mail()).not.toBeNull()
  })
})
