import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import { type RunningServer, runServer } from '#test/support/run-server.ts'
import { demoManager } from './demo-manager.ts'

/** Two processes that start concurrently on an empty PostgreSQL, sharing a folder for keys and files. */

const phoneNumber = '+12025550143'

describe.runIf(process.env.TEST_DATABASE_URL)(
  'two servers that start concurrently on an empty database',
  () => {
    let folder: string
    let own: OwnDatabase
    let servers: readonly [RunningServer, RunningServer]
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'fairfile-two-'))
      own = await openOwnDatabase({ empty: true })
      const settings = { DATA_DIR: folder, DATABASE_URL: own.url ?? '' }
      servers = await Promise.all([runServer(settings), runServer(settings)])
    })
    afterAll(async () => {
      await Promise.all(servers.map(server => server.end('SIGKILL')))
      await own.drop()
      await rm(folder, { recursive: true })
    })

    const count = async (table: string) =>
      (await own.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`))
        .rows[0]?.count

    const call = async <T>(server: RunningServer, route: string, body?: object) => {
      const answer = await fetch(`${server.url}/api/v1${route}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, json: (): Promise<T> => answer.json() }
    }

    it('create one schema, one keyring and each demo user once', async () => {
      expect(await count('users')).toBe(2)
      expect(await count('managers')).toBe(1)
      expect(await count('key_canary')).toBe(1)
      expect(await count('drizzle.__drizzle_migrations')).toBeGreaterThan(1)
      expect(await count('tradelines')).toBeGreaterThan(0)
    })

    it('share codes, users and staff', async () => {
      const [one, other] = servers
      expect((await call(one, '/auth/sms/send', { phoneNumber })).status).toBe(200)
      const outbox = await call<{ items: { to: string; body: string }[] }>(other, '/sandbox/outbox')
      const code = /\b\d{6}\b/.exec(
        (await outbox.json()).items.find(({ to }) => to === phoneNumber)?.body ?? '',
      )?.[0]
      expect((await call(other, '/auth/login', { phoneNumber, code })).status).toBe(200)
      const { email, password } = demoManager
      for (const server of servers)
        expect((await call(server, '/manager/login', { email, password })).status).toBe(200)
    })

    it('shut down gracefully', async () => {
      expect(await Promise.all(servers.map(server => server.end('SIGTERM')))).toEqual([0, 0])
    })
  },
)
