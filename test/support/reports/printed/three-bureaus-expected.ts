import type { Report } from '#features/reports/canonical.ts'
import { expectedIn } from '../known-report.ts'
import { withoutReaderData } from '../without-reader-data.ts'
import { shownMonths } from './identityiq.ts'
import type { ThreeBureauFormat } from './three-bureaus.ts'

/** A known report as printed from a page: every row, with its number masked. */
export const asPrinted = (known: Report, format: ThreeBureauFormat): Report => {
  const numbers = expectedIn(known, format).accounts.map(({ accountNumber }) => accountNumber)
  return {
    ...known,
    accounts: known.accounts.map((row, at) => ({ ...row, accountNumber: numbers[at] ?? null })),
  }
}

/** The expected result of reading the print of a known report. */
export const expectedOfThreeBureaus = (known: Report, format: ThreeBureauFormat): unknown => {
  const expected = expectedIn(known, format)
  const groups = [...Map.groupBy(expected.accounts, one => one.id).values()]
  const isIdentityIq = format === 'identityiq-pdf'
  return contentOfThreeBureaus({
    ...expected,
    reportDate: isIdentityIq || expected.scores.length > 0 ? expected.reportDate : null,
    accounts: isIdentityIq ? groups.flatMap(shownMonths) : expected.accounts,
  })
}

/** The rows of a report, without metadata. */
export const contentOfThreeBureaus = (report: Report): unknown =>
  withoutReaderData({ ...report, warnings: [], scoreExclusions: [] })
