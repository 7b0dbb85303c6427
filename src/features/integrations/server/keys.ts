import { randomBytes } from 'node:crypto'
import { desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { apiScopes } from '#api/endpoint.ts'
import { AppError } from '#api/errors.ts'
import { readManagerNames } from '#features/staff/server/assignments.ts'
import type { Clock } from '#platform/clock.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { KeyPrincipal } from '#platform/http/access.ts'
import type { Handlers } from '#platform/http/handler.ts'
import { newId } from '#platform/ids.ts'
import type { ApiKey, integrations } from '../contract.ts'
import { apiKeys } from './tables.ts'

/** API keys of the operator's own systems: 256 random bits after a prefix by which secret scanners find leaked keys. */

const PREFIX = 'cak_'
/** How much of a key lists show: the prefix and 36 of its 256 bits. */
const SHOWN = PREFIX.length + 6
/** The limit of keys that are neither revoked nor expired; each system needs one. */
const MAX_KEYS = 50
const LAST_USED_INTERVAL_MS = 60_000
const DAY = 86_400_000

const KeyContent = z.object({
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  expiresAt: z.string().nullable(),
})
const encryptedContent = encryptedJson(apiKeys.content, KeyContent)

type KeyRow = typeof apiKeys.$inferSelect

const macOf = (keyring: Keyring, secret: string) => keyring.mac('api key', secret)
const isOver = (expiresAt: string | null, now: Date) => expiresAt !== null && new Date(expiresAt) <= now

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX)

/** Finds the key sent with a request. Refuses unknown, revoked and expired keys. */
export const createKeyAuthentication =
  (db: Database, keyring: Keyring, clock: Clock) =>
  async (secret: string): Promise<KeyPrincipal> => {
    const now = clock()
    const [row] = await db
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.keyMac, macOf(keyring, secret)))
    const content = row && encryptedContent.decrypt(keyring.system, row.id, row.content)
    if (!content || row.revokedAt !== null || isOver(content.expiresAt, now))
      throw new AppError('no_session', {
        message: 'This API key is not known, was revoked or has expired. Ask an admin for another.',
      })
    if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() >= LAST_USED_INTERVAL_MS)
      await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.id))
    return { kind: 'key', keyId: row.id, scopes: content.scopes }
  }

/** Revokes every key, because in a restored copy keys that were revoked since the backup would be valid again. */
export const revokeAllKeys = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(apiKeys).set({ keyMac: null, revokedAt: now }).where(isNull(apiKeys.revokedAt))
}

type KeyRoutes = Pick<typeof integrations, 'keys' | 'addKey' | 'revokeKey'>

export const keyRoutes = ({ db, keyring }: { db: Database; keyring: Keyring }): Handlers<KeyRoutes> => {
  const read = async (from: Database, rows: readonly KeyRow[], now: Date): Promise<ApiKey[]> => {
    const nameOf = await readManagerNames(
      from,
      keyring,
      rows.map(({ createdById }) => createdById),
    )
    return rows.map(({ id, content, createdById, createdAt, lastUsedAt, revokedAt }) => {
      const known = encryptedContent.decrypt(keyring.system, id, content)
      return {
        id,
        ...known,
        createdBy: nameOf(createdById).name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        state: revokedAt !== null ? 'revoked' : isOver(known.expiresAt, now) ? 'expired' : 'active',
      }
    })
  }

  const list = async (from: Database, now: Date) =>
    read(from, await from.select().from(apiKeys).orderBy(desc(apiKeys.id)), now)

  return {
    keys: async ({ now }) => ({ data: await list(db, now) }),

    addKey: ({ body: { name, scopes, days }, principal: { managerId }, now, audit }) =>
      db.transaction(async tx => {
        if ((await list(tx, now)).filter(({ state }) => state === 'active').length >= MAX_KEYS)
          throw new AppError('conflict', {
            message: `There can be at most ${MAX_KEYS} active keys. Revoke one first.`,
          })
        const id = newId()
        const secret = PREFIX + randomBytes(32).toString('base64url')
        const content = {
          name,
          prefix: secret.slice(0, SHOWN),
          scopes: apiScopes.filter(scope => scopes.includes(scope)),
          expiresAt: days === null ? null : new Date(now.getTime() + days * DAY).toISOString(),
        }
        const [row] = await tx
          .insert(apiKeys)
          .values({
            id,
            keyMac: macOf(keyring, secret),
            content: encryptedContent.encrypt(keyring.system, id, content),
            createdById: managerId,
            createdAt: now,
          })
          .returning()
        const [key] = row ? await read(tx, [row], now) : []
        if (!key) throw new Error('a key that was just stored is gone')
        await audit(tx, { objectId: id })
        return { key, secret }
      }),

    revokeKey: async ({ params: { keyId }, now, audit }) => {
      await db.transaction(async tx => {
        const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.id, keyId)).for('update')
        if (!row) throw new AppError('not_found')
        if (row.revokedAt !== null) return
        await tx.update(apiKeys).set({ keyMac: null, revokedAt: now }).where(eq(apiKeys.id, keyId))
        await audit(tx, { objectId: keyId })
      })
      return { success: true }
    },
  }
}
