import { isReadWhole } from '#features/reports/coverage.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { BureauProgress } from '../contract.ts'
import { splitByBureau } from '../what-if/credit-file.ts'
import { factsOf, measureFile } from '../what-if/measure-file.ts'

/** Accounts that were not read would look like progress. */
const isWhole = ({ parts }: RedactedReport, bureau: Bureau): boolean => {
  const coverage = parts.find(part => part.bureau === bureau)?.coverage
  return coverage === undefined || isReadWhole(coverage, 'accounts')
}

/**
 * Measures each bureau's file on the date of each of its reports, by the rules of Analytics. All reports are of one
 * history, so one bureau's figures can be compared; a report without a date, or whose accounts were not all read, is left out.
 */
export const measureProgress = (reports: readonly RedactedReport[]): BureauProgress[] => {
  const all = reports.flatMap(report =>
    splitByBureau(report, '').flatMap(file => {
      const on = findPartDate(report, file.bureau)
      if (on === null || !isWhole(report, file.bureau)) return []
      const dated = { ...file, on }
      return [{ bureau: file.bureau, figures: measureFile(dated, factsOf(dated)) }]
    }),
  )
  return bureaus.flatMap(bureau => {
    const own = all.filter(one => one.bureau === bureau).map(({ figures }) => figures)
    const points = [...new Map(own.toReversed().map(figures => [figures.on, figures])).values()]
      .map(({ on, factors }) => ({ on, factors }))
      .toSorted((one, other) => one.on.localeCompare(other.on))
    return points.length === 0 ? [] : [{ bureau, points }]
  })
}
