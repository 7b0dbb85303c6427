import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRootKey, keepNewestRootKey } from '#app/commands/key-rotation.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { type OwnDatabase, openOwnDatabase } from '#test/support/own-database.ts'
import type { OpenDatabase } from '../db/database.ts'
import { newId } from '../ids.ts'
import { createKeyring, type Keyring } from './encryption.ts'

const place = { table: 'users', column: 'profile', row: 'a' }

let own: OwnDatabase
let database: OpenDatabase
let keyring: Keyring
beforeAll(async () => {
  own = await openOwnDatabase()
  database = own.database
  keyring = createKeyring(anyKeyring())
})
afterAll(() => own.drop())

describe('an encrypted field', () => {
  it('decrypts only in its own row and column', async () => {
    const cipher = await keyring.createUserCipher(database.db, newId())
    const sealed = cipher.encrypt(place, 'Maya Brooks')
    expect(cipher.decrypt(place, sealed)).toBe('Maya Brooks')
    for (const other of [
      { ...place, row: 'b' },
      { ...place, column: 'ssn' },
      { ...place, table: 'reports' },
    ]) {
      expect(() => cipher.decrypt(other, sealed)).toThrow()
    }
  })

  it('decrypts only with its own user’s key', async () => {
    const [maya, daniel] = [
      await keyring.createUserCipher(database.db, newId()),
      await keyring.createUserCipher(database.db, newId()),
    ]
    expect(() => daniel.decrypt(place, maya.encrypt(place, 'x'))).toThrow()
  })

  it('fails to decrypt when any byte is changed', async () => {
    const cipher = await keyring.createUserCipher(database.db, newId())
    const sealed = cipher.encrypt(place, 'balance')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => cipher.decrypt(place, changed)).toThrow()
    }
  })

  it('differs every time and does not contain its text', async () => {
    const cipher = await keyring.createUserCipher(database.db, newId())
    const [first, second] = [cipher.encrypt(place, 'same text'), cipher.encrypt(place, 'same text')]
    expect(first.equals(second)).toBe(false)
    expect(first.includes('same text')).toBe(false)
  })
})

describe('a user’s key', () => {
  it('can be used by another instance with the same keyring, and by no other', async () => {
    const keys = anyKeyring()
    const userId = newId()
    const sealed = (await createKeyring(keys).createUserCipher(database.db, userId)).encrypt(place, 'kept')
    expect((await createKeyring(keys).cipherForUser(database.db, userId)).decrypt(place, sealed)).toBe('kept')
    await expect(createKeyring(anyKeyring()).cipherForUser(database.db, userId)).rejects.toThrow()
  })
})

it('a token in an email link decrypts after the root key was rotated', () => {
  const before = anyKeyring()
  const sealed = createKeyring(before).links.encrypt(place, 'stop')
  const after = keepNewestRootKey(addRootKey(before, 0))
  expect(createKeyring(after).links.decrypt(place, sealed)).toBe('stop')
  expect(() =>
    createKeyring(after).system.decrypt(place, createKeyring(before).system.encrypt(place, 'x')),
  ).toThrow()
})

describe('a blind index', () => {
  it('is the same for the same number and differs with another key', () => {
    const [one, other] = [createKeyring(anyKeyring()), createKeyring(anyKeyring())]
    expect(one.phoneIndex('+12025550143')).toEqual(one.phoneIndex('+12025550143'))
    expect(one.phoneIndex('+12025550143')).not.toEqual(other.phoneIndex('+12025550143'))
    expect(one.phoneIndex('213456789')).not.toEqual(one.ssnIndex('213456789'))
  })
})
