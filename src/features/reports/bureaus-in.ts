import { type Bureau, sortBureaus } from '#values/bureau.ts'
import type { Report } from './canonical.ts'

/** The bureaus that a report says anything about, even that there is no file. */
export const listBureaus = (report: Report): Bureau[] =>
  sortBureaus(
    [
      ...report.files,
      ...report.scores,
      ...report.otherScores,
      ...report.scoreExclusions,
      ...report.accounts,
      ...report.inquiries,
      ...report.publicRecords,
      ...report.personal,
    ].map(row => row.bureau),
  )
