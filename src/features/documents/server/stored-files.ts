import { and, eq, inArray, isNotNull, lt, lte, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#api/errors.ts'
import { retention } from '#api/retention.ts'
import type { Database } from '#platform/db/database.ts'
import type { CleanupTask, Disposal } from '#platform/jobs/disposal.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { Storage } from '#providers/storage/port.ts'
import { daysBefore } from '#values/dates.ts'
import { documents, storedFiles } from './tables.ts'

/** An upload takes seconds; after an hour, a file without a document belongs to an interrupted one. */
const UNCLAIMED_MS = 60 * 60_000

/** At most this many files per run; the next run continues. */
const BATCH = 1_000

/** After this many failures the storage itself is considered down, until the next run. */
const MAX_FAILURES = 3

/** Records a file before it is put into the storage. */
export const registerFile = async (db: Database, key: string, now: Date): Promise<void> => {
  await db.insert(storedFiles).values({ key, createdAt: now })
}

/**
 * Permanently deletes documents that were deleted seven days ago, then every unreferenced file: of those documents, of
 * erased users, and of interrupted uploads. `alsoReferencedBy`: columns of other features that reference files, such as
 * enclosures of letters. A file is removed before its row, so that none is orphaned.
 */
export const cleanUpDocuments =
  (storage: Storage, alsoReferencedBy: readonly PgColumn[]): CleanupTask =>
  async (db, now) => {
    await db
      .delete(documents)
      .where(
        and(
          isNotNull(documents.deletedAt),
          lte(documents.deletedAt, daysBefore(now, retention.deletedDocuments.usual)),
        ),
      )
    const unreferenced = await db
      .select({ key: storedFiles.key })
      .from(storedFiles)
      .where(
        and(
          lte(storedFiles.createdAt, new Date(now.getTime() - UNCLAIMED_MS)),
          ...[documents.fileKey, ...alsoReferencedBy].map(key =>
            notExists(db.select({ key }).from(key.table).where(eq(key, storedFiles.key))),
          ),
        ),
      )
      // In random order, so that files that cannot be removed do not come first every time.
      .orderBy(sql`random()`)
      .limit(BATCH)
    const failures: unknown[] = []
    for (const { key } of unreferenced) {
      try {
        await storage.remove(key)
        await db.delete(storedFiles).where(eq(storedFiles.key, key))
      } catch (failure) {
        failures.push(failure)
        if (failures.length === MAX_FAILURES) break
      }
    }
    if (failures.length > 0) throw failures[0]
  }

/**
 * Deletes documents whose retention since upload is over, except those that an open dispute needs. `cleanUpDocuments`
 * then removes their files.
 */
export const documentDisposal = (isNeeded: (now: Date) => SQL): Disposal => ({
  kind: 'documents',
  dispose: async (tx, { before, now, most }) => {
    const { id, createdAt } = documents
    const old = tx
      .select({ id })
      .from(documents)
      .where(and(lt(createdAt, before), not(isNeeded(now))))
      .limit(most)
    return (await tx.delete(documents).where(inArray(id, old)).returning({ id })).length
  },
})

/** Logs a failure of the storage with its code and refuses `unavailable`. */
export const withStorageErrors = async <T>(log: Log, act: () => Promise<T>): Promise<T> => {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.error('storage failed', { code: error.code, error })
    throw new AppError('unavailable', { retryAfterSeconds: 5 })
  }
}
