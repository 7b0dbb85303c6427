import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config/config.ts'
import { errorCode } from '../error-code.ts'
import type { Log } from '../telemetry/log.ts'

/**
 * The keys of this installation, in a file that only its owner may read. They are never in the database, so
 * a stolen dump or backup cannot be decrypted. Phone numbers and SSNs can be enumerated, so the key of a
 * blind index is its whole protection, and each index has its own. Only the root key can be rotated
 * (docs/decisions/0024-key-rotation.md).
 */

const names = ['phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper'] as const

/** Wraps the data keys of users and encrypts what belongs to no user. */
export type RootKey = {
  /** Eight hexadecimal digits derived from the key; envelopes contain them. */
  id: string
  key: Buffer
  /** Encrypts from this time on, in milliseconds; decrypts at any time. */
  from: number
}

export type KeySet = Readonly<Record<(typeof names)[number], Buffer>> & {
  /** Oldest first. More than one only during a rotation. */
  roots: readonly [RootKey, ...RootKey[]]
  /** Whether envelopes contain the key id; releases that read file version 1 do not support ids. */
  named: boolean
}

export const createRootKey = (key: Buffer, from: number): RootKey => ({
  id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 8),
  key,
  from,
})

/** The root key that encrypts at this time: the newest that has started. */
export const activeRootKey = ({ roots }: KeySet, at: number): RootKey =>
  roots.findLast(({ from }) => from <= at) ?? roots[0]

const Key = z.string().transform((text, context) => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) context.addIssue('must hold 32 bytes in base64')
  return key
})

const indexKeySchemas = {
  phoneIndex: Key,
  ssnIndex: Key,
  emailIndex: Key,
  wordIndex: Key,
  code: Key,
  csrf: Key,
  pepper: Key,
}

const Root = z
  .strictObject({ from: z.iso.datetime(), key: Key })
  .transform(({ from, key }) => createRootKey(key, Date.parse(from)))

const File = z.discriminatedUnion('version', [
  z
    .strictObject({ version: z.literal(1), keys: z.strictObject({ root: Key, ...indexKeySchemas }) })
    .transform(({ keys: { root, ...keys } }): KeySet => {
      return { ...keys, roots: [createRootKey(root, 0)], named: false }
    }),
  z
    .strictObject({
      version: z.literal(2),
      roots: z.tuple([Root], Root),
      keys: z.strictObject(indexKeySchemas),
    })
    .transform(({ roots, keys }): KeySet => ({ ...keys, roots, named: true })),
])

/** Reads a keyring file; null when there is none. Throws ConfigError when it is broken or readable by others. */
export const readKeyringFile = (file: string): KeySet | null => {
  if (!existsSync(file)) return null
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    throw new ConfigError(`KEYRING_FILE: ${file} can be read by others; allow its owner only (chmod 600)`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigError(`KEYRING_FILE: ${file} is not readable JSON`)
  }
  const parsed = File.safeParse(content)
  if (!parsed.success) throw new ConfigError(`KEYRING_FILE: ${file} is not a keyring of this version`)
  return parsed.data
}

const serializeKeySet = (keySet: KeySet) => {
  const inBase64 = (key: Buffer) => key.toString('base64')
  const roots = keySet.roots.map(({ from, key }) => ({
    from: new Date(from).toISOString(),
    key: inBase64(key),
  }))
  const keys = Object.fromEntries(names.map(name => [name, inBase64(keySet[name])]))
  return `${JSON.stringify({ version: 2, roots, keys }, null, 2)}\n`
}

/** Turns a failed system call into a ConfigError, except for the code `allowed`. */
const throwUnlessCode = (file: string, error: unknown, allowed?: string) => {
  const code = errorCode(error) || 'refused'
  if (code !== allowed) throw new ConfigError(`KEYRING_FILE: ${file} could not be written (${code})`)
}

/** Survive a power cut: keys must be on disk before anything is encrypted with them. */
const fsyncPath = (path: string) => {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

export const generateKeySet = (): KeySet => {
  const key = () => randomBytes(32)
  return {
    roots: [createRootKey(key(), 0)],
    named: true,
    phoneIndex: key(),
    ssnIndex: key(),
    emailIndex: key(),
    wordIndex: key(),
    code: key(),
    csrf: key(),
    pepper: key(),
  }
}

/**
 * Creates a keyring file atomically, readable only by its owner. Never overwrites one: two processes that
 * create it concurrently both get the first one's keys. Throws ConfigError.
 */
export const createKeyringFile = (file: string): KeySet => {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, serializeKeySet(generateKeySet()), { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
    fsyncPath(dirname(file))
  } catch (error) {
    throwUnlessCode(file, error, 'EEXIST')
  } finally {
    if (existsSync(draft)) rmSync(draft)
  }
  const made = readKeyringFile(file)
  if (!made) throw new ConfigError(`KEYRING_FILE: ${file} could not be written`)
  return made
}

/**
 * Replaces a keyring file atomically, keeping owner and mode, so that the server can still read it when an
 * administrator replaces it. Throws ConfigError.
 */
export const replaceKeyringFile = (file: string, keySet: KeySet): void => {
  const draft = `${file}.new`
  try {
    const { uid, gid, mode } = statSync(file)
    rmSync(draft, { force: true })
    writeFileSync(draft, serializeKeySet(keySet), { mode: 0o600, flush: true })
    const mine = statSync(draft)
    if (mine.uid !== uid || mine.gid !== gid) chownSync(draft, uid, gid)
    chmodSync(draft, mode & 0o777)
    renameSync(draft, file)
    fsyncPath(dirname(file))
  } catch (error) {
    throwUnlessCode(file, error)
  }
}

export type KeySource = {
  current: () => KeySet
  /** Rereads the file now, because a value names an unknown key. */
  reload: () => KeySet
}

export const staticKeySource = (keySet: KeySet): KeySource => ({
  current: () => keySet,
  reload: () => keySet,
})

/** How often the file is checked while keys are used. */
const POLL_MS = 1_000

/** Changes whenever a file is replaced, written or given another owner; empty while there is none. */
const fileStamp = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : ''
}

const rootKeyIds = ({ roots }: KeySet) => roots.map(({ id, from }) => `${id} ${from}`).join()

/** Only root keys may change while a server runs; with other index keys no user would be found. */
const hasSameIndexKeys = (one: KeySet, other: KeySet) => names.every(name => one[name].equals(other[name]))

/**
 * Watches the keyring file, so that every server picks up a new root key within a second without a restart
 * (docs/decisions/0024-key-rotation.md). A file that is missing, half written or of another installation is
 * logged and ignored.
 */
export const watchKeyringFile = (file: string, first: KeySet, log: Log | null): KeySource => {
  let held = first
  let seen: string | null = null
  let lookedAt = 0
  const again = () => {
    seen = fileStamp(file)
    try {
      const found = readKeyringFile(file)
      if (!found || !hasSameIndexKeys(found, held)) throw new ConfigError('not the keyring of this server')
      if (rootKeyIds(found) !== rootKeyIds(held)) log?.info('the keyring has changed')
      held = found
    } catch (error) {
      log?.error('the keyring could not be read again', { error })
    }
    return held
  }
  return {
    current: () => {
      if (Date.now() - lookedAt < POLL_MS) return held
      lookedAt = Date.now()
      return fileStamp(file) === seen ? held : again()
    },
    reload: again,
  }
}
