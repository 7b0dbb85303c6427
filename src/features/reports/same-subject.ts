import type { Report } from './canonical.ts'

const plain = (name: string | null) =>
  (name ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, ' ')
    .trim()

/** What tells whose report it is, and of which kind. */
export type ReportSource = Pick<Report, 'format' | 'subject'>

/**
 * Whether a report continues the history of an earlier one: the same format and the same subject, by SSN last
 * four where both have it, else by name. Otherwise its accounts start anew (decisions section 5).
 */
export const continuesHistory = (report: ReportSource, earlier: ReportSource): boolean => {
  if (report.format !== earlier.format) return false
  const [now, before] = [report.subject, earlier.subject]
  return now.ssnLastFour !== null && before.ssnLastFour !== null
    ? now.ssnLastFour === before.ssnLastFour
    : plain(now.name) !== '' && plain(now.name) === plain(before.name)
}
