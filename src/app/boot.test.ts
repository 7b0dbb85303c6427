import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKeyring } from '#platform/boot.ts'
import { ConfigError } from '#platform/config/config.ts'
import { createKeyringFile } from '#platform/crypto/keyring.ts'
import { lockDataDir } from '#platform/db/data-lock.ts'
import { type OpenDatabase, openEmbedded } from '#platform/db/database.ts'
import { keyCanary } from '#platform/db/tables.ts'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'

let folder: string
let own: OwnDatabase
let database: OpenDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-boot-'))
  own = await openOwnDatabase()
  database = own.database
})
beforeEach(async () => {
  await database.db.delete(keyCanary)
})
afterAll(async () => {
  await own.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the keyring', () => {
  it('is created at the first start, readable only by its owner, and decrypts the database again', async () => {
    const file = join(folder, 'first', 'keyring.json')
    await openKeyring(database.db, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(openKeyring(database.db, file)).resolves.toBeDefined()
  })

  it('is not created again when the database already has one', async () => {
    await openKeyring(database.db, join(folder, 'second.json'))
    await expect(openKeyring(database.db, join(folder, 'lost.json'))).rejects.toThrow(/is missing/)
  })

  it('is the same for two processes that create it concurrently', () => {
    const file = join(folder, 'raced.json')
    const first = createKeyringFile(file)
    expect(createKeyringFile(file)).toEqual(first)
    expect(readdirSync(folder).filter(name => name.startsWith('raced'))).toEqual(['raced.json'])
  })

  it('that cannot be written is reported in one line', () => {
    writeFileSync(join(folder, 'a-file'), '')
    expect(() => createKeyringFile(join(folder, 'a-file', 'keyring.json'))).toThrow(/^KEYRING_FILE: [^\n]+$/)
  })

  it('of another database is refused before anything is changed', async () => {
    await openKeyring(database.db, join(folder, 'third.json'))
    createKeyringFile(join(folder, 'other.json'))
    await expect(openKeyring(database.db, join(folder, 'other.json'))).rejects.toThrow(/not the keyring/)
  })

  it.each([
    ['that others can read', (file: string) => chmodSync(file, 0o644)],
    ['that is no JSON', (file: string) => writeFileSync(file, '{')],
    ['with a short key', (file: string) => writeFileSync(file, '{"version":1,"keys":{"root":"AAAA"}}')],
  ])('%s stops the start', async (_name, spoil) => {
    const file = join(folder, `spoiled-${Math.random()}.json`)
    createKeyringFile(file)
    spoil(file)
    await expect(openKeyring(database.db, file)).rejects.toThrow(ConfigError)
  })
})

describe('the data folder', () => {
  it('is locked by one process at a time and free again afterwards', () => {
    const lock = lockDataDir(join(folder, 'data'))
    expect(() => lockDataDir(join(folder, 'data'))).toThrow(/in use by process/)
    lock.release()
    lockDataDir(join(folder, 'data')).release()
  })

  it('is free if the locking process no longer runs', () => {
    const data = join(folder, 'stale')
    lockDataDir(data).release()
    writeFileSync(join(data, 'lock.json'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }))
    expect(() => lockDataDir(data).release()).not.toThrow()
  })

  it.runIf(existsSync('/proc/self/stat'))(
    'is free when its holder was killed and nobody has waited for it yet',
    async () => {
      const data = join(folder, 'killed')
      // A shell reaps its children, so it must exec another program before its child is killed.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const pid = Number(await new Promise(resolve => parent.stdout.once('data', resolve)))
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
      process.kill(pid, 'SIGKILL')
      const statOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      await expect.poll(() => statOf()[0]).toBe('Z')
      lockDataDir(data).release()
      writeFileSync(join(data, 'lock.json'), JSON.stringify({ pid, startedAt: statOf()[19] }))
      expect(() => lockDataDir(data).release()).not.toThrow()
      parent.kill()
    },
  )

  it('is locked by a process of another container while that process renews its lock', () => {
    const data = join(folder, 'shared')
    lockDataDir(data).release()
    const file = join(data, 'lock.json')
    writeFileSync(
      file,
      JSON.stringify({ pid: process.pid, startedAt: 'another', where: 'another container' }),
    )
    expect(() => lockDataDir(data)).toThrow(/of another container or machine/)
    const longAgo = new Date(Date.now() - 61_000)
    utimesSync(file, longAgo, longAgo)
    expect(() => lockDataDir(data).release()).not.toThrow()
  })

  it('renews its lock every few seconds', () => {
    vi.useFakeTimers()
    try {
      const data = join(folder, 'touched')
      const lock = lockDataDir(data)
      const file = join(data, 'lock.json')
      const longAgo = new Date(Date.now() - 61_000)
      utimesSync(file, longAgo, longAgo)
      vi.advanceTimersByTime(5_000)
      expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(1_000)
      lock.release()
      vi.advanceTimersByTime(5_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('that cannot be used is reported in one line', () => {
    const file = join(folder, 'no-folder')
    writeFileSync(file, '')
    expect(() => lockDataDir(file)).toThrow(/^DATA_DIR: [^\n]+$/)
  })

  it('is free if the process id has been reused by another process', () => {
    const data = join(folder, 'reused')
    lockDataDir(data).release()
    writeFileSync(join(data, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'another' }))
    expect(() => lockDataDir(data).release()).not.toThrow()
  })

  it('of another version is refused with instructions', async () => {
    const old = mkdtempSync(join(folder, 'old-'))
    writeFileSync(join(old, 'PG_VERSION'), '17\n')
    await expect(openEmbedded({ folder: old }, () => undefined)).rejects.toThrow(
      /version 17.*the release that made it/,
    )
  })
})
