import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOwnDatabase } from '#testing/own-database.ts'
import { boot } from './boot.ts'
import { readConfig } from './config.ts'
import { logTo } from './log.ts'
import { auditEvents } from './tables.ts'

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
  const { PATH = '', TMPDIR = '' } = process.env
  const command = spawn(process.execPath, [path.join(import.meta.dirname, 'support.ts'), ...given], {
    env: { PATH, TMPDIR, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', chunk => (said += String(chunk)))
  await once(command, 'close')
  return { code: command.exitCode, said }
}

const trail = async () => {
  const { database, close } = await boot(
    readConfig(settings),
    logTo('silent', process.stderr),
    () => undefined,
  )
  try {
    return await database.db.select().from(auditEvents)
  } finally {
    await close()
  }
}

it('unlocking is in the audit trail by its ticket, and neither number nor person is told there or by the log', async () => {
  expect(await support('unlock', phone, '--reason', 'T-4711')).toEqual({
    code: 0,
    said: 'No account uses this phone; it can be texted again.\n',
  })
  const rows = await trail()
  expect(rows).toMatchObject([{ act: 'phone_unlocked', actor: 'system', objectId: 'T-4711', userId: null }])
  expect(JSON.stringify(rows)).not.toContain(phone.slice(-7))
}, 60_000)

describe('is refused before anything is opened', () => {
  it.each<[string, string[]]>([
    ['a phone number as reason', ['unlock', phone, '--reason', '202-555-0143']],
    ['a Social Security number as reason', ['unlock', phone, '--reason', '666-45-6789']],
    ['a name', ['confirm', phone, '--reason', 'Maya Brooks']],
  ])('%s', async (_what, given) => {
    const { code, said } = await support(...given)
    expect(code).toBe(78)
    expect(said).toMatch(/^Fairfile: Say what, whom and why/)
  })
})
