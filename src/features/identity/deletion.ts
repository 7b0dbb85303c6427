const UNDO_MS = 7 * 24 * 60 * 60_000

/** When an account is deleted whose owner asked for it at this instant: seven days later, until when it can be kept. */
export const deletionDate = (askedAt: Date): Date => new Date(askedAt.getTime() + UNDO_MS)

/** When an account is deleted; null when nobody asked for it. */
export const scheduledDeletion = (askedAt: Date | null): Date | null =>
  askedAt === null ? null : deletionDate(askedAt)

/** The last instant of asking whose seven days are over now. */
export const latestRequestDueBy = (now: Date): Date => new Date(now.getTime() - UNDO_MS)
