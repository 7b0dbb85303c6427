import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import type { Plan } from '#features/identity/plan.ts'
import { isCheckPending } from '#features/identity/server/identity-check.ts'
import { requireUser, type UserRecord } from '#features/identity/server/store.ts'
import { type LastPull, selectPullToShow } from '#features/reports/refresh-rules.ts'
import type { PackedReportView } from '#features/reports/server/packed-report-view.ts'
import {
  findNewest,
  listReportSummaries,
  loadReportView,
  type NewestReportAndPull,
} from '#features/reports/server/store.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Capabilities } from '#values/capabilities.ts'
import type { IdentityStage } from '../analytics.ts'
import type { PastReport } from '../history.ts'

/** Users who withdrew consent are shown no pull, because none follows. */
export const pullToShow = (
  { enrolled }: UserRecord,
  { pull, report }: NewestReportAndPull,
): LastPull | null => (enrolled ? selectPullToShow(pull, report?.receivedAt ?? null) : null)

/**
 * Users who did not agree to pulls need no confirmed identity for anything that analytics shows. `user` is as of the
 * beginning of the request: a check that confirmed the identity since then is still pending, because the pull that followed
 * may not have been read.
 */
export const findIdentityStage = async (
  db: Database,
  keyring: Keyring,
  user: UserRecord,
  now: Date,
  pullsOffered: boolean,
): Promise<IdentityStage> => {
  if (!user.enrolled) return pullsOffered ? 'not_agreed' : 'confirmed'
  if (isIdentityConfirmed(user)) return 'confirmed'
  if (await isCheckPending(db, user.id, now)) return 'pending'
  return isIdentityConfirmed(await requireUser(db, keyring, user.id)) ? 'pending' : 'unconfirmed'
}

/** Everything the snapshot is computed from, in a worker thread. */
export type SnapshotInput = {
  packed: PackedReportView | null
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  identity: IdentityStage
  now: Date
  timeZone: string
}

export const loadSnapshotInput = async (
  {
    db,
    keyring,
    timeZone,
    capabilities,
  }: { db: Database; keyring: Keyring; timeZone: string; capabilities: Pick<Capabilities, 'pulls'> },
  user: UserRecord,
  now: Date,
): Promise<SnapshotInput> => {
  const newest = await findNewest(db, user.id)
  const reports = await listReportSummaries(db, keyring, user.id)
  return {
    packed: newest.report === null ? null : await loadReportView(db, keyring, user),
    reports: reports.map(({ receivedAt, summary }) => ({ receivedAt, summary })),
    plan: user.plan,
    pull: pullToShow(user, newest),
    identity: await findIdentityStage(db, keyring, user, now, capabilities.pulls),
    now,
    timeZone,
  }
}
