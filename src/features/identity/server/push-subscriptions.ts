import { asc, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { PushSubscription } from '#providers/push/port.ts'
import { pushSubscriptions } from './tables.ts'

/** Browsers with push notifications, at most one per session. */

const content = encryptedJson(
  pushSubscriptions.content,
  z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() }),
)

type Owner = { userId: string; sessionId: string }

export const hasPushSubscription = async (db: Database, sessionId: string): Promise<boolean> =>
  (await db.$count(pushSubscriptions, eq(pushSubscriptions.sessionId, sessionId))) > 0

/**
 * Subscribes a session's browser, which ends its subscriptions for other sessions and users. Unless it is `isNew`, only a
 * browser already subscribed for the same user continues. Returns whether it is subscribed.
 */
export const savePushSubscription = async (
  tx: Database,
  keyring: Keyring,
  { userId, sessionId }: Owner,
  { subscription, isNew, now }: { subscription: PushSubscription; isNew: boolean; now: Date },
): Promise<boolean> => {
  const endpointHash = sha256(subscription.endpoint)
  const replaced = await tx
    .delete(pushSubscriptions)
    .where(or(eq(pushSubscriptions.endpointHash, endpointHash), eq(pushSubscriptions.sessionId, sessionId)))
    .returning({ userId: pushSubscriptions.userId, toldUntil: pushSubscriptions.toldUntil })
  const before = replaced.find(one => one.userId === userId)
  if (!isNew && before === undefined) return false
  const id = newId()
  const cipher = await keyring.cipherForUser(tx, userId)
  await tx.insert(pushSubscriptions).values({
    id,
    userId,
    sessionId,
    endpointHash,
    content: content.encrypt(cipher, id, subscription),
    createdAt: now,
    toldUntil: before?.toldUntil ?? now,
  })
  return true
}

/** One subscription; null if it was removed. */
export const findPushSubscription = async (
  db: Database,
  keyring: Keyring,
  id: string,
): Promise<PushSubscription | null> => {
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id))
  if (!row) return null
  return content.decrypt(await keyring.cipherForUser(db, row.userId), id, row.content)
}

export const removePushSubscriptions = async (
  tx: Database,
  selection: { id: string } | { sessionIds: readonly string[] },
): Promise<void> => {
  await tx
    .delete(pushSubscriptions)
    .where(
      'id' in selection
        ? eq(pushSubscriptions.id, selection.id)
        : inArray(pushSubscriptions.sessionId, [...selection.sessionIds]),
    )
}

/** For the export: since when, and at which push service. */
export const listPushSubscriptions = async (db: Database, keyring: Keyring, userId: string) => {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt))
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ id, content: encrypted, createdAt }) => ({
    pushService: new URL(content.decrypt(cipher, id, encrypted).endpoint).hostname,
    since: createdAt,
  }))
}
