import { expect, it } from 'vitest'
import { AppError } from '#api/errors.ts'
import { createKeyring } from '#platform/crypto/encryption.ts'
import { anyKeyring } from '#test/support/any-keyring.ts'
import { createPasswords } from './password-hash.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }
const keyring = createKeyring(anyKeyring())
const password = 'otter lantern gravel piano'

it('a password costs 64 MiB and three passes, with a unique salt', async () => {
  const passwords = createPasswords(keyring)
  const stored = await passwords.hash(password)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.matches(password, stored)).toBe(true)
  expect(passwords.isOutdated(stored)).toBe(false)
})

it('a hash matches only its own password under its own pepper', async () => {
  const passwords = createPasswords(keyring, cheap)
  const stored = await passwords.hash(password)
  expect(await passwords.hash(password)).not.toBe(stored)
  expect(await passwords.matches(password, stored)).toBe(true)
  expect(await passwords.matches(`${password} `, stored)).toBe(false)
  expect(await createPasswords(createKeyring(anyKeyring()), cheap).matches(password, stored)).toBe(false)
})

it('composed and decomposed forms of a password are the same password', async () => {
  const passwords = createPasswords(keyring, cheap)
  const stored = await passwords.hash('š-ž-é otter lantern')
  expect(await passwords.matches('š-ž-é otter lantern'.normalize('NFD'), stored)).toBe(true)
})

it('a missing hash never matches', async () => {
  expect(await createPasswords(keyring, cheap).matches(password, null)).toBe(false)
})

it('a hash is outdated when any part of the cost has increased', async () => {
  const stored = await createPasswords(keyring, cheap).hash(password)
  const outdated = (more: object) => createPasswords(keyring, { ...cheap, ...more }).isOutdated(stored)
  expect([outdated({}), outdated({ memory: 65 }), outdated({ passes: 2 }), outdated({ memory: 8 })]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('four are hashed concurrently and 32 wait; more are refused', async () => {
  const passwords = createPasswords(keyring, cheap)
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.hash(password)))
  const refused = all.filter(one => one.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppError)
    expect(reason).toMatchObject({ code: 'unavailable' })
  }
})
