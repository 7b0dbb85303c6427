import { type CipherKey, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { userKeys } from '../db/tables.ts'
import { type Keyring, sealingRoot } from './keyring.ts'
import { fixedKeys, type Keys } from './live-keyring.ts'
import { derived, hmacWith, type MacUse, macsWith, type SessionMacs, sessionMacs } from './macs.ts'

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
export type Place = { table: string; column: string; row: string }

/** Seals and opens the fields of one owner. Opening what was not sealed in this place with this key throws. */
export type Box = {
  seal: (place: Place, plain: string | Uint8Array) => Buffer
  open: (place: Place, sealed: Uint8Array) => string
  openBytes: (place: Place, sealed: Uint8Array) => Buffer
}

/** What stands before the nonce: the version, and the id of the key where it is named. */
type Head = Buffer

/** The bytes that every envelope of a named root key begins with. */
export const headNaming = (id: string): Head =>
  Buffer.concat([Buffer.of(OF_NAMED_KEY), Buffer.from(id, 'hex')])

const bound = (owner: string, { table, column, row }: Place, head: Head) =>
  Buffer.from([table, column, row, owner, head[0]].join('|'))

const encrypt = (
  key: CipherKey,
  head: Head,
  owner: string,
  place: Place,
  plain: string | Uint8Array,
): Buffer => {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(owner, place, head))
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain
  return Buffer.concat([head, nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: CipherKey, head: Head, owner: string, place: Place, sealed: Uint8Array): Buffer => {
  const bytes = Buffer.from(sealed)
  const start = head.length + NONCE
  if (bytes.length < start + TAG || !bytes.subarray(0, head.length).equals(head))
    throw new Error('not a sealed field')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head.length, start), {
    authTagLength: TAG,
  })
  decipher.setAAD(bound(owner, place, head)).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()])
}

const boxWith = (
  seal: (place: Place, plain: string | Uint8Array) => Buffer,
  openBytes: (place: Place, sealed: Uint8Array) => Buffer,
): Box => ({ seal, openBytes, open: (place, sealed) => openBytes(place, sealed).toString('utf8') })

const unnamed: Head = Buffer.of(OF_ONE_KEY)

/** Node takes several times as long to make a key of bytes as to use it, so that each is made once and kept. */
const boxOf = (bytes: Buffer, owner: string): Box => {
  const key = createSecretKey(bytes)
  return boxWith(
    (place, plain) => encrypt(key, unnamed, owner, place, plain),
    (place, sealed) => decrypt(key, unnamed, owner, place, sealed),
  )
}

/**
 * Seals with the root key of the moment, and opens with the one that an envelope names; what names none was sealed before
 * the first exchange, with the oldest. Throws when the keyring does not hold the key.
 */
export const rootBox = (keys: Keys, owner: string): Box => {
  const openWith = (keyring: Keyring, id: string, place: Place, sealed: Uint8Array) => {
    const root = keyring.roots.find(one => one.id === id)
    return root && decrypt(root.key, headNaming(id), owner, place, sealed)
  }
  return boxWith(
    (place, plain) => {
      const keyring = keys.now()
      const root = sealingRoot(keyring, Date.now())
      return encrypt(root.key, keyring.named ? headNaming(root.id) : unnamed, owner, place, plain)
    },
    (place, sealed) => {
      const keyring = keys.now()
      if (sealed[0] !== OF_NAMED_KEY) return decrypt(keyring.roots[0].key, unnamed, owner, place, sealed)
      const id = Buffer.from(sealed.subarray(1, 1 + KEY_ID)).toString('hex')
      const opened = openWith(keyring, id, place, sealed) ?? openWith(keys.again(), id, place, sealed)
      if (!opened) throw new Error('sealed with a root key that the keyring does not hold')
      return opened
    },
  )
}

/** Where a person's wrapped key stands. */
const wrapPlace = (userId: string): Place => ({ table: 'user_keys', column: 'wrapped', row: userId })

/** A new key for a person: as it is stored, and the box that seals with it. */
export const newPersonKey = (keys: Keys, userId: string): { wrapped: Buffer; box: Box } => {
  const key = randomBytes(32)
  return { wrapped: rootBox(keys, userId).seal(wrapPlace(userId), key), box: boxOf(key, userId) }
}

/** Who seals what belongs to no person. */
export const SYSTEM = 'system'

/** The keys at work: boxes for people, one for what belongs to no person, and the blind indexes. */
export type Vault = {
  system: Box
  /** Seals what stands in links of e-mails: they must open years later, whatever root key there is by then. */
  links: Box
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
  /** A keyed MAC for one use: what one use gives is of no worth to another. */
  mac: (use: MacUse, text: string) => Buffer
  csrf: (sessionId: string) => string
  /** Vouches for a token and whose session it opens, so that nobody opens one who has the database alone. */
  sessions: SessionMacs
  /** What a row of the audit trail, or a link of its chain, is known by: the same for as long as the keyring is. */
  trailMac: (text: string) => Buffer
}

const CACHED_BOXES = 5_000
const CACHE_MS = 5 * 60_000

const folded = (text: string) => text.trim().normalize('NFC').toLowerCase()

/** The vault over a keyring, which may change in its root keys. Boxes are cached for five minutes. */
export const vaultOf = (keyring: Keyring, keys: Keys = fixedKeys(keyring)): Vault => {
  const cache = new Map<string, { box: Box; until: number }>()
  const [email, word] = [hmacWith(keyring.emailIndex), hmacWith(keyring.wordIndex)]
  const [pepper, csrf] = [hmacWith(keyring.pepper), hmacWith(keyring.csrf)]
  const macs = macsWith(keyring.code)
  const keep = (userId: string, box: Box): Box => {
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_BOXES && oldest !== undefined) cache.delete(oldest)
    cache.set(userId, { box, until: Date.now() + CACHE_MS })
    return box
  }
  return {
    system: rootBox(keys, SYSTEM),
    links: boxOf(derived(keyring.code, 'links of e-mails'), 'links'),
    newBox: async (db, userId) => {
      const { wrapped, box } = newPersonKey(keys, userId)
      await db.insert(userKeys).values({ userId, wrapped })
      return box
    },
    boxFor: async (db, userId) => {
      const cached = cache.get(userId)
      if (cached && cached.until > Date.now()) return cached.box
      const [row] = await db.select().from(userKeys).where(eq(userKeys.userId, userId))
      if (!row) throw new Error('this person has no key')
      return keep(userId, boxOf(rootBox(keys, userId).openBytes(wrapPlace(userId), row.wrapped), userId))
    },
    forget: userId => {
      cache.delete(userId)
    },
    phoneIndex: hmacWith(keyring.phoneIndex),
    ssnIndex: hmacWith(keyring.ssnIndex),
    emailIndex: address => email(folded(address)),
    wordIndex: one => word(folded(one)),
    pepper: password => pepper(password.normalize('NFC')),
    mac: (use, text) => macs[use](text),
    sessions: sessionMacs(keys),
    csrf: sessionId => csrf(sessionId).toString('base64url'),
    trailMac: hmacWith(derived(keyring.code, 'audit trail')),
  }
}
