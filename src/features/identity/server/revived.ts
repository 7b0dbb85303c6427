import { isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database.ts'
import { codeChallenges, emailCodes, sessions, trustedBrowsers } from './tables.ts'

/**
 * Ends what a restored copy brings back to life: sessions that were ended since it was made, codes that were used, and
 * browsers that were forgotten (security-reliability threat T27). People sign in again; nothing else of theirs is touched.
 */
export const invalidateAfterRestore = async (tx: Database, now: Date): Promise<void> => {
  await tx.update(sessions).set({ endedAt: now, endReason: 'restored' }).where(isNull(sessions.endedAt))
  await tx.update(codeChallenges).set({ consumedAt: now }).where(isNull(codeChallenges.consumedAt))
  await tx.update(emailCodes).set({ consumedAt: now }).where(isNull(emailCodes.consumedAt))
  await tx.delete(trustedBrowsers)
}
