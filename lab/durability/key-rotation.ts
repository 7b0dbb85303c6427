import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countKeyUses } from '#app/commands/key-rotation.ts'
import { boot, type OpenServer } from '#platform/boot.ts'
import { readConfig } from '#platform/config/config.ts'
import { readKeyringFile } from '#platform/crypto/keyring.ts'
import { createLog } from '#platform/telemetry/log.ts'
import { chanceOf } from '#test/support/chance.ts'
import { postgresDatabase } from '../harness/databases.ts'
import type { Scenario } from '../scenario.ts'

const COMMAND = path.join(import.meta.dirname, '../../src/app/commands/rotate-keys.ts')
const place = { table: 'users', column: 'profile', row: 'drill' }
const AT_ONCE = 20
/** How many values the command re-encrypts per batch. */
const BATCH = 100

/** Adds people, each with a key, and records what was encrypted for whom. */
const addPeople = async ({ database, keyring }: OpenServer, sealed: Map<string, Buffer>, count: number) => {
  for (let left = count; left > 0; left -= AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, left) }, () => randomUUID())
    await Promise.all(
      ids.map(async id => {
        sealed.set(id, (await keyring.createUserCipher(database.db, id)).encrypt(place, id))
      }),
    )
  }
}

/** How many people's fields cannot be decrypted with the keys in the database. */
const unreadable = async ({ database, keyring }: OpenServer, sealed: ReadonlyMap<string, Buffer>) => {
  let failed = 0
  const ids = [...sealed.keys()]
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async id => {
        keyring.forget(id)
        const cipher = await keyring.cipherForUser(database.db, id).catch(() => null)
        const opens = cipher?.decrypt(place, sealed.get(id) ?? Buffer.alloc(0)) === id
        if (!opens) failed += 1
      }),
    )
  return failed
}

/** Runs the command; `kill` ends it some milliseconds after a number of batches. */
const rotateKeys = async (
  settings: Record<string, string>,
  parameters: readonly string[],
  kill?: { batches: number; after: number },
) => {
  const { PATH = '', TMPDIR = '' } = process.env
  const command = spawn(process.execPath, [COMMAND, ...parameters], {
    env: { PATH, TMPDIR, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let timer: NodeJS.Timeout | undefined
  let printed = ''
  const batches = () => [...printed.matchAll(/: (\d+)$/gm)].map(([, values]) => Number(values))
  const look = () => {
    if (kill && batches().length >= kill.batches)
      timer ??= setTimeout(() => command.kill('SIGKILL'), kill.after)
  }
  command.stdout.on('data', chunk => {
    printed += String(chunk)
    look()
  })
  look()
  await once(command, 'close')
  clearTimeout(timer)
  const moved = batches().reduce((sum, values) => sum + values, 0)
  return { code: command.exitCode, killed: command.signalCode === 'SIGKILL', moved }
}

/** Rotates the root key while a server works and the command is killed repeatedly. */
export const keyRotation: Scenario = {
  what: 'the root key is rotated while a server works and the command is killed repeatedly',
  options: { people: '100000', kills: '20' },
  run: async ({ seed, count }, report) => {
    const chance = chanceOf(seed)
    const database = await postgresDatabase()
    const settings = { ...database.settings, LOG_LEVEL: 'error' }
    const open = () => boot(readConfig(settings), createLog('error', process.stderr), () => undefined)
    const sealed = new Map<string, Buffer>()
    const server = await open()
    try {
      await addPeople(server, sealed, count('people'))
      const keyringFile = readConfig(settings).keyringFile
      const roots = () => readKeyringFile(keyringFile)?.roots.map(({ id }) => id) ?? []
      const [old = ''] = roots()
      report.did(`${sealed.size} people`)

      const ended = new AbortController()
      const work = (async () => {
        while (!ended.signal.aborted) {
          await addPeople(server, sealed, 2)
          await delay(20)
        }
      })()
      let kills = 0
      let moved = 0
      for (let tries = 0; kills < count('kills') && tries < 3 * count('kills'); tries += 1) {
        // The sum stays below the number of batches; zero means a kill during startup.
        const batches = chance.between(0, Math.floor((1.5 * count('people')) / BATCH / count('kills')))
        const after = chance.between(0, batches === 0 ? 2_000 : 30)
        const run = await rotateKeys(settings, ['--lead', '0'], { batches, after })
        if (run.killed) kills += 1
        moved += run.moved
        report.did(`${kills} kills, ${moved} values re-encrypted`)
      }
      const last = await rotateKeys(settings, ['--lead', '0'])
      ended.abort()
      await work
      report.figure('values re-encrypted, as far as the command reported them', moved + last.moved)
      report.must('kills', kills === count('kills'), kills)
      report.must('the last run exited with 0', last.code === 0, String(last.code))
      const early = await rotateKeys(settings, ['--retire'])
      report.must('the old key is not retired immediately', early.code === 78, String(early.code))
      const retired = await rotateKeys({ ...settings, TEST_CLOCK: '+2h' }, ['--retire'])
      report.must('the old key is retired after two hours', retired.code === 0, String(retired.code))
      const uses = await countKeyUses(server.database.db)
      report.must('values that the old key encrypts', !uses.has(old) && !uses.has(null), uses.get(old) ?? 0)
      report.must('root keys in the file', roots().length === 1 && !roots().includes(old), roots().length)
      const fresh = await open()
      try {
        const failed = await unreadable(fresh, sealed)
        report.must('people whose data cannot be read', failed === 0, `${failed} of ${sealed.size}`)
      } finally {
        await fresh.close()
      }
    } finally {
      await server.close()
      await database.close()
    }
  },
}
