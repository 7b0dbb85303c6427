import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ProviderFailure } from '../failure.ts'
import { diskStorage } from './disk.ts'
import { newKey, testStorageProvider } from './port.suite.ts'

const place = mkdtempSync(path.join(tmpdir(), 'fairfile-files-'))
const root = path.join(place, 'files')
afterAll(() => rmSync(place, { recursive: true }))

describe('files on disk', () => {
  testStorageProvider(() => diskStorage(root))

  it('are accessible only to their owner, and are named only by their key', async () => {
    const key = newKey()
    await diskStorage(root).put(key, Buffer.from('sealed'))
    const folder = path.join(root, key.slice(0, 2))
    expect(readdirSync(folder).filter(name => name.startsWith(key))).toEqual([key])
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(path.join(folder, key)).mode & 0o077).toBe(0)
  })

  it('of an interrupted upload are removed with the rest', async () => {
    const key = newKey()
    const storage = diskStorage(root)
    await storage.put(key, Buffer.from('sealed'))
    const folder = path.join(root, key.slice(0, 2))
    writeFileSync(path.join(folder, `${key}.part`), 'half')
    await storage.remove(key)
    expect(readdirSync(folder).filter(name => name.startsWith(key))).toEqual([])
  })

  it('fail without a path in the message if the folder cannot be created', async () => {
    writeFileSync(path.join(place, 'taken'), '')
    const failed = diskStorage(path.join(place, 'taken')).put(newKey(), Buffer.of(1))
    await expect(failed).rejects.toMatchObject({
      provider: 'Storage',
      retryable: true,
      userMessage: 'The files cannot be reached right now.',
    })
    await expect(failed).rejects.toBeInstanceOf(ProviderFailure)
  })
})
