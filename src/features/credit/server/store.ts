import type { Plan } from '#features/identity/plan.ts'
import type { Person } from '#features/identity/server/store.ts'
import { type LastPull, pullToTell } from '#features/reports/refresh-rules.ts'
import {
  currentPackedOf,
  earlierReportsOf,
  type Newest,
  newestOf,
  type PackedReport,
  summariesOf,
} from '#features/reports/server/store.ts'
import type { Vault } from '#platform/crypto/sealed.ts'
import type { Database } from '#platform/db/database.ts'
import type { ReportMeta } from '../analytics.ts'
import type { PastReport } from '../history.ts'
import type { OfReport } from './computed.ts'

/** What is told of a stored report beside what it says. */
const metaOf = ({ id, origin, receivedAt }: PackedReport) => ({
  id,
  origin,
  receivedAt: receivedAt.toISOString(),
})

/**
 * The pull that a person is told of; null when there is nothing to tell. For one who withdrew, the bureaus are asked no more:
 * a pull that is still open brings nothing, and none follows.
 */
export const pullTold = ({ enrolled }: Person, { pull, report }: Newest): LastPull | null =>
  enrolled ? pullToTell(pull, report?.receivedAt ?? null) : null

/** The shown report of a person who has one, with what it is held against, packed for a thread apart. */
export const reportToShow = async (
  db: Database,
  vault: Vault,
  person: Person,
): Promise<{ of: OfReport; meta: ReportMeta }> => {
  const stored = await currentPackedOf(db, vault, person.id)
  if (!stored) throw new Error('a report vanished between two reads')
  const { profile, plan } = person
  const earlier = await earlierReportsOf(db, vault, person.id)
  return { of: { content: stored.content, earlier, person: { profile, plan } }, meta: metaOf(stored) }
}

/** All that a person is shown of their credit now, read in one go and packed: `shownFrom` computes it, in a thread apart. */
export type ToShow = {
  of: OfReport | null
  meta: ReportMeta | null
  reports: readonly PastReport[]
  plan: Plan
  pull: LastPull | null
  now: Date
  timeZone: string
}

/** Reads what `shownFrom` needs. */
export const toShow = async (
  { db, vault, timeZone }: { db: Database; vault: Vault; timeZone: string },
  person: Person,
  now: Date,
): Promise<ToShow> => {
  const newest = await newestOf(db, person.id)
  const stored = newest.report === null ? null : await reportToShow(db, vault, person)
  const reports = await summariesOf(db, vault, person.id)
  return {
    of: stored?.of ?? null,
    meta: stored?.meta ?? null,
    reports: reports.map(({ receivedAt, summary }) => ({ receivedAt, summary })),
    plan: person.plan,
    pull: pullTold(person, newest),
    now,
    timeZone,
  }
}
