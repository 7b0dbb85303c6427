import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boot } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import type { Database } from '#platform/db/database.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openOwnDatabase } from '#test/support/own-database.ts'
import { bareEnvironment } from '#test/support/run-server.ts'

/** The command as a process of its own. */

const phone = '+12025550143'

let settings: Record<string, string>
let drop: () => Promise<void> = async () => undefined
beforeAll(async () => {
  settings = { DATA_DIR: await mkdtemp(path.join(tmpdir(), 'fairfile-support-')), LOG_LEVEL: 'silent' }
  if (!process.env.TEST_DATABASE_URL) return
  const own = await openOwnDatabase()
  drop = own.drop
  settings.DATABASE_URL = own.url ?? ''
})
afterAll(async () => {
  await drop()
  await rm(settings.DATA_DIR ?? '', { recursive: true, force: true })
})

const support = async (...given: string[]) => {
  const command = spawn(process.execPath, [path.join(import.meta.dirname, 'support.ts'), ...given], {
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', chunk => (said += String(chunk)))
  await once(command, 'close')
  return { code: command.exitCode, said }
}

const inDatabase = async <T>(act: (db: Database) => Promise<T>): Promise<T> => {
  const { database, close } = await boot(
    readConfig(settings),
    createLog('silent', process.stderr),
    () => undefined,
  )
  try {
    return await act(database.db)
  } finally {
    await close()
  }
}

it('unlocking is in the audit log by its ticket, and neither number nor person is told there or by the log', async () => {
  expect(await support('unlock', phone, '--reason', 'T-4711')).toEqual({
    code: 0,
    said: 'No account uses this phone; it can be texted again.\n',
  })
  const rows = await inDatabase(db => db.select().from(auditEvents))
  expect(rows).toMatchObject([{ act: 'phone_unlocked', actor: 'system', objectId: 'T-4711', userId: null }])
  expect(JSON.stringify(rows)).not.toContain(phone.slice(-7))
}, 60_000)

it('the audit says that the trail is whole, and otherwise what is wrong, and ends with 1', async () => {
  const whole = await support('audit')
  expect(whole.code).toBe(0)
  expect(whole.said).toMatch(/^0 rows are sealed, \d wait to be\. Nothing is wrong\. Head: none\n$/)
  const id = newId()
  await inDatabase(db =>
    db.execute(sql`insert into audit_events (id, at, act, outcome, actor, address_prefix, request_id, kept_until, mac)
      values (${id}, now(), 'manager_joined', 'done', 'system', '', ${id}, now() + interval '7 years', 'no key')`),
  )
  const wrong = await support('audit')
  expect(wrong.code).toBe(1)
  expect(wrong.said).toContain(`Row not sealed yet, ${id}, was written by no server.`)
}, 90_000)

describe('is refused before anything is opened', () => {
  it.each<[string, string[]]>([
    ['a phone number as reason', ['unlock', phone, '--reason', '202-555-0143']],
    ['a Social Security number as reason', ['unlock', phone, '--reason', '666-45-6789']],
    ['a name', ['confirm', phone, '--reason', 'Maya Brooks']],
    ['a head that can be none', ['audit', '--head', '12:abc']],
  ])('%s', async (_what, given) => {
    const { code, said } = await support(...given)
    expect(code).toBe(78)
    expect(said).toMatch(/^Fairfile: Say what, whom and why/)
  })
})
