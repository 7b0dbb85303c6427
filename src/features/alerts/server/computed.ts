import { selectContinued } from '#features/reports/parts.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type AlertContent, findAlerts, hasReturnedBureau } from '../alerts.ts'

/** Runs in a worker thread, because full reports are large. */

type AlertInput = { before: Uint8Array; now: Uint8Array; earlier: readonly Uint8Array[] }

/** Earlier reports are decompressed only if a bureau has no file in the previous one. */
export const alertsBetween = ({ before, now, earlier }: AlertInput): AlertContent[] => {
  const [previous, report] = [unpackReport(before), unpackReport(now)]
  const known = hasReturnedBureau(previous, report) ? earlier.map(unpackReport) : []
  return findAlerts(
    previous,
    report,
    known.flatMap(one => selectContinued(report, one) ?? []),
  )
}
