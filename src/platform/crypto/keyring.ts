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
 * The keys of this installation, in a file that only its owner may read (security-reliability D7). They are
 * never in the database, so that a stolen dump or backup opens nothing. Phones and SSNs can be enumerated, so
 * the key of their blind index is their whole protection: each index has a key of its own. The root key alone can be
 * replaced (docs/decisions/0024-key-rotation.md).
 */

const names = ['phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper'] as const

/** A key that wraps the keys of people and seals what belongs to nobody. */
export type RootKey = {
  /** Eight hexadecimal digits that follow from the key: envelopes name it by them. */
  id: string
  key: Buffer
  /** It seals from this instant on, in milliseconds; it opens at any time. */
  from: number
}

export type KeySet = Readonly<Record<(typeof names)[number], Buffer>> & {
  /** Oldest first. More than one stands here only while they are exchanged. */
  roots: readonly [RootKey, ...RootKey[]]
  /** Whether what the root key seals names it; a file of version 1 is read by releases that do not know such names. */
  named: boolean
}

/** A root key with its id. */
export const createRootKey = (key: Buffer, from: number): RootKey => ({
  id: createHmac('sha256', key).update('key id').digest('hex').slice(0, 8),
  key,
  from,
})

/** The root key that seals at an instant: the newest whose time has come. */
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

/** The keyring in a file, or null when there is none. Throws ConfigError when it is broken or open to others. */
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

/** What a system call failed with, as ConfigError; `allowed` is no failure. */
const throwUnlessCode = (file: string, error: unknown, allowed?: string) => {
  const code = errorCode(error) || 'refused'
  if (code !== allowed) throw new ConfigError(`KEYRING_FILE: ${file} could not be written (${code})`)
}

/** Has what was written survive a power cut: the keys that seal must be safe before anything is sealed with them. */
const fsyncPath = (path: string) => {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** A keyring of new random keys. */
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
 * Makes a new keyring file, whole or not at all, readable by its owner only, and gives its keys. It never overwrites
 * one: of two processes that make one at the same moment both get the first one's. Throws ConfigError.
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
 * Puts another keyring in the place of a file, whole or not at all, with the same owner and mode: whoever could read the
 * old one can read the new one, also where an administrator replaces that of a server. Throws ConfigError.
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

/** The keyring as it is at the moment of use. */
export type KeySource = {
  current: () => KeySet
  /** Reads the file at once: something names a key that is not known here yet. */
  reload: () => KeySet
}

/** Keys that do not change. */
export const staticKeySource = (keySet: KeySet): KeySource => ({
  current: () => keySet,
  reload: () => keySet,
})

/** How often the file is looked at, while keys are used. */
const LOOK_EVERY_MS = 1_000

/** What changes whenever a file is replaced, written or given away; empty while there is none. */
const fileStamp = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : ''
}

const rootKeyIds = ({ roots }: KeySet) => roots.map(({ id, from }) => `${id} ${from}`).join()

/** Only root keys are exchanged while a server runs; with others nobody would be found any more. */
const hasSameIndexKeys = (one: KeySet, other: KeySet) => names.every(name => one[name].equals(other[name]))

/**
 * A keyring that follows its file, so that every server on it takes over a new root key within a second and without a
 * restart (docs/decisions/0024-key-rotation.md). A file that is missing, half written or of another installation changes
 * nothing and is logged.
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
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return held
      lookedAt = Date.now()
      return fileStamp(file) === seen ? held : again()
    },
    reload: again,
  }
}
