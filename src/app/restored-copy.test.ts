import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessions } from '#features/identity/server/tables.ts'
import { openCheckpointFile } from '#platform/audit/checkpoint.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { openErasureFile } from '#platform/erasures.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { browserOf } from '#test/support/browser.ts'
import { createTestInvitation, newManager } from '#test/support/people/new-manager.ts'
import { createRestoreHandler, handleRestore } from './restored-copy.ts'

/** A copy revives what was ended or used since it was made; here that is represented by the copy's active rows. */

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const handle = async (wasRestored: boolean) => {
  let logged = ''
  const checkpoint = openCheckpointFile(app.dataDir)
  const log = createLog('info', { write: line => (logged += line) })
  const erasureFile = openErasureFile(app.dataDir)
  const { keyring, now: clock } = app
  await createRestoreHandler({ db: app.database.db, keyring, clock, log, checkpoint, erasureFile })(
    wasRestored,
  )
  return logged
}

const living = async () =>
  (await app.database.db.select().from(sessions)).filter(({ endedAt }) => endedAt === null).length

describe('a restored copy', () => {
  it('keeps nobody signed in, and no code or invitation valid', async () => {
    const person = await app.register()
    const manager = await newManager(app, 'admin')
    const { token } = await createTestInvitation(app)
    app.pass(60_000)
    const page = browserOf(app)
    await page.ask('POST', '/auth/sms/send', { phoneNumber: person.phoneNumber })
    const code = await app.codeFor(person.phoneNumber)

    expect(await handle(true)).toContain('the data are a restored copy')
    expect(await living()).toBe(0)
    for (const [path, as] of [
      ['/user/info', person],
      ['/manager/info', manager],
    ] as const)
      expect((await app.send('GET', path, { as })).statusCode).toBe(401)
    const asked = await page.ask('POST', '/auth/login', { phoneNumber: person.phoneNumber, code })
    expect(asked.statusCode).toBe(401)
    const opened = await app.send('POST', '/manager/invitation', { body: { token } })
    expect(opened.statusCode).not.toBe(200)
    expect((await app.signIn(person.phoneNumber)).accessToken).toMatch(/^cra_/)
    const recorded = app.database.db.select().from(auditEvents).where(eq(auditEvents.act, 'data_restored'))
    expect(await recorded).toHaveLength(1)
  })

  it('invalidates managers’ recovery codes, and keeps users’', async () => {
    const person = await app.register()
    const { managerId } = await newManager(app, 'agent')
    const { db } = app.database
    for (const [owner, mac] of [
      [person.userId, 'a'],
      [managerId, 'b'],
    ])
      await db.execute(sql`insert into recovery_codes values (${owner}, ${Buffer.from(mac ?? '')}, null)`)
    await handle(true)
    const { rows } = await db.execute(sql`select owner_id as owner from recovery_codes where used_at is null`)
    expect(rows).toEqual([{ owner: person.userId }])
  })

  it('a database that is not a copy loses nothing', async () => {
    await app.register()
    const before = await living()
    expect(await handle(false)).toBe('')
    expect(await living()).toBe(before)
  })
})

it('a marked copy of the data folder is handled once, and again if the process was interrupted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-restored-'))
  const mark = join(folder, 'restored')
  writeFileSync(mark, '')
  const calls: boolean[] = []
  const handler = async (wasRestored: boolean) => {
    calls.push(wasRestored)
    if (calls.length === 1) throw new Error('the process ended')
  }
  await expect(handleRestore(folder, handler)).rejects.toThrow('the process ended')
  await handleRestore(folder, handler)
  expect(existsSync(mark)).toBe(false)
  await handleRestore(folder, handler)
  expect(calls).toEqual([true, true, false])
  rmSync(folder, { recursive: true })
})
