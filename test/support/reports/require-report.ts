import type { Report } from '#features/reports/canonical.ts'
import type { Reading } from '#features/reports/readers/reading.ts'

/** The report of a reading; throws the message of one without a report. */
export const requireReport = (reading: Reading): Report => {
  if (reading.kind !== 'report') throw new Error(reading.message)
  return reading.report
}
