import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { openApp, type TestApp } from '#test/support/app.ts'
import { createServerData } from '#test/support/own-database.ts'
import { runCommand } from '#test/support/run-server.ts'
import { parseSupportCommand, runSupportCommand } from './support-commands.ts'

const phone = '+12025550143'

let app: TestApp
beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.close())

const support = (...args: string[]) =>
  runSupportCommand(parseSupportCommand(args), {
    database: app.database,
    keyring: app.keyring,
    ...readConfig({ DATA_DIR: app.dataDir }),
    clock: app.now,
    log: createLog('silent', process.stderr),
  })

it('prints the result of a command and exits with 0, or with 78 and the usage', async () => {
  const { settings, remove } = await createServerData()
  const run = (...args: string[]) => runCommand('support', args, { ...settings, LOG_LEVEL: 'silent' })
  expect(await run('unlock', phone, '--reason', 'T-4711')).toMatchObject({
    code: 0,
    printed: 'No account uses this phone; it can be texted again.\n',
  })
  const refused = await run('unlock', phone, '--reason', '202-555-0143')
  expect(refused.code).toBe(78)
  expect(refused.printed).toMatch(/^Fairfile: Usage: npm run support/)
  await remove()
}, 60_000)

it('records the ticket of an unlocked phone, without the number', async () => {
  expect(await support('unlock', phone, '--reason', 'T-4711')).toEqual({
    text: 'No account uses this phone; it can be texted again.',
    exitCode: 0,
  })
  const rows = await app.database.db.select().from(auditEvents)
  expect(rows).toMatchObject([{ act: 'phone_unlocked', actor: 'system', objectId: 'T-4711', userId: null }])
  expect(JSON.stringify(rows)).not.toContain(phone.slice(-7))
})

it('verifies the audit log, and fails with the problem', async () => {
  const intact = await support('audit')
  expect(intact.exitCode).toBe(0)
  expect(intact.text).toMatch(
    /^0 rows are in the hash chain, \d are not yet\. Nothing is wrong\. Head: none$/,
  )
  const id = newId()
  await app.database.db.execute(sql`insert into audit_events (id, at, act, outcome, actor, address_prefix, request_id, kept_until, mac)
    values (${id}, now(), 'manager_joined', 'done', 'system', '', ${id}, now() + interval '7 years', 'no key')`)
  const broken = await support('audit')
  expect(broken.exitCode).toBe(1)
  expect(broken.text).toContain(`Row not in the chain yet, ${id}, was written by no server.`)
})

describe('the command line', () => {
  it.each<[string, string[]]>([
    ['a phone number as reason', ['unlock', phone, '--reason', '202-555-0143']],
    ['a Social Security number as reason', ['unlock', phone, '--reason', '666-45-6789']],
    ['a name as reason', ['confirm', phone, '--reason', 'Maya Brooks']],
    ['an impossible head', ['audit', '--head', '12:abc']],
  ])('refuses %s', (_what, args) => {
    expect(() => parseSupportCommand(args)).toThrow(ConfigError)
    expect(() => parseSupportCommand(args)).toThrow(/^Usage: npm run support/)
  })
})
