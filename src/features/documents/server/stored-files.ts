import { and, eq, isNotNull, lte, notExists, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask } from '#platform/jobs/cleanup.ts'
import type { Storage } from '#providers/storage/port.ts'
import { daysBefore } from '#values/dates.ts'
import { UNDO_DAYS } from '../upload-rules.ts'
import { documents, storedFiles } from './tables.ts'

/** An upload takes seconds; a file that no document names after an hour belongs to one that broke off. */
const UNCLAIMED_MS = 60 * 60_000

/** Files removed in one tidying at most; the next one goes on. */
const AT_ONCE = 1_000

/** After so many failures the storage itself is taken to be away, until the next tidying. */
const MOST_FAILURES = 3

/** Says that a file of this key is about to stand in the storage, before it does. */
export const registerFile = async (db: Database, key: string, now: Date): Promise<void> => {
  await db.insert(storedFiles).values({ key, createdAt: now })
}

/**
 * Deletes for good what was deleted seven days ago, and then every file that nothing names: of those, of people who were
 * erased, and of uploads that broke off. `alsoNamedBy`: columns of other features that name files, so that what was
 * enclosed in a letter stays with it. A file goes before its row, so that none is forgotten.
 */
export const cleanUpDocuments =
  (storage: Storage, alsoNamedBy: readonly PgColumn[]): CleanupTask =>
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
          ...[documents.fileKey, ...alsoNamedBy].map(key =>
            notExists(db.select({ key }).from(key.table).where(eq(key, storedFiles.key))),
          ),
        ),
      )
      // In no order, so that those that cannot be removed are not the first every time.
      .orderBy(sql`random()`)
      .limit(AT_ONCE)
    const failures: unknown[] = []
    for (const { key } of unnamed) {
      try {
        await storage.remove(key)
        await db.delete(storedFiles).where(eq(storedFiles.key, key))
      } catch (failure) {
        failures.push(failure)
        if (failures.length === MOST_FAILURES) break
      }
    }
    if (failures.length > 0) throw failures[0]
  }
