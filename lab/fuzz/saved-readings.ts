import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Account, Report as CreditReport } from '#features/reports/canonical.ts'
import { type BureauCoverage, judge } from '#features/reports/coverage.ts'
import type { Reading } from '#features/reports/readers/reading.ts'
import { knownReport } from '#test/support/reports/known-report.ts'
import { drawPages } from '#test/support/reports/printed/draw-pages.ts'
import { equifaxPages } from '#test/support/reports/printed/equifax.ts'
import { usualEquifax } from '#test/support/reports/printed/equifax-accounts.ts'
import { prints } from '#test/support/reports/printed/prints.ts'

/** Reports as people save them, and which readings of a changed file are acceptable. */

/** `breaksWords`: its columns are so narrow that numbers wrap. */
export type SavedFile = { name: string; bytes: Buffer; breaksWords?: boolean }

const printed = path.join(import.meta.dirname, '..', '..', 'test', 'support', 'reports', 'printed')

/** A PDF of each layout; of Experian and TransUnion one with tags and one without. */
export const savedPdfs = async (): Promise<SavedFile[]> => {
  const equifax = knownReport(3, { only: ['Equifax'], accounts: 4 })
  return [
    { name: 'equifax.pdf', bytes: await drawPages(equifaxPages(equifax, usualEquifax)) },
    ...prints.map(({ file }) => ({
      name: file,
      bytes: readFileSync(path.join(printed, file)),
      breaksWords: file === 'transunion-narrow.pdf',
    })),
  ]
}

const kinds = ['accounts', 'inquiries', 'publicRecords'] as const

const rowsOf = (report: CreditReport): string =>
  JSON.stringify(
    kinds.map(kind => report[kind].map(({ sourceRowId: _, ...row }: { sourceRowId?: unknown }) => row)),
  )

/** The marks of some prints are drawings, which are never read, so their months may be missing. */
const withoutMonths = (coverage: readonly BureauCoverage[]): BureauCoverage[] =>
  coverage.map(one => ({
    ...one,
    monthsUnreadable: 0,
    doubts: one.doubts.filter(({ kind }) => kind !== 'monthsUnreadable'),
  }))

const values = [
  'monthlyPayment',
  'currentBalance',
  'highBalance',
  'creditLimit',
  'originalAmount',
  'amountPastDue',
  'chargeOffAmount',
  'termLength',
  'dateOpened',
  'dateClosed',
  'dateStatus',
  'lastReported',
  'dateLastActive',
  'dateLastPayment',
  'dateFirstDelinquency',
  'removalDate',
] as const satisfies readonly (keyof Account)[]

/** Amounts, dates and months of an account that differ from the true ones. A date may have lost its day. */
const wrongValues = (truth: Account, read: Account, breaksWords: boolean): string[] => {
  const months = new Map(truth.paymentHistory.map(({ date, status }) => [date, status]))
  return [
    ...values
      .filter(name => {
        const value = read[name] ?? null
        const least = breaksWords ? String(value).replace(/\.00$/, '') : String(value)
        return value !== null && !String(truth[name] ?? '').startsWith(least)
      })
      .map(name => `${name} ${read[name]} instead of ${truth[name]}`),
    ...read.paymentHistory
      .filter(({ date, status }) => months.get(date) !== status)
      .map(({ date, status }) => `${status} in ${date} instead of ${months.get(date)}`),
  ]
}

/** Whether the user is asked to check this account, or the entire file. */
const isDoubted = (coverage: readonly BureauCoverage[], { creditorNameReported, bureau }: Account): boolean =>
  coverage.some(
    one =>
      one.pagesDamaged.length > 0 ||
      (one.bureau === bureau &&
        one.doubts.some(
          ({ section, about }) =>
            section === 'accounts' && (about === null || about === creditorNameReported),
        )),
  )

/**
 * Judges the reading of a changed file. A complete report must have every row of the unchanged one; if nothing was added to
 * the file (`lessOnly`), every amount, date or month that differs must also be marked as doubtful.
 */
export const judgeBeside = (
  truth: CreditReport,
  reading: Reading,
  { lessOnly, breaksWords = false }: { lessOnly: boolean; breaksWords?: boolean },
): string => {
  if (reading.kind !== 'report') {
    if (reading.message.length < 10 || reading.message.length > 500) throw new Error(reading.message)
    return 'refused'
  }
  const { report } = reading
  const coverage = withoutMonths(report.coverage ?? [])
  if (judge(coverage) !== 'complete') return 'partial'
  for (const kind of kinds)
    if (report[kind].length < truth[kind].length)
      throw new Error(`complete with ${report[kind].length} of ${truth[kind].length} ${kind}`)
  if (rowsOf(report) === rowsOf(truth)) return 'complete and the same'
  const wrong = report.accounts.flatMap((row, at) => {
    const own = truth.accounts[at]
    if (own === undefined || isDoubted(coverage, row)) return []
    return wrongValues(own, row, breaksWords).map(one => `${row.creditorNameReported}: ${one}`)
  })
  if (wrong.length === 0) return 'complete with other words, or with a doubt'
  if (lessOnly) throw new Error(`complete, without a doubt, with ${wrong.join('; ')}`)
  return 'complete with other values'
}
