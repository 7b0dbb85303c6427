import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { isWithinQuota, type StorageUse } from '../upload-rules.ts'
import { documents } from './tables.ts'

/** Of a selection of documents, those that stand or those that were deleted: how many, and their bytes together. */
export const selectStorageUse = (which: 'kept' | 'deleted') => {
  const counted = which === 'deleted' ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt)
  return {
    files: sql<number>`count(*) filter (where ${counted})`.mapWith(Number),
    bytes: sql<number>`coalesce(sum(${documents.fileSize}) filter (where ${counted}), 0)`.mapWith(Number),
  }
}

const none: StorageUse = { files: 0, bytes: 0 }

/**
 * Refuses `no_room` when what a person keeps, and may still bring back, leaves no room for more. `back`: what of the deleted
 * is brought back with it.
 */
export const requireQuota = async (
  tx: Database,
  userId: string,
  more: StorageUse = none,
  back: StorageUse = none,
): Promise<void> => {
  const [held] = await tx
    .select({ kept: selectStorageUse('kept'), deleted: selectStorageUse('deleted') })
    .from(documents)
    .where(eq(documents.userId, userId))
  const { kept = none, deleted = none } = held ?? {}
  const rest = { files: deleted.files - back.files, bytes: deleted.bytes - back.bytes }
  if (!isWithinQuota({ kept, deleted: rest }, more)) throw new AppError('no_room')
}
