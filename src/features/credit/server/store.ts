import type { Plan } from '#features/identity/plan.ts'
import type { UserRecord } from '#features/identity/server/store.ts'
import { type LastPull, selectPullToShow } from '#features/reports/refresh-rules.ts'
import {
  findCurrentPackedReport,
  findNewest,
  listEarlierReports,
  listReportSummaries,
  type NewestReportAndPull,
  type PackedReport,
} from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { ReportMeta } from '../analytics.ts'
import type { PastReport } from '../history.ts'
import type { ReportInput } from './computed.ts'

const metaOf = ({ id, origin, receivedAt }: PackedReport) => ({
  id,
  origin,
  receivedAt: receivedAt.toISOString(),
})

/** A user who withdrew consent is told of no pull, because none follows. */
export const pullToShow = (
  { enrolled }: UserRecord,
  { pull, report }: NewestReportAndPull,
): LastPull | null => (enrolled ? selectPullToShow(pull, report?.receivedAt ?? null) : null)

export const loadReportInput = async (
  db: Database,
  keyring: Keyring,
  person: UserRecord,
): Promise<{ of: ReportInput; meta: ReportMeta }> => {
  const stored = await findCurrentPackedReport(db, keyring, person.id)
  if (!stored) throw new Error('a report vanished between two reads')
  const { profile, plan } = person
  const earlier = await listEarlierReports(db, keyring, person.id)
  return { of: { content: stored.content, earlier, person: { profile, plan } }, meta: metaOf(stored) }
}

/** Everything the snapshot is computed from, in a worker thread. */
export type SnapshotInput = {
  of: ReportInput | null
  meta: ReportMeta | null
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  now: Date
  timeZone: string
}

export const loadSnapshotInput = async (
  { db, keyring, timeZone }: { db: Database; keyring: Keyring; timeZone: string },
  person: UserRecord,
  now: Date,
): Promise<SnapshotInput> => {
  const newest = await findNewest(db, person.id)
  const stored = newest.report === null ? null : await loadReportInput(db, keyring, person)
  const reports = await listReportSummaries(db, keyring, person.id)
  return {
    of: stored?.of ?? null,
    meta: stored?.meta ?? null,
    reports: reports.map(({ receivedAt, summary }) => ({ receivedAt, summary })),
    plan: person.plan,
    pull: pullToShow(person, newest),
    now,
    timeZone,
  }
}
