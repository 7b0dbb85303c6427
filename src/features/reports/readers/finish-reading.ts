import type { Report } from '../canonical.ts'
import { type BureauCoverage, findRefusal, type RefusalReason } from '../coverage.ts'
import { describePages, warnAboutCoverage } from '../warnings.ts'
import type { Reading, Unreadable } from './reading.ts'

const again = 'Nothing was changed. Save the whole report again and choose that file.'

/** No counts and no bureaus: not every plan may reveal those of all bureaus. */
const refusalMessages: Record<Exclude<RefusalReason, 'pagesMissing'>, string> = {
  noAccounts: `This report says that it has accounts, and we could read none of them. ${again}`,
  fewAccounts: `We could read fewer than nine in ten of the accounts that this report says it has. ${again} If it is whole, import your free reports from annualcreditreport.com as PDF instead.`,
  nothingRead: `We know this kind of report, but found no accounts, inquiries or public records in this file. ${again}`,
}

/** A known kind of document in which nothing was found. */
export const nothingRead = (): Unreadable => ({ kind: 'unreadable', message: refusalMessages.nothingRead })

const describeMissingPages = (coverage: readonly BureauCoverage[]): string => {
  const pages = [...new Set(coverage.flatMap(({ pagesMissing }) => pagesMissing))]
  const stated = coverage.flatMap(({ pagesStated }) => pagesStated ?? [])[0]
  const of = stated === undefined ? '' : ` of ${stated}`
  return `${describePages(pages)}${of} ${pages.length === 1 ? 'is' : 'are'} not in this file. ${again}`
}

/**
 * The result of reading a web page or a PDF, judged by the document's own totals: too little is refused, and what is
 * missing or doubtful becomes a warning. Every reader of a saved format ends here.
 */
export const finishReading = (report: Report, coverage: readonly BureauCoverage[]): Reading => {
  const refusal = findRefusal(coverage)
  if (refusal !== null)
    return {
      kind: 'unreadable',
      message: refusal === 'pagesMissing' ? describeMissingPages(coverage) : refusalMessages[refusal],
    }
  return {
    kind: 'report',
    report: {
      ...report,
      coverage: [...coverage],
      warnings: [...report.warnings, ...warnAboutCoverage(coverage)],
    },
  }
}
