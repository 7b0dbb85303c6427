import { Refusal } from '#api/errors.ts'
import type { Profile } from '#features/identity/registration-rules.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import type { Vault } from '#server/sealed.ts'
import type { Report } from '../canonical.ts'
import { identify } from '../matcher.ts'
import { isOtherPerson } from '../person.ts'
import { continuesHistory } from '../same-subject.ts'
import { warningOf } from '../warnings.ts'
import { readDocument } from './read-document.ts'
import { currentReportOf, type ReportOrigin, type StoredReport, saveReport } from './store.ts'

/**
 * Reads a document for a person. Refuses `unreadable_report` (what was expected and where reading stopped) and
 * `not_a_report` (an envelope without a finished report). Whether the subject is someone else is a warning.
 */
export const readFor = async (bytes: Uint8Array, profile: Profile): Promise<Report> => {
  const { firstName, lastName, ssnLastFour } = profile
  const person = { firstName, lastName, ssnLastFour }
  const reading = await readDocument(bytes, person)
  if (reading.kind === 'unreadable') throw new Refusal('unreadable_report', { message: reading.words })
  if (reading.kind === 'noReport') throw new Refusal('not_a_report', { message: reading.words })
  const { report } = reading
  return isOtherPerson(report, person)
    ? { ...report, warnings: [...report.warnings, warningOf('other_person')] }
    : report
}

/** Gives a report the ids of the person's accounts and keeps it, in the caller's transaction. */
export const keepReport = async (
  tx: Database,
  vault: Vault,
  userId: string,
  came: { report: Report; document: Uint8Array; origin: ReportOrigin; receivedAt: Date },
): Promise<StoredReport> => {
  const earlier = await currentReportOf(tx, vault, userId)
  const previous =
    earlier && earlier.origin === came.origin && continuesHistory(came.report, earlier.report)
      ? earlier.report
      : null
  const stored = {
    id: newId(),
    origin: came.origin,
    receivedAt: came.receivedAt,
    report: identify(came.report, previous, newId),
  }
  await saveReport(tx, vault, userId, stored, came.document)
  return stored
}
