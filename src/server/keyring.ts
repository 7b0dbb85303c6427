import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'

/**
 * The keys of this installation, in a file that only its owner may read (security-reliability D7). They are
 * never in the database, so that a stolen dump or backup opens nothing. Phones and SSNs can be enumerated, so
 * the key of their blind index is their whole protection: each index has a key of its own.
 */

const names = ['root', 'phoneIndex', 'ssnIndex', 'emailIndex', 'wordIndex', 'code', 'csrf', 'pepper'] as const
type KeyName = (typeof names)[number]

export type Keyring = Readonly<Record<KeyName, Buffer>>

const Key = z.string().transform((text, context) => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) context.addIssue('must hold 32 bytes in base64')
  return key
})

const File = z.strictObject({
  version: z.literal(1),
  keys: z.strictObject({
    root: Key,
    phoneIndex: Key,
    ssnIndex: Key,
    emailIndex: Key,
    wordIndex: Key,
    code: Key,
    csrf: Key,
    pepper: Key,
  }),
})

/** The keyring in a file, or null when there is none. Throws ConfigError when it is broken or open to others. */
export const readKeyring = (file: string): Keyring | null => {
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
  return parsed.data.keys
}

/**
 * Makes a new keyring file, whole or not at all, readable by its owner only, and gives its keys. It never overwrites
 * one: of two processes that make one at the same moment both get the first one's. Throws ConfigError.
 */
export const makeKeyring = (file: string): Keyring => {
  const keys = Object.fromEntries(names.map(name => [name, randomBytes(32).toString('base64')]))
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`, { mode: 0o600 })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'refused'
    if (code !== 'EEXIST') throw new ConfigError(`KEYRING_FILE: ${file} could not be written (${code})`)
  } finally {
    if (existsSync(draft)) rmSync(draft)
  }
  const made = readKeyring(file)
  if (!made) throw new ConfigError(`KEYRING_FILE: ${file} could not be written`)
  return made
}
