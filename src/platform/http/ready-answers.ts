import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'

const KEPT = 500

/**
 * Responses computed once per report and plan and served from memory, encrypted with the user's key: when the key is
 * deleted they can no longer be decrypted, and a new release starts with none.
 */
export const readyAnswers = (keyring: Keyring) => {
  const kept = new Map<string, Buffer>()
  return {
    /** The response of a version, computed if it is not cached; the least recently used of 500 is evicted. */
    of: async (
      db: Database,
      userId: string,
      version: string,
      make: () => Promise<Buffer>,
    ): Promise<Buffer> => {
      const cipher = await keyring.cipherForUser(db, userId)
      const place = { table: 'ready_answers', column: 'body', row: version }
      const encrypted = kept.get(version)
      if (encrypted) {
        kept.delete(version)
        kept.set(version, encrypted)
        return cipher.decryptBytes(place, encrypted)
      }
      const made = await make()
      const [oldest] = kept.keys()
      if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
      kept.set(version, cipher.encrypt(place, made))
      return made
    },
  }
}
