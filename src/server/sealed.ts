import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { Keyring } from './keyring.ts'
import { userKeys } from './tables.ts'

/**
 * Field encryption (security-reliability D7): AES-256-GCM, a key per person wrapped by the root key, and the
 * place of the field bound into the seal, so that a sealed text moved to another row or column does not open.
 * Envelope: version 1 (1 byte), nonce (12), ciphertext, tag (16).
 */

const VERSION = 1
const NONCE = 12
const TAG = 16

/** Where a sealed field stands. */
export type Place = { table: string; column: string; row: string }

/** Seals and opens the fields of one owner. Opening what was not sealed in this place with this key throws. */
export type Box = {
  seal: (place: Place, plain: string | Uint8Array) => Buffer
  open: (place: Place, sealed: Uint8Array) => string
  openBytes: (place: Place, sealed: Uint8Array) => Buffer
}

const bound = (owner: string, place: Place) =>
  Buffer.from([place.table, place.column, place.row, owner, VERSION].join('|'))

const encrypt = (key: Buffer, aad: Buffer, plain: Uint8Array): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Buffer, aad: Buffer, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed)
  if (bytes.length < 1 + NONCE + TAG || bytes[0] !== VERSION) throw new Error('not a sealed field')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE), { authTagLength: TAG })
  decipher.setAAD(aad).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE, -TAG)), decipher.final()])
}

const boxOf = (key: Buffer, owner: string): Box => {
  const openBytes = (place: Place, sealed: Uint8Array) => decrypt(key, bound(owner, place), sealed)
  return {
    seal: (place, plain) =>
      encrypt(key, bound(owner, place), typeof plain === 'string' ? Buffer.from(plain) : plain),
    open: (place, sealed) => openBytes(place, sealed).toString('utf8'),
    openBytes,
  }
}

/** The keys at work: boxes for people, one for what belongs to no person, and the blind indexes. */
export type Vault = {
  system: Box
  /** Makes and stores a person's key. */
  newBox: (db: Database, userId: string) => Promise<Box>
  /** A person's box; throws when the key is gone (the person was erased). */
  boxFor: (db: Database, userId: string) => Promise<Box>
  /** Drops a person's key from memory, once its row is destroyed. */
  forget: (userId: string) => void
  phoneIndex: (e164: string) => Buffer
  ssnIndex: (nineDigits: string) => Buffer
  /** Letters in any case, composed or not, give one index. */
  emailIndex: (address: string) => Buffer
  wordIndex: (word: string) => Buffer
  /** What a password is mixed with before it is hashed, so that hashes alone cannot be guessed at. */
  pepper: (password: string) => Buffer
  codeMac: (text: string) => Buffer
  csrf: (sessionId: string) => string
}

const CACHED_BOXES = 5_000
const CACHE_MS = 5 * 60_000

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** The vault over a keyring. Boxes are cached for five minutes. */
export const vaultOf = (keyring: Keyring): Vault => {
  const cache = new Map<string, { box: Box; until: number }>()
  const wrapPlace = (userId: string): Place => ({ table: 'user_keys', column: 'wrapped', row: userId })
  const keep = (userId: string, box: Box): Box => {
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_BOXES && oldest !== undefined) cache.delete(oldest)
    cache.set(userId, { box, until: Date.now() + CACHE_MS })
    return box
  }
  return {
    system: boxOf(keyring.root, 'system'),
    newBox: async (db, userId) => {
      const key = randomBytes(32)
      const wrapped = encrypt(keyring.root, bound(userId, wrapPlace(userId)), key)
      await db.insert(userKeys).values({ userId, wrapped })
      return boxOf(key, userId)
    },
    boxFor: async (db, userId) => {
      const cached = cache.get(userId)
      if (cached && cached.until > Date.now()) return cached.box
      const [row] = await db.select().from(userKeys).where(eq(userKeys.userId, userId))
      if (!row) throw new Error('this person has no key')
      return keep(userId, boxOf(decrypt(keyring.root, bound(userId, wrapPlace(userId)), row.wrapped), userId))
    },
    forget: userId => {
      cache.delete(userId)
    },
    phoneIndex: e164 => hmac(keyring.phoneIndex, e164),
    ssnIndex: digits => hmac(keyring.ssnIndex, digits),
    emailIndex: address => hmac(keyring.emailIndex, folded(address)),
    wordIndex: word => hmac(keyring.wordIndex, folded(word)),
    pepper: password => hmac(keyring.pepper, password.normalize('NFC')),
    codeMac: text => hmac(keyring.code, text),
    csrf: sessionId => hmac(keyring.csrf, sessionId).toString('base64url'),
  }
}
