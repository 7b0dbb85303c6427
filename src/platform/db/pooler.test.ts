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
import { findPgBouncer, type PgBouncer, startPgBouncer } from '#test/support/pgbouncer.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { boot, type OpenServer } from '../boot.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../telemetry/log.ts'
import { withStartupLock } from './database.ts'
import { advisoryLocks } from './locks.ts'
import { neededTimeouts, withOwnSession } from './pooler.ts'
import { grantServerRole } from './server-role.ts'

/** A server behind PgBouncer in transaction mode, if installed: its twenty connections share three sessions. */

const program = findPgBouncer()
const SESSIONS = 3

describe.runIf(process.env.TEST_DATABASE_URL && program)('through PgBouncer', () => {
  const role = `pooled_${randomUUID().replaceAll('-', '')}`
  const without = `${role}_without`
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-pooled-'))
  let owner: OwnDatabase
  let pooler: PgBouncer
  let opened: OpenServer
  let app: App
  const logged: string[] = []
  const log = createLog('warn', { write: line => logged.push(line) })

  const name = () => new URL(owner.url ?? '').pathname.slice(1)
  const bootAt = (url: string) =>
    boot(readConfig({ DATA_DIR: folder, DATABASE_URL: url }), log, () => undefined)

  beforeAll(async () => {
    owner = await openOwnDatabase()
    const { db, pool } = owner.database
    for (const made of [role, without]) await db.execute(sql.raw(`create role ${made} login`))
    for (const timeout of neededTimeouts)
      await db.execute(sql.raw(`alter role ${role} set ${timeout} = '4321ms'`))
    await grantServerRole(pool, role)
    const server = new URL(owner.url ?? '')
    const roles = [role, without, server.username]
    const drops = neededTimeouts.join(', ')
    pooler = await startPgBouncer(program ?? '', { server, roles, sessions: SESSIONS, drops })
    const direct = await bootAt(owner.url ?? '')
    const passwords = createPasswords(direct.keyring, TEST_COST)
    await seedDemo(direct, () => undefined, { timeZone: 'America/New_York', passwords })
    await direct.close()
    const config = readConfig({ DATA_DIR: folder, DATABASE_URL: pooler.url(name(), role) })
    opened = await bootAt(pooler.url(name(), role))
    app = await createApp({ config, log, ...opened, passwords })
    await app.http.ready()
  }, 120_000)
  afterAll(async () => {
    await app.http.close()
    await app.jobs.stop(10_000)
    await opened.close()
    await pooler.stop()
    const { db } = owner.database
    await db.execute(sql.raw(`drop owned by ${role}; drop role ${role}; drop role ${without}`))
    await owner.drop()
    rmSync(folder, { recursive: true })
  })

  it('serves requests, runs jobs and chains the audit log across changing sessions', async () => {
    expect(opened.database).toMatchObject({ pooled: true, canCreateTables: false })
    const { ask, signIn } = requestsTo(app)
    const accessToken = await signIn('+12025550143')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        number % 3 === 0
          ? ask('POST', '/user/max-plan', { enabled: number % 2 === 0 }, accessToken)
          : ask('GET', number % 3 === 1 ? '/credit/analytics' : '/user/info', undefined, accessToken),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await app.jobs.drainQueue()
    for (const task of app.cleanupTasks) await task(opened.database.db, opened.clock())
    await app.auditChainer.chain()
    const state = await verifyAuditLog(opened.database.db, opened.keyring, opened.clock())
    expect(state).toMatchObject({ waiting: 0, fault: null })
    expect(state.chained).toBeGreaterThan(20)
    expect(logged).toEqual([])
    // The server left no state in the sessions.
    const { db } = opened.database
    const sessions = await Promise.all(
      Array.from({ length: 30 }, () =>
        db.transaction(async tx => {
          const { rows } = await tx.execute<{ pid: number; prepared: number; timeout: string }>(
            sql`select pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as prepared,
              current_setting('statement_timeout') as timeout, pg_sleep(0.01)`,
          )
          return rows[0]
        }),
      ),
    )
    expect(new Set(sessions.map(row => row?.pid)).size).toBe(SESSIONS)
    expect(new Set(sessions.map(row => `${row?.prepared} ${row?.timeout}`))).toEqual(new Set(['0 4321ms']))
  }, 60_000)

  it.each([
    [
      'a lock of a session',
      () => withStartupLock(opened.database, advisoryLocks.seeding, async () => undefined),
    ],
    ['a setting of a session', () => withOwnSession(opened.database, 'select 1', async () => undefined)],
  ])('refuses %s', async (_what, act) => {
    await expect(act()).rejects.toThrow(/^DATABASE_URL: goes through a pooler/)
  })

  it('does not start if the pooler refuses the timeouts', async () => {
    const strict = await startPgBouncer(program ?? '', {
      server: new URL(owner.url ?? ''),
      roles: [role],
      sessions: 1,
      drops: '',
    })
    try {
      await expect(bootAt(strict.url(name(), role))).rejects.toThrow('cannot connect (08P01)')
    } finally {
      await strict.stop()
    }
  })

  it('does not start if the pooler drops the timeouts and the role has none', async () => {
    await expect(bootAt(pooler.url(name(), without))).rejects.toThrow(
      /a pooler drops statement_timeout, lock_timeout/,
    )
  })
})
