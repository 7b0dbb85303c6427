import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openVault } from './boot.ts'
import { ConfigError } from './config.ts'
import { lockData } from './data-lock.ts'
import { migrateUp, type OpenDatabase, openEmbedded } from './database.ts'
import { makeKeyring } from './keyring.ts'
import { keyCanary } from './tables.ts'

let folder: string
let database: OpenDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-boot-'))
  database = await openEmbedded({ dump: null }, error => {
    throw error
  })
  await migrateUp(database)
})
beforeEach(async () => {
  await database.db.delete(keyCanary)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the keyring', () => {
  it('is made at the first start, readable by its owner only, and opens the database again', async () => {
    const file = join(folder, 'first', 'keyring.json')
    await openVault(database.db, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(openVault(database.db, file)).resolves.toBeDefined()
  })

  it('is not made anew when the database already has one', async () => {
    await openVault(database.db, join(folder, 'second.json'))
    await expect(openVault(database.db, join(folder, 'lost.json'))).rejects.toThrow(/is missing/)
  })

  it('of another database is refused before anything is touched', async () => {
    await openVault(database.db, join(folder, 'third.json'))
    makeKeyring(join(folder, 'other.json'))
    await expect(openVault(database.db, join(folder, 'other.json'))).rejects.toThrow(/not the keyring/)
  })

  it.each([
    ['that others can read', (file: string) => chmodSync(file, 0o644)],
    ['that is no JSON', (file: string) => writeFileSync(file, '{')],
    ['with a short key', (file: string) => writeFileSync(file, '{"version":1,"keys":{"root":"AAAA"}}')],
  ])('%s stops the start', async (_name, spoil) => {
    const file = join(folder, `spoiled-${Math.random()}.json`)
    makeKeyring(file)
    spoil(file)
    await expect(openVault(database.db, file)).rejects.toThrow(ConfigError)
  })
})

describe('the data folder', () => {
  it('is held by one process at a time and free again afterwards', () => {
    const lock = lockData(join(folder, 'data'))
    expect(() => lockData(join(folder, 'data'))).toThrow(/in use by process/)
    lock.release()
    lockData(join(folder, 'data')).release()
  })

  it('is free when its holder no longer lives', () => {
    const data = join(folder, 'stale')
    lockData(data).release()
    writeFileSync(join(data, 'lock.json'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }))
    expect(() => lockData(data).release()).not.toThrow()
  })

  it('is free when the process id was given to another process since', () => {
    const data = join(folder, 'reused')
    lockData(data).release()
    writeFileSync(join(data, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'another' }))
    expect(() => lockData(data).release()).not.toThrow()
  })

  it('of another version is refused with what to do', async () => {
    const old = mkdtempSync(join(folder, 'old-'))
    writeFileSync(join(old, 'PG_VERSION'), '17\n')
    await expect(openEmbedded({ folder: old }, () => undefined)).rejects.toThrow(
      /version 17.*the release that made it/,
    )
  })
})
