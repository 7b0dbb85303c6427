import { and, desc, eq } from 'drizzle-orm'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { type DisputeType, Draft } from '../dispute-requests.ts'
import { disputeDrafts } from './tables.ts'

const encryptedDraft = encryptedJson(disputeDrafts.content, Draft)
const rowId = (userId: string, type: DisputeType) => `${userId}|${type}`

type SavedDraft = { type: DisputeType; draft: Draft; savedAt: string }

/** At most one draft per dispute type, newest first. */
export const listDrafts = async (db: Database, keyring: Keyring, userId: string): Promise<SavedDraft[]> => {
  const rows = await db
    .select()
    .from(disputeDrafts)
    .where(eq(disputeDrafts.userId, userId))
    .orderBy(desc(disputeDrafts.savedAt))
  if (rows.length === 0) return []
  const cipher = await keyring.cipherForUser(db, userId)
  return rows.map(({ type, content, savedAt }) => ({
    type,
    draft: encryptedDraft.decrypt(cipher, rowId(userId, type), content),
    savedAt: savedAt.toISOString(),
  }))
}

export const saveDraft = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  { type, draft, now }: { type: DisputeType; draft: Draft; now: Date },
): Promise<void> => {
  const cipher = await keyring.cipherForUser(db, userId)
  const content = encryptedDraft.encrypt(cipher, rowId(userId, type), draft)
  await db
    .insert(disputeDrafts)
    .values({ userId, type, content, savedAt: now })
    .onConflictDoUpdate({
      target: [disputeDrafts.userId, disputeDrafts.type],
      set: { content, savedAt: now },
    })
}

export const deleteDraft = async (db: Database, userId: string, type: DisputeType): Promise<void> => {
  await db.delete(disputeDrafts).where(and(eq(disputeDrafts.userId, userId), eq(disputeDrafts.type, type)))
}
