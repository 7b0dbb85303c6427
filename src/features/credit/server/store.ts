import type { Person } from '#features/identity/server/store.ts'
import { type LastPull, pullToTell } from '#features/reports/refresh-rules.ts'
import {
  currentReportOf,
  earlierReportsOf,
  type Newest,
  newestOf,
  type StoredReport,
  summariesOf,
} from '#features/reports/server/store.ts'
import type { Database } from '#server/database/database.ts'
import type { Vault } from '#server/keys/sealed.ts'
import { type EverythingShown, everythingShown } from '../everything-shown.ts'
import { knownOf } from '../known.ts'

/** What is told of a stored report beside what it says. */
export const metaOf = ({ id, origin, receivedAt }: StoredReport) => ({
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

/** All that a person is shown of her credit now, read in one go. */
export const shownTo = async (
  { db, vault, timeZone }: { db: Database; vault: Vault; timeZone: string },
  person: Person,
  now: Date,
): Promise<EverythingShown> => {
  const { id, plan } = person
  const newest = await newestOf(db, id)
  const current = newest.report === null ? null : await currentReportOf(db, vault, id)
  return everythingShown({
    stored: current && { report: current.report, meta: metaOf(current) },
    reports: await summariesOf(db, vault, id),
    plan,
    known: knownOf(person, await earlierReportsOf(db, vault, id)),
    pull: pullTold(person, newest),
    now,
    timeZone,
  })
}
