import { type CipherKey, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { userKeys } from '../db/tables.ts'
import { activeRootKey, type KeySet, type KeySource, staticKeySource } from './keyring.ts'
import {
  createHmacFunction,
  createMacs,
  deriveKey,
  type MacUse,
  type SessionMacs,
  sessionMacs,
} from './macs.ts'

/**
 * Field encryption (security-reliability D7): AES-256-GCM, a key per person wrapped by the root key, and the
 * place of the field bound into the seal, so that a sealed text moved to another row or column does not open.
 * Envelope: version 1 (1 byte), nonce (12), ciphertext, tag (16). In version 2 the id of the root key that sealed it (4
 * bytes) stands before the nonce.
 */

const OF_ONE_KEY = 1
const OF_NAMED_KEY = 2
const KEY_ID = 4
const NONCE = 12
const TAG = 16

/** Where a sealed field stands. */
export type AssociatedData = { table: string; column: string; row: string }

/** Seals and opens the fields of one owner. Opening what was not sealed in this place with this key throws. */
export type Cipher = {
  encrypt: (place: AssociatedData, plain: string | Uint8Array) => Buffer
  decrypt: (place: AssociatedData, sealed: Uint8Array) => string
  decryptBytes: (place: AssociatedData, sealed: Uint8Array) => Buffer
}

/** What stands before the nonce: the version, and the id of the key where it is named. */
type Head = Buffer

/** The bytes that every envelope of a named root key begins with. */
export const namedKeyHeader = (id: string): Head =>
  Buffer.concat([Buffer.of(OF_NAMED_KEY), Buffer.from(id, 'hex')])

const associatedBytes = (owner: string, { table, column, row }: AssociatedData, head: Head) =>
  Buffer.from([table, column, row, owner, head[0]].join('|'))

const encryptBytes = (
  key: CipherKey,
  head: Head,
  owner: string,
  place: AssociatedData,
  plain: string | Uint8Array,
): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedBytes(owner, place, head))
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain
  return Buffer.concat([head, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

const decryptBytes = (
  key: CipherKey,
  head: Head,
  owner: string,
  place: AssociatedData,
  sealed: Uint8Array,
): Buffer => {
  const bytes = Buffer.from(sealed)
  const start = head.length + NONCE
  if (bytes.length < start + TAG || !bytes.subarray(0, head.length).equals(head))
    throw new Error('not a sealed field')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head.length, start), {
    authTagLength: TAG,
  })
  decipher.setAAD(associatedBytes(owner, place, head)).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()])
}

const createCipher = (
  seal: (place: AssociatedData, plain: string | Uint8Array) => Buffer,
  openBytes: (place: AssociatedData, sealed: Uint8Array) => Buffer,
): Cipher => ({
  encrypt: seal,
  decryptBytes: openBytes,
  decrypt: (place, sealed) => openBytes(place, sealed).toString('utf8'),
})

const unnamed: Head = Buffer.of(OF_ONE_KEY)

/** Node takes several times as long to make a key of bytes as to use it, so that each is made once and kept. */
const createKeyCipher = (bytes: Buffer, owner: string): Cipher => {
  const key = createSecretKey(bytes)
  return createCipher(
    (place, plain) => encryptBytes(key, unnamed, owner, place, plain),
    (place, sealed) => decryptBytes(key, unnamed, owner, place, sealed),
  )
}

/**
 * Seals with the root key of the moment, and opens with the one that an envelope names; what names none was sealed before
 * the first exchange, with the oldest. Throws when the keyring does not hold the key.
 */
export const createRootCipher = (keys: KeySource, owner: string): Cipher => {
  const openWith = (keySet: KeySet, id: string, place: AssociatedData, sealed: Uint8Array) => {
    const root = keySet.roots.find(one => one.id === id)
    return root && decryptBytes(root.key, namedKeyHeader(id), owner, place, sealed)
  }
  return createCipher(
    (place, plain) => {
      const keySet = keys.current()
      const root = activeRootKey(keySet, Date.now())
      return encryptBytes(root.key, keySet.named ? namedKeyHeader(root.id) : unnamed, owner, place, plain)
    },
    (place, sealed) => {
      const keySet = keys.current()
      if (sealed[0] !== OF_NAMED_KEY) return decryptBytes(keySet.roots[0].key, unnamed, owner, place, sealed)
      const id = Buffer.from(sealed.subarray(1, 1 + KEY_ID)).toString('hex')
      const opened = openWith(keySet, id, place, sealed) ?? openWith(keys.reload(), id, place, sealed)
      if (!opened) throw new Error('sealed with a root key that the keyring does not hold')
      return opened
    },
  )
}

