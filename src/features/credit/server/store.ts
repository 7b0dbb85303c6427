import type { Person } from '#features/identity/server/store.ts'
import { pullToTell } from '#features/reports/refresh-rules.ts'
import { currentReportOf, earlierReportsOf, newestOf, summariesOf } from '#features/reports/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { type EverythingShown, everythingShown } from '../everything-shown.ts'
import { knownOf } from '../known.ts'

/** All that a person is shown of her credit now, read in one go. */
export const shownTo = async (
  { db, vault, timeZone }: { db: Database; vault: Vault; timeZone: string },
  person: Person,
  now: Date,
): Promise<EverythingShown> => {
  const { id, plan, enrolled } = person
  const newest = await newestOf(db, id)
  const current = newest.report === null ? null : await currentReportOf(db, vault, id)
  const stored = current && {
    report: current.report,
    meta: { id: current.id, origin: current.origin, receivedAt: current.receivedAt.toISOString() },
  }
  return everythingShown({
    stored,
    reports: await summariesOf(db, vault, id),
    plan,
    known: knownOf(person, await earlierReportsOf(db, vault, id)),
    pull: enrolled ? pullToTell(newest.pull, newest.report?.receivedAt ?? null) : null,
    now,
    timeZone,
  })
}
