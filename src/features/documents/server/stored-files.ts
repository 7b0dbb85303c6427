import { and, eq, isNotNull, lte, notExists } from 'drizzle-orm'
import type { Storage } from '#providers/storage/port.ts'
import type { Database } from '#server/database.ts'
import { daysBefore, type Tidy } from '#server/housekeeping.ts'
import { UNDO_DAYS } from '../upload-rules.ts'
import { documents, storedFiles } from './tables.ts'

/** An upload takes seconds; a file that no document names after an hour belongs to one that broke off. */
const UNCLAIMED_MS = 60 * 60_000

/** Files removed in one tidying at most; the next one goes on. */
const AT_ONCE = 1_000

/** Says that a file of this key is about to stand in the storage, before it does. */
export const claimFile = async (db: Database, key: string, now: Date): Promise<void> => {
  await db.insert(storedFiles).values({ key, createdAt: now })
}

/**
 * Deletes for good what was deleted seven days ago, and then every file that no document names: of those, of people who
 * were erased, and of uploads that broke off. A file goes before its row, so that none is forgotten.
 */
export const tidyDocuments =
  (storage: Storage): Tidy =>
  async (db, now) => {
    await db
      .delete(documents)
      .where(and(isNotNull(documents.deletedAt), lte(documents.deletedAt, daysBefore(now, UNDO_DAYS))))
    const unnamed = await db
      .select({ key: storedFiles.key })
      .from(storedFiles)
      .where(
        and(
          lte(storedFiles.createdAt, new Date(now.getTime() - UNCLAIMED_MS)),
          notExists(
            db.select({ id: documents.id }).from(documents).where(eq(documents.fileKey, storedFiles.key)),
          ),
        ),
      )
      .limit(AT_ONCE)
    for (const { key } of unnamed) {
      await storage.remove(key)
      await db.delete(storedFiles).where(eq(storedFiles.key, key))
    }
  }
