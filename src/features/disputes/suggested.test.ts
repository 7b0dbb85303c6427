import { describe, expect, test } from 'vitest'
import { selectDisputedMonths } from '#features/findings/disputed-months.ts'
import { runAllRules } from '#features/findings/find.ts'
import type { Finding } from '#features/findings/finding.ts'
import { type AccountReason, accountReasons } from '#features/findings/reasons.ts'
import type { Report } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { personas } from '#sandbox/bureau/personas.ts'
import { chanceOf } from '#test/support/chance.ts'
import { bureauReports } from '#test/support/reports/bureau-report.ts'
import { generatedReport } from '#test/support/reports/finder-score.ts'
import { surroundingsIn } from '#test/support/reports/surroundings.ts'
import { showMonth } from '#values/dates.ts'
import { isReasonAllowed } from './reason-eligibility.ts'

const today = '2026-11-22'

const isAccountReason = (reason: string | null): reason is AccountReason =>
  accountReasons.some(one => one === reason)

/** Suggestions that the wizard and the server would refuse at a bureau named by the finding. */
const refused = (report: Report, findings: readonly Finding[]): string[] =>
  findings.flatMap(({ rule, subject, bureaus, reason }) => {
    if (subject.kind !== 'account' || !isAccountReason(reason)) return []
    const rows = report.accounts.filter(row => row.id === subject.id && bureaus.includes(row.bureau))
    return rows
      .filter(row => !isReasonAllowed(reason, surroundingsIn(row, report), today))
      .map(row => `${rule} ${reason} at ${row.bureau} of ${row.creditorName}`)
  })

/** Late months that a suggested letter would deny although the finding does not doubt them. */
const denied = (report: Report, findings: readonly Finding[]): string[] =>
  findings.flatMap(({ rule, subject, bureaus, reason, evidence }) => {
    if (subject.kind !== 'account' || reason !== 'never_late') return []
    const all = report.accounts.filter(row => row.id === subject.id)
    const rows = all.filter(row => bureaus.includes(row.bureau))
    return rows.flatMap(row => {
      const elsewhere = all.filter(other => other.bureau !== row.bureau && !isMergedRow(other))
      const doubted = evidence.filter(({ bureau }) => bureau === row.bureau).map(({ field }) => field)
      return selectDisputedMonths(row, elsewhere)
        .filter(({ date }) => !doubted.includes(`paymentHistory ${showMonth(date)}`))
        .map(({ date }) => `${rule} ${row.creditorName} ${date}`)
    })
  })

const refusedOrDenied = (report: Report, earlierReports: readonly Report[] = []): string[] => {
  const findings = runAllRules(report, { earlierReports, ownDetails: null })
  return [...refused(report, findings), ...denied(report, findings)]
}

describe('the reason that a finding suggests', () => {
  test.each(personas)('is one that a letter of $id can state', persona => {
    const reports = bureauReports(persona, ['2026-08', '2026-09', '2026-10', '2026-11'])
    expect(reports.flatMap((report, nth) => refusedOrDenied(report, reports.slice(0, nth)))).toEqual([])
  })

  test('is one that letters about invented errors can state', () => {
    const chance = chanceOf(20)
    const people = Array.from({ length: 30 }, (_, nth) => generatedReport(chance, 20, nth * 10).report)
    expect(people.flatMap(report => refusedOrDenied(report))).toEqual([])
  })
})
