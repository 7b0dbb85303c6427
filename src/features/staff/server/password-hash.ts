import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { boundedQueue } from '#platform/concurrency.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'

/**
 * Passwords as Argon2id hashes (RFC 9106) of the peppered password, stored in PHC form with their cost. Each takes 64 MiB
 * and most of a CPU second, so few are computed concurrently; beyond the queue a request is refused `unavailable`.
 */

/** KiB, passes, lanes. */
export type Cost = { memory: number; passes: number; parallelism: number }

/** When it is increased, a password is rehashed at the next sign-in. */
const todaysCost: Cost = { memory: 65_536, passes: 3, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

type Stored = Cost & { salt: Buffer; hash: Buffer }

const derive = promisify(argon2)

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')

const phcOf = ({ memory, passes, parallelism, salt, hash }: Stored) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`

const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

const storedIn = (phc: string): Stored => {
  const [whole, memory, passes, parallelism, salt = '', hash = ''] = shape.exec(phc) ?? []
  if (whole === undefined) throw new Error('a stored password is not in its form')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

export type Passwords = {
  /** A password's hash in PHC form. */
  hash: (password: string) => Promise<string>
  /** Whether a password is the stored one; null costs the same and never matches. */
  matches: (password: string, stored: string | null) => Promise<boolean>
  /** Whether a hash was computed at a lower cost than today's. */
  isOutdated: (stored: string) => boolean
}

/** Passwords with the pepper of this keyring: four hashed concurrently, 32 waiting. Tests hash at a lower cost. */
export const createPasswords = (keyring: Keyring, cost = todaysCost): Passwords => {
  // Compared for an email address that no manager has.
  const dummy = { ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }
  const inQueue = boundedQueue({ concurrent: 4, waiting: 32 })
  const hashOf = (password: string, { memory, passes, parallelism, salt, hash }: Stored): Promise<Buffer> =>
    inQueue(() =>
      derive('argon2id', {
        message: keyring.pepper(password),
        nonce: salt,
        memory,
        passes,
        parallelism,
        tagLength: hash.length,
      }),
    )
  return {
    hash: async password => {
      const fresh = { ...cost, salt: randomBytes(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) }
      return phcOf({ ...fresh, hash: await hashOf(password, fresh) })
    },
    matches: async (password, stored) => {
      const kept = stored === null ? dummy : storedIn(stored)
      return timingSafeEqual(await hashOf(password, kept), kept.hash) && stored !== null
    },
    isOutdated: stored => {
      const { memory, passes, parallelism } = storedIn(stored)
      return memory < cost.memory || passes < cost.passes || parallelism < cost.parallelism
    },
  }
}
