import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** Signatures that others verify without our server: Ed25519 (RFC 8032), which needs no randomness to sign. */

/** A key with which others verify signatures. */
export type PublishedKey = {
  /** The first 16 hexadecimal digits of the SHA-256 of the key's 32 bytes. */
  id: string
  /** SubjectPublicKeyInfo (RFC 8410) as one line of base64, which OpenSSL and every library can read. */
  publicKey: string
}

export type SigningKey = PublishedKey & { sign: (text: string) => Buffer }

/** The bytes that precede the 32 bytes of a key in its DER form (RFC 8410). */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicHead = Buffer.from('302a300506032b6570032100', 'hex')

const published = (key: KeyObject): PublishedKey => {
  const der = key.export({ format: 'der', type: 'spki' })
  const id = createHash('sha256').update(der.subarray(publicHead.length)).digest('hex').slice(0, 16)
  return { id, publicKey: der.toString('base64') }
}

/** A published key from its one line of base64; null for anything else. */
export const readPublishedKey = (line: string): PublishedKey | null => {
  const der = Buffer.from(line, 'base64')
  const isKey =
    der.toString('base64') === line && der.length === publicHead.length + 32 && der.indexOf(publicHead) === 0
  return isKey ? published(createPublicKey({ key: der, format: 'der', type: 'spki' })) : null
}

/** The key from 32 secret bytes. */
export const createSigningKey = (secret: Buffer): SigningKey => {
  const key = createPrivateKey({
    key: Buffer.concat([privateHead, secret]),
    format: 'der',
    type: 'pkcs8',
  })
  return { ...published(createPublicKey(key)), sign: text => sign(null, Buffer.from(text), key) }
}
