import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSigningKey, readPublishedKey } from './signing-keys.ts'

// The first test vector of RFC 8032, section 7.1.
const secret = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const open = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex')
const ofNothing =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'

const key = createSigningKey(secret)

it('is the key and signs as in RFC 8032', () => {
  expect(Buffer.from(key.publicKey, 'base64').subarray(-32)).toEqual(open)
  expect(key.sign('').toString('hex')).toBe(ofNothing)
})

it('is published in a standard form, with the id of its bytes', () => {
  const der = Buffer.from(key.publicKey, 'base64')
  const published = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from('a case'), published, key.sign('a case'))).toBe(true)
  expect(verify(null, Buffer.from('a cast'), published, key.sign('a case'))).toBe(false)
  expect(key.id).toBe('21fe31dfa154a261')
  expect(readPublishedKey(key.publicKey)).toEqual({ id: key.id, publicKey: key.publicKey })
})

it.each([
  '',
  'MCowBQYDK2VwAyEA',
  open.toString('base64'),
  ` ${key.publicKey}`,
  key.publicKey.replace('MCow', 'MCox'),
  `${key.publicKey.slice(0, -4)}AAAAAAA=`,
])('does not accept other text as a published key: %j', line => {
  expect(readPublishedKey(line)).toBeNull()
})
