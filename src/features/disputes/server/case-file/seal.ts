import { createHash } from 'node:crypto'
import type { SigningKey } from '#platform/crypto/signing-keys.ts'

/**
 * A seal over a whole ZIP archive, as the archive's comment: one line that names the key and signs the SHA-256 of every byte
 * before it, so that no byte can be another, whichever program reads the archive
 * (docs/decisions/0061-sealed-case-file.md). `check-case-file.mjs` checks it.
 */

const sealName = 'case-file-1'

/** Every seal has as many characters: the signed bytes end with that number. */
const SEAL_LENGTH = 169

/** What is signed for an archive whose bytes before the seal have this SHA-256. */
const signedText = (keyId: string, sha256: string): string => `${sealName} key=${keyId} sha256=${sha256}`

const sealLine = (key: SigningKey, sha256: string): Buffer => {
  const signature = key.sign(signedText(key.id, sha256)).toString('hex')
  return Buffer.from(`${sealName} key=${key.id} ed25519=${signature}`)
}

/** The end of an archive without a comment is its length in two bytes, which is 0. */
const NO_COMMENT = Buffer.alloc(2)

/** The pieces of an archive that has no comment yet, and its seal. */
export async function* sealArchive(
  pieces: AsyncIterable<Uint8Array>,
  key: SigningKey,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array = Buffer.alloc(0)
  for await (const piece of pieces) {
    const all = Buffer.concat([held, piece])
    const ready = all.subarray(0, -NO_COMMENT.length)
    held = all.subarray(-NO_COMMENT.length)
    hash.update(ready)
    yield ready
  }
  if (!NO_COMMENT.equals(held)) throw new Error('what was to be sealed is no archive without a comment')
  const length = Buffer.alloc(2)
  length.writeUInt16LE(SEAL_LENGTH)
  const seal = sealLine(key, hash.update(length).digest('hex'))
  if (seal.length !== SEAL_LENGTH) throw new Error('a seal of another length')
  yield Buffer.concat([length, seal])
}
