import { createHash, createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { activeRootKey, type KeySource, type RootKey } from './keyring.ts'

/** HMAC-SHA-256 with a separate key for each use (NIST SP 800-57 part 1, section 5.2). */

/** HMAC-SHA-256 with a key object that is created once. */
export const createHmacFunction = (bytes: Buffer) => {
  const key = createSecretKey(bytes)
  return (text: string): Buffer => createHmac('sha256', key).update(text).digest()
}

/** Derives an independent key for another use (HKDF, RFC 5869). */
export const deriveKey = (key: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', use, 32))

/**
 * These MACs are stored permanently and were computed with the key itself before keys were derived per use.
 * Nothing else uses that key directly, and a prefix of the text separates the two uses.
 */
const lastingUses = { 'recovery code': 'recovery', 'document name': 'document-name' } as const

export type MacUse =
  | 'texted code'
  | 'mailed code'
  | 'letter code'
  | 'postal address'
  | 'tradeline request'
  | 'idempotency key'
  | 'idempotent request'
  | 'caller address'
  | 'configuration'
  | 'api key'
  | keyof typeof lastingUses

/** MACs derived from the `code` key; a MAC for one use is invalid for another. */
export const createMacs = (key: Buffer): Readonly<Record<MacUse, (text: string) => Buffer>> => {
  const own = (use: MacUse) => createHmacFunction(deriveKey(key, `mac: ${use}`))
  const lasting = createHmacFunction(key)
  const before = (use: keyof typeof lastingUses) => (text: string) => lasting(`${lastingUses[use]}|${text}`)
  return {
    'texted code': own('texted code'),
    'mailed code': own('mailed code'),
    'letter code': own('letter code'),
    'postal address': own('postal address'),
    'tradeline request': own('tradeline request'),
    'idempotency key': own('idempotency key'),
    'idempotent request': own('idempotent request'),
    'caller address': own('caller address'),
    configuration: own('configuration'),
    'api key': own('api key'),
    'recovery code': before('recovery code'),
    'document name': before('document name'),
  }
}

/** Authenticates the content of a row, and checks that a server wrote it. */
export type SessionMacs = {
  make: (text: string) => Buffer
  matches: (text: string, mac: Buffer) => boolean
}

const KEY_ID = 4

/**
 * MACs with the active root key, prefixed with its id. They are rotated with it, since no session uses a
 * token that is an hour old (docs/decisions/0024-key-rotation.md).
 */
export const sessionMacs = (keys: KeySource): SessionMacs => {
  const known = new Map<string, (text: string) => Buffer>()
  const hmacBy = ({ id, key }: RootKey) => {
    const hmac = known.get(id) ?? createHmacFunction(deriveKey(key, 'mac: session'))
    known.set(id, hmac)
    return hmac
  }
  const macBy = (root: RootKey, text: string) =>
    Buffer.concat([Buffer.from(root.id, 'hex'), hmacBy(root)(text)])
  return {
    make: text => macBy(activeRootKey(keys.current(), Date.now()), text),
    matches: (text, mac) => {
      const id = mac.subarray(0, KEY_ID).toString('hex')
      const byId = (root: RootKey) => root.id === id
      const root = keys.current().roots.find(byId) ?? keys.reload().roots.find(byId)
      return root !== undefined && mac.equals(macBy(root, text))
    },
  }
}

/** The hash of content, or of a random token, which needs no key. */
export const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()

/** Whether two texts are equal, compared in constant time. */
export const isEqualSecret = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
