import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRootKey, keepNewestRootKey } from '#app/commands/key-rotation.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { createLog } from '../telemetry/log.ts'
import { createRootCipher, SYSTEM_OWNER } from './encryption.ts'
import {
  createKeyringFile,
  type KeySet,
  readKeyringFile,
  replaceKeyringFile,
  watchKeyringFile,
} from './keyring.ts'

const place = { table: 'managers', column: 'profile', row: 'a' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-live-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = () => {
  files += 1
  return join(folder, `${files}.json`)
}

/** A server on a keyring file, and what it logged. */
const serverOn = (file: string, keySet: KeySet) => {
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  return {
    box: createRootCipher(watchKeyringFile(file, keySet, log), SYSTEM_OWNER),
    logged: () => lines.join(''),
  }
}

/** A keyring of the first release, and what it encrypted. */
const firstRelease = () => {
  const file = newFile()
  const names = ['root', 'phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper']
  const keys = names.map((name, at) => [name, Buffer.alloc(32, at + 1).toString('base64')] as const)
  writeFileSync(file, JSON.stringify({ version: 1, keys: Object.fromEntries<string>(keys) }), { mode: 0o600 })
  const sealed = Buffer.from('AYTg7U8Or/S2V72QQPLUUHcZ1LA4O3SpogYwePNFDyYj2N9Y/96R', 'base64')
  return { file, sealed }
}

const inFile = (file: string): KeySet => {
  const keySet = readKeyringFile(file)
  if (!keySet) throw new Error('there is no keyring')
  return keySet
}

describe('a keyring of the first release', () => {
  it('decrypts what it encrypted, and encrypts so that the first release can decrypt it', () => {
    const { file, sealed } = firstRelease()
    const { box } = serverOn(file, inFile(file))
    expect(box.decrypt(place, sealed)).toBe('kept since')
    expect(box.encrypt(place, 'x')[0]).toBe(1)
  })

  it('decrypts it during the rotation of its root key, but not afterwards', () => {
    const { file, sealed } = firstRelease()
    replaceKeyringFile(file, addRootKey(inFile(file), 0))
    const { box } = serverOn(file, inFile(file))
    expect(box.decrypt(place, sealed)).toBe('kept since')
    const encryptedAgain = box.encrypt(place, 'x')
    replaceKeyringFile(file, keepNewestRootKey(inFile(file)))
    const later = serverOn(file, inFile(file)).box
    expect(later.decrypt(place, encryptedAgain)).toBe('x')
    expect(() => later.decrypt(place, sealed)).toThrow()
  })
})

describe('a server', () => {
  it('decrypts what another server encrypted with a key that it has not seen yet', () => {
    const file = newFile()
    const before = serverOn(file, createKeyringFile(file))
    before.box.encrypt(place, 'the file was looked at a moment ago')
    replaceKeyringFile(file, addRootKey(inFile(file), 0))
    const sealed = serverOn(file, inFile(file)).box.encrypt(place, 'new')
    expect(before.box.decrypt(place, sealed)).toBe('new')
    expect(before.logged()).toContain('the keyring has changed')
  })

  it('encrypts with a new key only from its start time on', () => {
    const file = newFile()
    const first = createKeyringFile(file)
    const old = first.roots[0].id
    const sealedBy = (from: number) => {
      const server = serverOn(file, addRootKey(first, from))
      return server.box.encrypt(place, 'x').subarray(1, 5).toString('hex')
    }
    rmSync(file)
    expect(sealedBy(Date.now() + 60_000)).toBe(old)
    expect(sealedBy(Date.now())).not.toBe(old)
  })

  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is half written', (file: string) => writeFileSync(file, '{"version":2,')],
    ['can be read by others', (file: string) => chmodSync(file, 0o644)],
    ['belongs to another installation', (file: string) => replaceKeyringFile(file, anyKeyring())],
  ])('continues with its current keys and logs it when the file %s', (_name, spoil) => {
    const file = newFile()
    const { box, logged } = serverOn(file, createKeyringFile(file))
    spoil(file)
    expect(box.decrypt(place, box.encrypt(place, 'still'))).toBe('still')
    expect(logged()).toContain('the keyring could not be read again')
  })

  it('does not decrypt what is encrypted with a key that its file does not contain', () => {
    const [file, other] = [newFile(), newFile()]
    const sealed = serverOn(other, createKeyringFile(other)).box.encrypt(place, 'x')
    expect(() => serverOn(file, createKeyringFile(file)).box.decrypt(place, sealed)).toThrow(/does not hold/)
  })
})

it('only one rotation can run at a time', () => {
  expect(() => addRootKey(addRootKey(anyKeyring(), 0), 0)).toThrow(/under way/)
})

it('a replaced keyring keeps its file mode', () => {
  const file = newFile()
  const keySet = createKeyringFile(file)
  chmodSync(file, 0o400)
  replaceKeyringFile(file, addRootKey(keySet, 0))
  expect(inFile(file).roots).toHaveLength(2)
  expect(statSync(file).mode & 0o777).toBe(0o400)
})
