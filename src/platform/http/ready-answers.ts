import type { Keyring } from '../crypto/encryption.ts'
import type { Database } from '../db/database.ts'

const KEPT = 500

/**
 * Answers made once per report and plan and served from memory, encrypted with the person's key: when the key is
 * destroyed they open no more, and a new release starts with none.
 */
export const readyAnswers = (keyring: Keyring) => {
  const kept = new Map<string, Buffer>()
  return {
    /** The answer of a version, made now when it is not kept; the least recently used of 500 goes first. */
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
