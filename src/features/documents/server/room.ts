import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import type { Database } from '#platform/db/database.ts'
import { type Amount, hasRoom } from '../upload-rules.ts'
import { documents } from './tables.ts'

/** Of a selection of documents, those that stand or those that were deleted: how many, and their bytes together. */
export const amountOf = (which: 'kept' | 'deleted') => {
  const counted = which === 'deleted' ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt)
  return {
    files: sql<number>`count(*) filter (where ${counted})`.mapWith(Number),
    bytes: sql<number>`coalesce(sum(${documents.fileSize}) filter (where ${counted}), 0)`.mapWith(Number),
  }
}

const none: Amount = { files: 0, bytes: 0 }

/**
 * Refuses `no_room` when what a person keeps, and may still bring back, leaves no room for more. `back`: what of the deleted
 * is brought back with it.
 */
export const requireRoom = async (
  tx: Database,
  userId: string,
  more: Amount = none,
  back: Amount = none,
): Promise<void> => {
  const [held] = await tx
    .select({ kept: amountOf('kept'), deleted: amountOf('deleted') })
    .from(documents)
    .where(eq(documents.userId, userId))
  const { kept = none, deleted = none } = held ?? {}
  const rest = { files: deleted.files - back.files, bytes: deleted.bytes - back.bytes }
  if (!hasRoom({ kept, deleted: rest }, more)) throw new Refusal('no_room')
}
