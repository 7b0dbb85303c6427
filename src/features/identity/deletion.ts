import { retention } from '#api/retention.ts'

const UNDO_MS = retention.deletionUndo.usual * 24 * 60 * 60_000

/** When an account is deleted: seven days after the request, which can be cancelled until then. */
export const deletionDate = (askedAt: Date): Date => new Date(askedAt.getTime() + UNDO_MS)

export const scheduledDeletion = (askedAt: Date | null): Date | null =>
  askedAt === null ? null : deletionDate(askedAt)

/** The latest time of a request whose seven days have passed. */
export const latestRequestDueBy = (now: Date): Date => new Date(now.getTime() - UNDO_MS)
