import { runAllRules } from '#features/findings/find.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { accountOf, reportOf } from './report-of.ts'

/** What a rule makes of a report: its verdict, or `nothing`. */
export const verdictOf = (rule: string, given: Partial<Report>): string =>
  runAllRules(reportOf(given)).find(finding => finding.rule === rule)?.verdict ?? 'nothing'

/** What a rule makes of one row, beside others where it needs them. */
export const rowVerdict = (rule: string, row: Partial<Account>, beside: Partial<Report> = {}): string =>
  verdictOf(rule, { ...beside, accounts: [accountOf(row), ...(beside.accounts ?? [])] })

/** The same account at several bureaus: each differs from an ordinary card in what is given. */
export const atBureaus = (rows: Partial<Record<Bureau, Partial<Account>>>): Partial<Report> => ({
  accounts: (['TransUnion', 'Experian', 'Equifax'] as const).flatMap(bureau => {
    const given = rows[bureau]
    return given === undefined ? [] : [accountOf({ bureau, ...given })]
  }),
})
