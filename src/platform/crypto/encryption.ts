import { type CipherKey, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { eq, getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
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
import { createSigningKey, type SigningKey } from './signing-keys.ts'

/**
 * Field encryption: AES-256-GCM with a key per user, wrapped by the root key. The table, column and row
 * are associated data, so a value moved to another row or column does not decrypt. Envelope: version 1 (1
 * byte), nonce (12), ciphertext, tag (16). In version 2 the id of the root key (4 bytes) precedes the nonce.
 */

const UNNAMED_KEY_VERSION = 1
const NAMED_KEY_VERSION = 2
const KEY_ID = 4
const NONCE = 12
const TAG = 16

/** The location of an encrypted field, used as associated data. */
type AssociatedData = { table: string; column: string; row: string }

/**
 * Encrypts and decrypts the fields of one owner. Decrypting throws when the value was not encrypted for this
 * location with this key.
 */
export type Cipher = {
  encrypt: (place: AssociatedData, plain: string | Uint8Array) => Buffer
  decrypt: (place: AssociatedData, encrypted: Uint8Array) => string
  decryptBytes: (place: AssociatedData, encrypted: Uint8Array) => Buffer
}

/** The header before the nonce: the version, and the key id if there is one. */
type Head = Buffer

/** The first bytes of every envelope of a root key with an id. */
export const namedKeyHeader = (id: string): Head =>
  Buffer.concat([Buffer.of(NAMED_KEY_VERSION), Buffer.from(id, 'hex')])

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
  encrypted: Uint8Array,
): Buffer => {
  const bytes = Buffer.from(encrypted)
  const start = head.length + NONCE
  if (bytes.length < start + TAG || !bytes.subarray(0, head.length).equals(head))
    throw new Error('not an encrypted field')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head.length, start), {
    authTagLength: TAG,
  })
  decipher.setAAD(associatedBytes(owner, place, head)).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()])
}

const createCipher = (
  encrypt: (place: AssociatedData, plain: string | Uint8Array) => Buffer,
  decryptToBytes: (place: AssociatedData, encrypted: Uint8Array) => Buffer,
): Cipher => ({
  encrypt,
  decryptBytes: decryptToBytes,
  decrypt: (place, encrypted) => decryptToBytes(place, encrypted).toString('utf8'),
})

const unnamed: Head = Buffer.of(UNNAMED_KEY_VERSION)

/** Creating a key object takes Node several times as long as using it, so key objects are cached. */
const createKeyCipher = (bytes: Buffer, owner: string): Cipher => {
  const key = createSecretKey(bytes)
  return createCipher(
    (place, plain) => encryptBytes(key, unnamed, owner, place, plain),
    (place, encrypted) => decryptBytes(key, unnamed, owner, place, encrypted),
  )
}

/**
 * Encrypts with the active root key, and decrypts with the one the envelope names; an envelope without an id
 * is from before the first rotation and uses the oldest key. Throws when the keyring lacks the key.
 */
export const createRootCipher = (keys: KeySource, owner: string): Cipher => {
  const decryptWith = (keySet: KeySet, id: string, place: AssociatedData, encrypted: Uint8Array) => {
    const root = keySet.roots.find(one => one.id === id)
    return root && decryptBytes(root.key, namedKeyHeader(id), owner, place, encrypted)
  }
  return createCipher(
    (place, plain) => {
      const keySet = keys.current()
      const root = activeRootKey(keySet, Date.now())
      return encryptBytes(root.key, keySet.named ? namedKeyHeader(root.id) : unnamed, owner, place, plain)
    },
    (place, encrypted) => {
      const keySet = keys.current()
      if (encrypted[0] !== NAMED_KEY_VERSION)
        return decryptBytes(keySet.roots[0].key, unnamed, owner, place, encrypted)
      const id = Buffer.from(encrypted.subarray(1, 1 + KEY_ID)).toString('hex')
      const decrypted =
        decryptWith(keySet, id, place, encrypted) ?? decryptWith(keys.reload(), id, place, encrypted)
      if (!decrypted) throw new Error('encrypted with a root key that the keyring does not hold')
      return decrypted
    },
  )
}

