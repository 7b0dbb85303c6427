import { Refusal } from '#api/errors.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/ids.ts'
import type { Vault } from '#server/keys/sealed.ts'
import type { Report } from '../canonical.ts'
import { identify } from '../matcher.ts'
import { isOtherPerson } from '../person.ts'
import type { Reading } from '../readers/reading.ts'
import { isAsNew, summaryOf } from '../summary.ts'
import { warningOf } from '../warnings.ts'
import { readDocument } from './read-document.ts'
import { newestOfSource, type OnReport, type ReportOrigin, type StoredReport, saveReport } from './store.ts'

/**
 * The report of a reading. Refuses `unreadable_report` (what was expected and where reading stopped) and `not_a_report`
 * (an envelope without a finished report). Whether the subject is someone else is a warning.
 */
export const reportIn = (reading: Reading, profile: Profile): Report => {
  if (reading.kind === 'unreadable') throw new Refusal('unreadable_report', { message: reading.words })
  if (reading.kind === 'noReport') throw new Refusal('not_a_report', { message: reading.words })
  const { report } = reading
  return isOtherPerson(report, profile)
    ? { ...report, warnings: [...report.warnings, warningOf('other_person')] }
    : report
}

/** Reads a document for a person, in a thread of its own; refuses as `reportIn` does. */
export const readFor = async (bytes: Uint8Array, profile: Profile): Promise<Report> => {
  const { firstName, lastName, ssnLastFour } = profile
  return reportIn(await readDocument(bytes, { firstName, lastName, ssnLastFour }), profile)
}

/**
 * Gives a report the ids of the person's accounts, computes what changed since the report before it, keeps all of it and
 * tells those who wait for it, in the caller's transaction. A report older than what there is starts a history of its own:
 * it is no change.
 */
export const keepReport = async (
  tx: Database,
  vault: Vault,
  userId: string,
  came: { report: Report; document: Uint8Array; origin: ReportOrigin; receivedAt: Date },
  onReport: readonly OnReport[],
): Promise<StoredReport> => {
  const earlier = await newestOfSource(tx, vault, userId, came)
  const id = newId()
  const report = identify(came.report, earlier?.report ?? null, newId)
  const before = earlier && isAsNew(report.reportDate, earlier.report.reportDate) ? earlier : null
  const { origin, receivedAt, document } = came
  const summary = summaryOf(id, report, before)
  await saveReport(tx, vault, userId, { id, origin, receivedAt, report, summary, document })
  const stored = { id, origin, receivedAt, report }
  for (const hear of onReport) await hear(tx, { ...stored, userId, before: before?.report ?? null })
  return stored
}
