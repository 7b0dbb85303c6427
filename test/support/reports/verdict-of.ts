import { expect, test } from 'vitest'
import { runAllRules } from '#features/findings/find.ts'
import type { Verdict } from '#features/findings/finding.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import type { Bureau } from '#values/bureau.ts'
import { accountOf, reportOf } from './report-of.ts'

/** A rule's verdict on a report, or `nothing`. */
export const verdictOf = (rule: string, given: Partial<Report>): string =>
  runAllRules(reportOf(given)).find(finding => finding.rule === rule)?.verdict ?? 'nothing'

/** A rule's verdict on one row, with other rows if it needs them. */
export const rowVerdict = (rule: string, row: Partial<Account>, beside: Partial<Report> = {}): string =>
  verdictOf(rule, { ...beside, accounts: [accountOf(row), ...(beside.accounts ?? [])] })

/** Tests of a rule: by verdict, each case with a title. */
export const ruleCases =
  <Case>(verdict: (rule: string, given: Case) => string) =>
  (rule: string, expected: Partial<Record<Verdict | 'nothing', Record<string, Case>>>): void => {
    for (const [outcome, cases] of Object.entries(expected))
      test.each(Object.entries(cases))(`${rule} is ${outcome} for %s`, (_, given) => {
        expect(verdict(rule, given)).toBe(outcome)
      })
  }

/** The same account at several bureaus; each differs from an ordinary card in the given values. */
export const atBureaus = (rows: Partial<Record<Bureau, Partial<Account>>>): Partial<Report> => ({
  accounts: (['TransUnion', 'Experian', 'Equifax'] as const).flatMap(bureau => {
    const given = rows[bureau]
    return given === undefined ? [] : [accountOf({ bureau, ...given })]
  }),
})
