#!/usr/bin/env node
// Checks whether case files are, byte for byte, what the service sealed. Needs Node 18 or newer and no network.
//
//   node check-case-file.mjs keys.json case-file.zip
//
// keys.json is the service's list of public keys. Download it, and this script, from the service's own site: a forged
// case file can contain a forged script.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const SEAL_LENGTH = 169

/** Whether an archive is sealed by one of the keys, and a message about it. */
const check = (archive, { keys }) => {
  const sealed = archive.subarray(0, -SEAL_LENGTH)
  const seal = archive.subarray(-SEAL_LENGTH).toString('latin1')
  const [, keyId, signature] = /^case-file-1 key=([0-9a-f]{16}) ed25519=([0-9a-f]{128})$/.exec(seal) ?? []
  if (keyId === undefined) return [false, 'It does not end with a seal.']
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return [false, `The list of keys does not have its key, ${keyId}.`]
  const der = Buffer.from(key.publicKey, 'base64')
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const sha256 = createHash('sha256').update(sealed).digest('hex')
  const text = Buffer.from(`case-file-1 key=${keyId} sha256=${sha256}`)
  return verify(null, text, publicKey, Buffer.from(signature, 'hex'))
    ? [true, `By the key ${keyId}. Nothing was changed, added or removed since.`]
    : [false, 'It was changed after it was sealed, or was sealed by someone else.']
}

const [keysPath, ...archivePaths] = process.argv.slice(2)
if (archivePaths.length === 0) {
  console.error('Usage: node check-case-file.mjs keys.json case-file.zip')
  process.exit(2)
}
const list = JSON.parse(readFileSync(keysPath, 'utf8'))
for (const path of archivePaths) {
  const [isSealed, words] = check(readFileSync(path), list)
  console.log(`${path}: ${isSealed ? 'SEALED' : 'NOT SEALED'}. ${words}`)
  if (!isSealed) process.exitCode = 1
}
