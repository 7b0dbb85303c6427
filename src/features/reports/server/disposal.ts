import { and, inArray, lt, not, type SQL, sql } from 'drizzle-orm'
import { SHOWN_REPORTS } from '#api/retention.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { reports } from './tables.ts'

/**
 * Deletes reports whose retention period since arrival has ended. The newest of a user stay, since screens show them, and
 * those from which an open dispute was created: `isNeeded` is the condition that one needs the row of `reports`.
 */
export const reportDisposal = (isNeeded: (now: Date) => SQL): Disposal => ({
  kind: 'reports',
  dispose: async (tx, { before, now, most }) => {
    const newer = sql`(select count(*) from ${reports} newer where newer.user_id = ${reports.userId}
      and (newer.received_at, newer.id) > (${reports.receivedAt}, ${reports.id}))`
    const old = tx
      .select({ id: reports.id })
      .from(reports)
      .where(and(lt(reports.receivedAt, before), sql`${newer} >= ${SHOWN_REPORTS}`, not(isNeeded(now))))
      .limit(most)
    const { id } = reports
    return (await tx.delete(reports).where(inArray(id, old)).returning({ id })).length
  },
})