/** Where a person's wrapped key stands. */
const wrappedKeyContext = (userId: string): AssociatedData => ({
  table: 'user_keys',
  column: 'wrapped',
  row: userId,
})

/** A new key for a person: as it is stored, and the box that seals with it. */
export const generateUserKey = (keys: KeySource, userId: string): { wrapped: Buffer; cipher: Cipher } => {
  const key = randomBytes(32)
  return {
    wrapped: createRootCipher(keys, userId).encrypt(wrappedKeyContext(userId), key),
    cipher: createKeyCipher(key, userId),
  }
}

/** Who seals what belongs to no person. */
export const SYSTEM_OWNER = 'system'

/** The keys at work: boxes for people, one for what belongs to no person, and the blind indexes. */
export type Keyring = {
  system: Cipher
  /** Seals what stands in links of e-mails: they must open years later, whatever root key there is by then. */
  links: Cipher
  /** Makes and stores a person's key. */
  createUserCipher: (db: Database, userId: string) => Promise<Cipher>
  /** A person's box; throws when the key is gone (the person was erased). */
  cipherForUser: (db: Database, userId: string) => Promise<Cipher>
  /** Drops a person's key from memory, once its row is destroyed. */
  forget: (userId: string) => void
  phoneIndex: (e164: string) => Buffer
  ssnIndex: (nineDigits: string) => Buffer
  /** Letters in any case, composed or not, give one index. */
  emailIndex: (address: string) => Buffer
  wordIndex: (word: string) => Buffer
  /** What a password is mixed with before it is hashed, so that hashes alone cannot be guessed at. */
  pepper: (password: string) => Buffer
  /** A keyed MAC for one use: what one use gives is of no worth to another. */
  mac: (use: MacUse, text: string) => Buffer
  csrf: (sessionId: string) => string
  /** Vouches for a token and whose session it opens, so that nobody opens one who has the database alone. */
  sessions: SessionMacs
  /** What a row of the audit log, or a link of its chain, is known by: the same for as long as the keyring is. */
  auditMac: (text: string) => Buffer
}

const CACHED_BOXES = 5_000
const CACHE_MS = 5 * 60_000

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** The vault over a keyring, which may change in its root keys. Boxes are cached for five minutes. */
export const createKeyring = (keySet: KeySet, keys: KeySource = staticKeySource(keySet)): Keyring => {
  const cache = new Map<string, { cipher: Cipher; until: number }>()
  const [email, word] = [createHmacFunction(keySet.emailIndex), createHmacFunction(keySet.wordIndex)]
  const [pepper, csrf] = [createHmacFunction(keySet.pepper), createHmacFunction(keySet.csrf)]
  const macs = createMacs(keySet.code)
  const keep = (userId: string, cipher: Cipher): Cipher => {
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_BOXES && oldest !== undefined) cache.delete(oldest)
    cache.set(userId, { cipher, until: Date.now() + CACHE_MS })
    return cipher
  }
  return {
    system: createRootCipher(keys, SYSTEM_OWNER),
    links: createKeyCipher(deriveKey(keySet.code, 'links of e-mails'), 'links'),
    createUserCipher: async (db, userId) => {
      const { wrapped, cipher } = generateUserKey(keys, userId)
      await db.insert(userKeys).values({ userId, wrapped })
      return cipher
    },
    cipherForUser: async (db, userId) => {
      const cached = cache.get(userId)
      if (cached && cached.until > Date.now()) return cached.cipher
      const [row] = await db.select().from(userKeys).where(eq(userKeys.userId, userId))
      if (!row) throw new Error('this person has no key')
      return keep(
        userId,
        createKeyCipher(
          createRootCipher(keys, userId).decryptBytes(wrappedKeyContext(userId), row.wrapped),
          userId,
        ),
      )
    },
    forget: userId => {
      cache.delete(userId)
    },
    phoneIndex: createHmacFunction(keySet.phoneIndex),
    ssnIndex: createHmacFunction(keySet.ssnIndex),
    emailIndex: address => email(folded(address)),
    wordIndex: one => word(folded(one)),
    pepper: password => pepper(password.normalize('NFC')),
    mac: (use, text) => macs[use](text),
    sessions: sessionMacs(keys),
    csrf: sessionId => csrf(sessionId).toString('base64url'),
    auditMac: createHmacFunction(deriveKey(keySet.code, 'audit trail')),
  }
}
