import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type AlertContent, findAlerts, hasReturnedBureau } from '../alerts.ts'

/** Runs in a worker thread, because whole reports are large. */

type AlertInput = { before: Uint8Array; content: Uint8Array; earlier: readonly Uint8Array[] }

export const isAlerts = (value: unknown): value is AlertContent[] => Array.isArray(value)

/** Earlier reports are unpacked only where a bureau gave no file in the previous one. */
export const alertsBetween = ({ before, content, earlier }: AlertInput): AlertContent[] => {
  const [previous, report] = [unpackReport(before), unpackReport(content)]
  return findAlerts(previous, report, hasReturnedBureau(previous, report) ? earlier.map(unpackReport) : [])
}
