import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type AlertContent, findAlerts, hasReturnedBureau } from '../alerts.ts'

/** What a report brought, computed from whole reports in a thread apart. */

export type AlertInput = { before: Uint8Array; content: Uint8Array; earlier: readonly Uint8Array[] }

/** Whether a thread gave it. */
export const isAlerts = (value: unknown): value is AlertContent[] => Array.isArray(value)

/** Earlier reports are opened only where a bureau gave no file in the one before. */
export const alertsBetween = ({ before, content, earlier }: AlertInput): AlertContent[] => {
  const [previous, report] = [unpackReport(before), unpackReport(content)]
  return findAlerts(previous, report, hasReturnedBureau(previous, report) ? earlier.map(unpackReport) : [])
}
