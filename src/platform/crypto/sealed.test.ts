import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withNewestRoot, withNewRoot } from '#app/commands/key-rotation.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { migrateUp, type OpenDatabase, openEmbedded } from '../db/database.ts'
import { newId } from '../ids.ts'
import { type Vault, vaultOf } from './sealed.ts'

const place = { table: 'users', column: 'profile', row: 'a' }

let database: OpenDatabase
let vault: Vault
beforeAll(async () => {
  database = await openEmbedded({ dump: null }, error => {
    throw error
  })
  await migrateUp(database)
  vault = vaultOf(anyKeyring())
})
afterAll(() => database.close())

describe('a sealed field', () => {
  it('opens in its own place only', async () => {
    const box = await vault.newBox(database.db, newId())
    const sealed = box.seal(place, 'Maya Brooks')
    expect(box.open(place, sealed)).toBe('Maya Brooks')
    for (const other of [
      { ...place, row: 'b' },
      { ...place, column: 'ssn' },
      { ...place, table: 'reports' },
    ]) {
      expect(() => box.open(other, sealed)).toThrow()
    }
  })

  it('opens with its own person’s key only', async () => {
    const [maya, daniel] = [
      await vault.newBox(database.db, newId()),
      await vault.newBox(database.db, newId()),
    ]
    expect(() => daniel.open(place, maya.seal(place, 'x'))).toThrow()
  })

  it('shows any changed byte', async () => {
    const box = await vault.newBox(database.db, newId())
    const sealed = box.seal(place, 'balance')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => box.open(place, changed)).toThrow()
    }
  })

  it('is never the same twice and does not hold its text', async () => {
    const box = await vault.newBox(database.db, newId())
    const [first, second] = [box.seal(place, 'same text'), box.seal(place, 'same text')]
    expect(first.equals(second)).toBe(false)
    expect(first.includes('same text')).toBe(false)
  })
})

describe('a person’s key', () => {
  it('is found again by another vault over the same keyring, and by no other', async () => {
    const keys = anyKeyring()
    const userId = newId()
    const sealed = (await vaultOf(keys).newBox(database.db, userId)).seal(place, 'kept')
    expect((await vaultOf(keys).boxFor(database.db, userId)).open(place, sealed)).toBe('kept')
    await expect(vaultOf(anyKeyring()).boxFor(database.db, userId)).rejects.toThrow()
  })
})

it('what stands in the link of an e-mail opens after the root key was exchanged', () => {
  const before = anyKeyring()
  const sealed = vaultOf(before).links.seal(place, 'stop')
  const after = withNewestRoot(withNewRoot(before, 0))
  expect(vaultOf(after).links.open(place, sealed)).toBe('stop')
  expect(() => vaultOf(after).system.open(place, vaultOf(before).system.seal(place, 'x'))).toThrow()
})

describe('a blind index', () => {
  it('is the same for the same number and another with another key', () => {
    const [one, other] = [vaultOf(anyKeyring()), vaultOf(anyKeyring())]
    expect(one.phoneIndex('+12025550143')).toEqual(one.phoneIndex('+12025550143'))
    expect(one.phoneIndex('+12025550143')).not.toEqual(other.phoneIndex('+12025550143'))
    expect(one.phoneIndex('213456789')).not.toEqual(one.ssnIndex('213456789'))
  })
})
