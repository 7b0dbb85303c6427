import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '#testing/app.ts'
import { refusal } from '#testing/refusal.ts'

/** Somebody who reads and writes the database, has an account of their own, and does not have the keyring. */

let app: TestApp
beforeAll(async () => {
  app = await openApp({ demo: true })
})
afterAll(() => app.close())

const maya = '+12025550143'

describe('somebody who writes to the database cannot', () => {
  it('have a code accepted whose MAC the server made for something else', async () => {
    const thief = await app.register()
    await app.send('POST', '/auth/sms/send', { body: { phoneNumber: maya } })
    const { rows } = await app.database.db.execute<{ id: string }>(
      sql`select id from code_challenges order by sent_at desc, id desc limit 1`,
    )
    const id = rows[0]?.id ?? ''
    // What a code of six zeros is stored as is over this text, which is sent as a key of a request here.
    const asked = await app.send('POST', '/dispute/freeze', {
      as: thief,
      headers: { 'idempotency-key': `${maya}|${id}|000000` },
      body: { action: 'place', bureaus: ['TransUnion'], attested: true },
    })
    expect(asked.statusCode).toBe(201)
    await app.database.db.execute(
      sql`update code_challenges set code_mac = (select key from remembered_answers order by created_at desc limit 1)
        where id = ${id}`,
    )
    const entered = await app.send('POST', '/auth/login', { body: { phoneNumber: maya, code: '000000' } })
    expect(refusal(entered)).toEqual([401, 'wrong_code'])
  })
})
