import { and, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { SHOWN_REPORTS } from '#api/retention.ts'
import { lockUser } from '#features/identity/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import { reportThreads } from '#platform/threads.ts'
import type { Removal } from '../removal.ts'
import { listStoredParts } from '../summary.ts'
import type { removeStoredImport } from './computed.ts'
import { listPackedReports, listReportSummaries, replaceReport } from './store.ts'
import { reports } from './tables.ts'

const isRemoved = (value: unknown): value is ReturnType<typeof removeStoredImport> =>
  typeof value === 'object' && value !== null && 'deleted' in value && 'changed' in value

const withoutImport = reportThreads.define<typeof removeStoredImport>(
  new URL('./computed.ts', import.meta.url),
  'removeStoredImport',
  isRemoved,
)

/**
 * Removes an import, or one of its bureaus, from all of a user's reports, in the caller's transaction; the previous
 * report becomes the current one. Disputes keep their content, because they store their own facts. Throws
 * `not_found`, and `conflict` for a report that was pulled: only the user's own files can be removed.
 */
export const removeReport = async (
  tx: Database,
  keyring: Keyring,
  userId: string,
  removal: Removal,
  joinDays: number,
): Promise<void> => {
  // No report of the user is stored or removed concurrently.
  await lockUser(tx, userId)
  const summaries = await listReportSummaries(tx, keyring, userId)
  const parts = summaries
    .flatMap(listStoredParts)
    .filter(
      ({ bureau, arrival }) =>
        arrival.reportId === removal.reportId && (removal.bureau === null || removal.bureau === bureau),
    )
  const [first] = parts
  if (first === undefined) throw new AppError('not_found')
  if (first.arrival.origin !== 'import')
    throw new AppError('conflict', {
      message:
        'The credit bureaus sent this report, so it cannot be removed. Only files that you imported can.',
    })
  const packed = await listPackedReports(tx, keyring, userId)
  const summaryOf = new Map(summaries.map(({ id, summary }) => [id, summary]))
  const stored = packed.flatMap(({ id, origin, receivedAt, content }) => {
    const summary = summaryOf.get(id)
    const meta = { id, origin, receivedAt: receivedAt.toISOString() }
    return summary === undefined ? [] : [{ meta, content, summary }]
  })
  const { deleted, changed } = await withoutImport({ stored, removal, joinDays })
  for (const id of deleted) await tx.delete(reports).where(eq(reports.id, id))
  for (const one of changed) await replaceReport(tx, keyring, userId, one)
}

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
