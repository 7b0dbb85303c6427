import type { FullReport } from '#features/reports/contract.ts'
import type { Bureau } from '#values/bureau.ts'

export type FileStatus = FullReport['fileStatuses'][number]

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** A missing file is not a clean file. */
export const describeFileStatus = ({ bureau, status, text }: FileStatus): string => {
  switch (status) {
    case 'hit':
      return `${bureau} sent your file.`
    case 'noHit':
      return `${bureau} found no file with your details. That is not the same as a clean file.`
    case 'frozen':
      return `Your ${bureau} file is frozen, so it was not opened for this report.`
    case 'thin':
      return `Your ${bureau} file has too little data to make a report.`
    case 'error':
      return text === null ? `${bureau} could not answer.` : `${bureau} could not answer: ${sentence(text)}`
  }
}

/** The reason sent with the report, otherwise based on the bureau's file status. */
export const noScoreReason = (report: FullReport, bureau: Bureau): string => {
  const excluded = report.scoreExclusions.find(exclusion => exclusion.bureau === bureau)
  if (excluded) return sentence(excluded.reason)
  const file = report.fileStatuses.find(status => status.bureau === bureau)
  if (file && file.status !== 'hit') return describeFileStatus(file)
  const covered = file ?? report.accountInformation.find(account => account.bureau === bureau)
  return covered ? `This report has no score from ${bureau}.` : `This report does not cover ${bureau}.`
}
