import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#api/errors.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { rememberedAnswers } from '../db/tables.ts'

/** A request that may be sent again: its scope, idempotency key and body. */
export type IdempotentRequest = {
  scope: string
  key: string | null
  body: unknown
  /** Whose key encrypts the response, so that it is erased with them; null before registration, and for staff. */
  owner: string | null
}

export type Idempotency = {
  /** The earlier response to the same request, or null. Refuses the same key with other details. */
  findResponse: <T>(request: IdempotentRequest, read: (remembered: unknown) => T) => Promise<T | null>
  /** Runs an action in one transaction, at most once per key: the same key returns the first response again. */
  run: <T>(
    request: IdempotentRequest,
    act: (tx: Database) => Promise<T>,
    read: (remembered: unknown) => T,
  ) => Promise<T>
}

const encryptedAnswer = encryptedJson(rememberedAnswers.answer, z.unknown())

/**
 * The response is stored in the transaction of the change, so a crash leaves both or neither. A second request with the same
 * key waits for the first one's row and gets its response; with other details it is refused. Responses are encrypted with
 * their owner's key and stored for a day. Of the request only a keyed MAC is stored.
 */
export const createIdempotency = (
  db: Database,
  { system, cipherForUser, mac }: Keyring,
  clock: Clock,
): Idempotency => {
  const cipherOf = async (tx: Database, owner: string | null) =>
    owner === null ? system : cipherForUser(tx, owner)
  const rowOf = ({ scope, key, body }: Omit<IdempotentRequest, 'key'> & { key: string }) => {
    const keyHash = mac('idempotency key', key)
    return {
      keyHash,
      request: mac('idempotent request', JSON.stringify(body)),
      id: `${scope}|${keyHash.toString('hex')}`,
      mine: and(eq(rememberedAnswers.scope, scope), eq(rememberedAnswers.key, keyHash)),
    }
  }
  const recall = async <T>(
    tx: Database,
    row: ReturnType<typeof rowOf>,
    read: (remembered: unknown) => T,
  ): Promise<T | null> => {
    const [earlier] = await tx.select().from(rememberedAnswers).where(row.mine)
    if (!earlier?.answer) return null
    if (!earlier.request.equals(row.request)) throw new AppError('idempotency_mismatch')
    const cipher = await cipherOf(tx, earlier.userId)
    return read(encryptedAnswer.decrypt(cipher, row.id, earlier.answer))
  }
  return {
    findResponse: async ({ key, ...request }, read) =>
      key === null ? null : recall(db, rowOf({ ...request, key }), read),
    run: ({ key, ...request }, act, read) =>
      db.transaction(async tx => {
        if (key === null) return act(tx)
        const row = rowOf({ ...request, key })
        const { scope, owner: userId } = request
        const claimed = await tx
          .insert(rememberedAnswers)
          .values({ scope, key: row.keyHash, request: row.request, userId, createdAt: clock() })
          .onConflictDoNothing()
          .returning({ scope: rememberedAnswers.scope })
        if (claimed.length === 0) {
          const earlier = await recall(tx, row, read)
          if (earlier === null) throw new AppError('conflict')
          return earlier
        }
        const answer = await act(tx)
        const encrypted = encryptedAnswer.encrypt(await cipherOf(tx, userId), row.id, answer)
        await tx.update(rememberedAnswers).set({ answer: encrypted }).where(row.mine)
        return answer
      }),
  }
}
