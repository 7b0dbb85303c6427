import { gunzipSync, gzipSync } from 'node:zlib'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import type { Vault } from '#server/sealed.ts'
import type { Report } from '../canonical.ts'
import { reports } from './tables.ts'

export type ReportOrigin = 'import' | 'bureau' | 'sandbox'

/** A report as it was read, and when and how it came. */
export type StoredReport = { id: string; origin: ReportOrigin; receivedAt: Date; report: Report }

const placeOf = (column: 'content' | 'document', row: string) => ({ table: 'reports', column, row })

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'accounts' in value && 'personal' in value

/** The id and origin of the report that is shown: the one that came last. Null when there is none. */
export const currentReportId = async (db: Database, userId: string): Promise<string | null> => {
  const [row] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(eq(reports.userId, userId))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(1)
  return row?.id ?? null
}

/** The report that is shown, opened; null when there is none. */
export const currentReportOf = async (
  db: Database,
  vault: Vault,
  userId: string,
): Promise<StoredReport | null> => {
  const [row] = await db
    .select({
      id: reports.id,
      origin: reports.origin,
      receivedAt: reports.receivedAt,
      content: reports.content,
    })
    .from(reports)
    .where(eq(reports.userId, userId))
    .orderBy(desc(reports.receivedAt), desc(reports.id))
    .limit(1)
  if (!row) return null
  const box = await vault.boxFor(db, userId)
  const content: unknown = JSON.parse(
    gunzipSync(box.openBytes(placeOf('content', row.id), row.content)).toString('utf8'),
  )
  if (!isReport(content)) throw new Error('a stored report is not one')
  return { id: row.id, origin: row.origin, receivedAt: row.receivedAt, report: content }
}

/** Keeps a report and the document it was read from; it becomes the one that is shown. */
export const saveReport = async (
  tx: Database,
  vault: Vault,
  userId: string,
  { id, origin, receivedAt, report }: StoredReport,
  document: Uint8Array,
): Promise<void> => {
  const box = await vault.boxFor(tx, userId)
  await tx.insert(reports).values({
    id,
    userId,
    origin,
    receivedAt,
    content: box.seal(placeOf('content', id), gzipSync(JSON.stringify(report))),
    document: box.seal(placeOf('document', id), gzipSync(document)),
  })
}
