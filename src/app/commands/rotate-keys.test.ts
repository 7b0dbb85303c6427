import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boot, type OpenServer } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import { readKeyringFile } from '#platform/crypto/keyring.ts'
import { auditEvents } from '#platform/db/tables.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { createServerData } from '#test/support/own-database.ts'
import { runCommand } from '#test/support/run-server.ts'
import { countKeyUses } from './key-rotation.ts'

/** The command runs in a separate process that is killed while it works. */

const postgres = process.env.TEST_DATABASE_URL
const place = { table: 'users', column: 'profile', row: 'a' }

let settings: Record<string, string>
let keyringFile: string
let remove: () => Promise<void>
/** The encrypted values, by user. */
let sealed: Map<string, Buffer>

beforeEach(async () => {
  sealed = new Map()
  const data = await createServerData()
  remove = data.remove
  settings = { ...data.settings, LOG_LEVEL: 'silent' }
  keyringFile = path.join(settings.DATA_DIR ?? '', 'keyring.json')
})
afterEach(() => remove())

/** Opens the data while no other process has it locked. */
const withData = async <T>(act: (opened: OpenServer) => Promise<T>): Promise<T> => {
  const opened = await boot(readConfig(settings), createLog('silent', process.stderr), () => undefined)
  try {
    return await act(opened)
  } finally {
    await opened.close()
  }
}

const addPeople = async ({ database, keyring }: OpenServer, count: number) => {
  for (let number = 0; number < count; number += 1) {
    const userId = crypto.randomUUID()
    const cipher = await keyring.createUserCipher(database.db, userId)
    sealed.set(userId, cipher.encrypt(place, userId))
  }
}

/** Checks that everyone's data can still be decrypted, without anything cached in memory. */
const expectReadable = async ({
  database,
  keyring,
}: {
  database: OpenServer['database']
  keyring: Keyring
}) => {
  for (const [userId, text] of sealed) {
    keyring.forget(userId)
    expect((await keyring.cipherForUser(database.db, userId)).decrypt(place, text)).toBe(userId)
  }
}

/** Runs `npm run keys:rotate -- ...`; kills it as soon as it has printed a text a given number of times. */
const rotate = (
  parameters: readonly string[],
  { killAt, env = {} }: { killAt?: { words: string; times: number }; env?: Record<string, string> } = {},
) =>
  runCommand('rotate-keys', parameters, { ...settings, ...env }, (printed, command) => {
    if (killAt && printed.split(killAt.words).length > killAt.times) command.kill('SIGKILL')
  })

const roots = () => readKeyringFile(keyringFile)?.roots.map(({ id }) => id) ?? []

/** Runs with a server next to the command: on PostgreSQL one is running all the time. */
const besideServer = async (act: (server: OpenServer | null) => Promise<void>) => {
  if (postgres) return withData(act)
  await act(null)
}

test('a root key is rotated by a command that is killed and run again, after which nothing uses the old one', async () => {
  await withData(opened => addPeople(opened, 250))
  const [old = ''] = roots()
  await besideServer(async server => {
    const checkServer = async () => {
      if (!server) return
      await expectReadable(server)
      await addPeople(server, 3)
    }
    // Starting the embedded database takes long, so there the command is killed only in the middle.
    const points = [
      ...(server ? [{ words: 'has a new root key', times: 1 }] : []),
      { words: 'user_keys.wrapped', times: 2 },
    ]
    for (const killAt of points) {
      expect(await rotate(['--lead', '0'], { killAt })).toMatchObject({ signal: 'SIGKILL' })
      await checkServer()
    }
    expect(roots()).toHaveLength(2)
    if (server) {
      const early = await rotate(['--retire'], { env: { TEST_CLOCK: '+2h' } })
      expect(early.code).toBe(78)
      expect(early.printed).toContain(`${old} still encrypts`)
    }
    expect(await rotate([])).toMatchObject({ code: 0 })
    await checkServer()
    if (server) {
      const soon = await rotate(['--retire'])
      expect(soon.code).toBe(78)
      expect(soon.printed).toContain('may still write')
    }
    expect(await rotate(['--retire'], { env: { TEST_CLOCK: '+2h' } })).toMatchObject({ code: 0 })
    expect(roots()).toHaveLength(1)
    expect(roots()).not.toContain(old)
    await checkServer()
  })
  await withData(async opened => {
    await expectReadable(opened)
    expect([...(await countKeyUses(opened.database.db)).keys()]).toEqual(roots())
    const acts = (await opened.database.db.select().from(auditEvents)).map(({ act }) => act)
    expect(acts).toEqual(['root_key_made', 'root_key_retired'])
  })
})

test.runIf(postgres)('a new key can be activated later, when every server has the file', async () => {
  await withData(opened => addPeople(opened, 2))
  const later = await rotate(['--lead', '60'])
  expect(later.code).toBe(0)
  expect(later.printed).toContain('every server must have this file')
  const [old = '', next = ''] = roots()
  // Two users, and the constant by which a start recognizes its keyring.
  expect((await rotate(['--status'])).printed).toMatch(
    new RegExp(`^${old}  encrypts  3 values\n${next}  will encrypt from \\S+  0 values\n$`),
  )
})
