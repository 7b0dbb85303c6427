import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '#app/app.ts'
import { seedDemo } from '#app/seed.ts'
import { createPasswords } from '#features/staff/server/password-hash.ts'
import { requestsTo } from '#test/support/booted-app.ts'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { TEST_COST } from '#test/support/password-cost.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { boot, type OpenServer } from '../boot.ts'
import { type Config, readConfig } from '../config/config.ts'
import { migrateQueue } from '../jobs/jobs.ts'
import { createLog } from '../telemetry/log.ts'
import { migrateDatabase } from './database.ts'
import { grantServerRole } from './server-role.ts'

/** A server whose role owns nothing. The embedded database has one role. */

describe.runIf(process.env.TEST_DATABASE_URL)('a role that owns nothing', () => {
  const role = `serves_${randomUUID().replaceAll('-', '')}`
  const other = `${role}_other`
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-role-'))
  let owner: OwnDatabase
  let config: Config
  let opened: OpenServer
  let app: App
  const logged: string[] = []
  const log = createLog('warn', { write: line => logged.push(line) })

  const urlOf = (name: string) => {
    const url = new URL(owner.url ?? '')
    url.username = name
    url.password = 'none-needed'
    // Over TCP, like servers; the other tests connect through a socket.
    url.searchParams.delete('host')
    return url.href
  }
  const bootAs = (name: string) =>
    boot(readConfig({ DATA_DIR: folder, DATABASE_URL: urlOf(name) }), log, () => undefined)

  beforeAll(async () => {
    owner = await openOwnDatabase()
    for (const name of [role, other])
      await owner.database.db.execute(sql.raw(`create role ${name} login password 'none-needed'`))
    await migrateDatabase(owner.database)
    await migrateQueue(owner.database)
    await grantServerRole(owner.database.pool, role)
    config = readConfig({ DATA_DIR: folder, DATABASE_URL: urlOf(role) })
    opened = await bootAs(role)
    const passwords = createPasswords(opened.keyring, TEST_COST)
    await seedDemo(opened, () => undefined, { ...config, passwords, months: 1 })
    app = await createApp({ config, log, ...opened, passwords })
    await app.http.ready()
  }, 120_000)
  afterAll(async () => {
    await app.http.close()
    await app.jobs.stop(10_000)
    await opened.close()
    const { db } = owner.database
    await db.execute(sql.raw(`drop owned by ${role}; drop role ${role}; drop role ${other}`))
    await owner.drop()
    rmSync(folder, { recursive: true })
  })

  const refusedTo = async (statement: string) => {
    const code = await opened.database.pool.query(statement).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown'),
    )
    return code
  }

  it('is sufficient: a user signs in and reads, jobs and cleanup run, the audit log is chained', async () => {
    const { ask, signIn } = requestsTo(app)
    const accessToken = await signIn('+12025550143')
    expect((await ask('GET', '/credit/analytics', undefined, accessToken)).statusCode).toBe(200)
    expect((await ask('POST', '/user/max-plan', { enabled: false }, accessToken)).statusCode).toBe(200)
    await app.jobs.drainQueue()
    for (const task of app.cleanupTasks) await task(opened.database.db, opened.clock())
    await app.auditChainer.chain()
    const state = await verifyAuditLog(opened.database.db, opened.keyring, opened.clock())
    expect(state).toMatchObject({ waiting: 0, fault: null })
    expect(state.chained).toBeGreaterThan(2)
    expect(logged.filter(line => line.includes('42501'))).toEqual([])
  }, 60_000)

  it.each([
    `update audit_events set outcome = 'failed'`,
    `delete from audit_events where kept_until < now()`,
    'truncate audit_events',
    'update audit_links set number = number + 1000',
    'delete from audit_links',
    'alter table audit_events disable trigger user',
    'drop trigger audit_events_stand on audit_events',
    `create or replace function audit_events_stand() returns trigger language plpgsql as 'begin return new; end'`,
    'drop table users',
    'alter table users add column spare text',
    'create table spare (id int)',
    'create schema spare',
    'truncate users',
    'delete from drizzle.__drizzle_migrations',
    `set role ${other}`,
  ])('may not %s', async statement => {
    expect(await refusedTo(statement)).toBe('42501')
  })

  it('does not start with an outdated schema until the owner migrates it', async () => {
    const { db } = owner.database
    const { rows } = await db.execute<{ id: number; hash: string; created_at: string }>(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *`,
    )
    await expect(bootAs(role)).rejects.toThrow(/^DATABASE_URL: the schema is behind this release/)
    const [last] = rows
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations values (${last?.id}, ${last?.hash}, ${last?.created_at})`,
    )
    await (await bootAs(role)).close()
  })

  it.each([
    ['that is not there', 'nobody_here', /^there is no role/],
    ['that owns the tables', null, /could do more/],
  ])('cannot be one %s', async (_what, name, words) => {
    const { rows } = await owner.database.db.execute<{ name: string }>(sql`select current_user as name`)
    await expect(grantServerRole(owner.database.pool, name ?? rows[0]?.name ?? '')).rejects.toThrow(words)
  })
})
