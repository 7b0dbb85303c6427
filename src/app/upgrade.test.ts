import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { migrateDatabase } from '#platform/db/database.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { leaveFirstRelease, leftAt } from '#test/support/first-release.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { demoManager } from './demo-manager.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the data of the first release', () => {
  let app: TestApp
  let maya: Tokens
  beforeAll(async () => {
    const own = await openOwnDatabase({ setTime: true, empty: true })
    const { keyringFile } = await leaveFirstRelease(own.database, folder)
    app = await openApp({ own, env: { KEYRING_FILE: keyringFile }, openedAt: leftAt })
    maya = await app.signIn('+12025550143')
  })
  afterAll(() => app.close())

  it('has a user who can sign in', async () => {
    const answer = await app.send('GET', '/user/info', { as: maya })
    expect(answer.json()).toMatchObject({ firstName: 'Maya', lastName: 'Brooks' })
  })

  it('has the user’s report', async () => {
    const answer = await app.send('GET', '/credit/analytics', { as: maya })
    const { fullReport } = answer.json<{ fullReport: { accountInformation: unknown[] } }>()
    expect(fullReport.accountInformation.length).toBeGreaterThan(0)
  })

  it('has the user’s dispute with its letters, which can be printed', async () => {
    const [dispute] = (await app.send('GET', '/dispute', { as: maya })).json<
      { letters: { id: string }[] }[]
    >()
    expect(dispute?.letters).toHaveLength(2)
    const printed = await app.send('GET', `/dispute/letter/${dispute?.letters[0]?.id}/pdf`, { as: maya })
    expect(printed.statusCode).toBe(200)
    expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('has the manager, with the password of that time', async () => {
    const { email, password } = demoManager
    const answer = await app.send('POST', '/manager/login', { body: { email, password } })
    expect(answer.statusCode).toBe(200)
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a migration that waits for a table lock does not block others',
  async () => {
    const { database, drop } = await openOwnDatabase({ empty: true })
    const reader = await database.pool.connect()
    try {
      await leaveFirstRelease(database, folder)
      await reader.query('begin; select from disputes')
      const migrated = migrateDatabase(database)
      const waits = () =>
        database.db.execute(sql`select from pg_locks where not granted and relation = 'disputes'::regclass`)
      await expect.poll(async () => (await waits()).rows.length, { interval: 20 }).toBe(1)
      // Queued after it, with a server's own lock timeout: one second.
      await expect(database.db.execute(sql`select from disputes`)).resolves.toBeDefined()
      await reader.query('commit')
      await expect(migrated).resolves.toBeUndefined()
      await expect(database.db.execute(sql`select follows_id from disputes`)).resolves.toBeDefined()
    } finally {
      reader.release(true)
      await drop()
    }
  },
  60_000,
)
