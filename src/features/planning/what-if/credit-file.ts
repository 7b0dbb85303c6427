import type { RedactedReport } from '#features/reports/redact-for-plan.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'

/** One bureau's file on a day: as reported, or after steps. */
export type CreditFile = {
  bureau: Bureau
  report: RedactedReport
  /** `YYYY-MM-DD`: ages and recent inquiries are counted up to this day. */
  on: string
}

type Row = { bureau: Bureau }

const rowsOf = <One extends Row>(rows: readonly One[], bureau: Bureau): One[] =>
  rows.filter(row => row.bureau === bureau)

/** The files of a report view, one for each bureau that returned one, all on the same day. */
export const splitByBureau = (report: RedactedReport, on: string): CreditFile[] =>
  bureaus
    .filter(bureau => {
      const status = report.files.find(file => file.bureau === bureau)?.status
      const { scores, accounts, inquiries, publicRecords } = report
      const rows = [scores, accounts, inquiries, publicRecords].flatMap(all => rowsOf<Row>(all, bureau))
      return status === 'hit' || status === 'thin' || rows.length > 0
    })
    .map(bureau => ({
      bureau,
      on,
      report: {
        ...report,
        // It remains a file even if the steps remove its last row.
        files: [{ bureau, status: 'hit', text: null }],
        parts: rowsOf(report.parts, bureau),
        scores: rowsOf(report.scores, bureau),
        otherScores: rowsOf(report.otherScores, bureau),
        scoreExclusions: rowsOf(report.scoreExclusions, bureau),
        accounts: rowsOf(report.accounts, bureau),
        inquiries: rowsOf(report.inquiries, bureau),
        publicRecords: rowsOf(report.publicRecords, bureau),
        // Calculations do not use personal details.
        personal: [],
      },
    }))