const wrappedKeyContext = (userId: string): AssociatedData => ({
  table: 'user_keys',
  column: 'wrapped',
  row: userId,
})

/** A new data key for a user: wrapped for storage, and its cipher. */
export const generateUserKey = (keys: KeySource, userId: string): { wrapped: Buffer; cipher: Cipher } => {
  const key = randomBytes(32)
  return {
    wrapped: createRootCipher(keys, userId).encrypt(wrappedKeyContext(userId), key),
    cipher: createKeyCipher(key, userId),
  }
}

/** The owner of values that belong to no user. */
export const SYSTEM_OWNER = 'system'

/** The open keyring: ciphers for users and the system, and the blind indexes. */
export type Keyring = {
  system: Cipher
  /** Encrypts tokens in links of emails, which must work for years, across rotations of the root key. */
  links: Cipher
  /** Creates and stores a user's key. */
  createUserCipher: (db: Database, userId: string) => Promise<Cipher>
  /** A user's cipher; throws when the key is gone (the user was erased). */
  cipherForUser: (db: Database, userId: string) => Promise<Cipher>
  /** Drops a user's key from the cache, once its row is deleted. */
  forget: (userId: string) => void
  phoneIndex: (e164: string) => Buffer
  ssnIndex: (nineDigits: string) => Buffer
  /** Normalizes case and composition, so that variants have one index. */
  emailIndex: (address: string) => Buffer
  wordIndex: (word: string) => Buffer
  /** A pepper, so that a stolen table of hashes alone cannot be guessed at. */
  pepper: (password: string) => Buffer
  /** A MAC with domain separation: a MAC for one use is invalid for another. */
  mac: (use: MacUse, text: string) => Buffer
  csrf: (sessionId: string) => string
  /** Authenticates a token and its session, so that access to the database alone cannot create a session. */
  sessions: SessionMacs
  /** The MAC of audit rows and links; independent of root key rotation. */
  auditMac: (text: string) => Buffer
  /** Signs what others verify without us, if no separate key is configured; independent of root key rotation. */
  signing: SigningKey
}

const CACHED_CIPHERS = 5_000
const CACHE_MS = 5 * 60_000

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** Opens a keyring whose root keys may change. Ciphers are cached for five minutes. */
export const createKeyring = (keySet: KeySet, keys: KeySource = staticKeySource(keySet)): Keyring => {
  const cache = new Map<string, { cipher: Cipher; until: number }>()
  const [email, word] = [createHmacFunction(keySet.emailIndex), createHmacFunction(keySet.wordIndex)]
  const [pepper, csrf] = [createHmacFunction(keySet.pepper), createHmacFunction(keySet.csrf)]
  const macs = createMacs(keySet.code)
  const keep = (userId: string, cipher: Cipher): Cipher => {
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_CIPHERS && oldest !== undefined) cache.delete(oldest)
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
    signing: createSigningKey(deriveKey(keySet.code, 'signature of case files')),
  }
}

/** A column that holds JSON, encrypted for its owner and bound to its row. */
type EncryptedJson<Value> = {
  encrypt: (cipher: Cipher, row: string, value: Value) => Buffer
  /** Throws when the value was not encrypted for this row and owner, or has another shape. */
  decrypt: (cipher: Cipher, row: string, encrypted: Uint8Array) => Value
  associatedData: (row: string) => AssociatedData
}

/** What an encrypted column's value is bound to; `row` is the primary key, its parts joined by `|`. */
export const columnAssociatedData =
  (column: PgColumn) =>
  (row: string): AssociatedData => ({ table: getTableName(column.table), column: column.name, row })

/** Describes an encrypted JSON column. */
export const encryptedJson = <Schema extends z.ZodType>(
  column: PgColumn,
  schema: Schema,
): EncryptedJson<z.output<Schema>> => {
  const associatedData = columnAssociatedData(column)
  return {
    encrypt: (cipher, row, value) => cipher.encrypt(associatedData(row), JSON.stringify(value)),
    decrypt: (cipher, row, encrypted) =>
      schema.parse(JSON.parse(cipher.decrypt(associatedData(row), encrypted))),
    associatedData,
  }
}
