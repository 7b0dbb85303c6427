import type { Account } from '#features/reports/canonical.ts'
import { addMonths, monthOf, showDate, showMonth } from '#values/dates.ts'
import { hasAccommodation, isStudentLoan, latenessStep } from '../account-facts.ts'
import { accountRule, type Statement } from '../account-rule.ts'
import type { RuleContext } from '../context.ts'
import { earlierEvidence, findEarlierRow } from '../earlier-row.ts'
import type { Rule } from '../finding.ts'

/** One missed month adds thirty days: lateness that grows faster, within a report or since the one of the month before. */

/**
 * Servicers of federal student loans report lateness from sixty or ninety days on, and none before; what was put off with
 * the lender's word and then taken back comes late at once.
 */
const isFirstToldLate = (row: Account, from: number, to: number): boolean =>
  from === 0 && to <= 3 && (isStudentLoan(row) || hasAccommodation(row))

/** Two months that follow each other, of which the later is more than one step of thirty days worse. */
const jumpsOf = (row: Account): Account['paymentHistory'][] =>
  row.paymentHistory.flatMap((month, index) => {
    const before = row.paymentHistory[index - 1]
    if (before === undefined || addMonths(before.date, 1) !== month.date) return []
    const [from, to] = [latenessStep(before.status), latenessStep(month.status)]
    return from !== null && to !== null && to - from > 1 && !isFirstToldLate(row, from, to)
      ? [[before, month]]
      : []
  })

const stepsIn = ([before, month]: Account['paymentHistory']): number =>
  (latenessStep(month?.status ?? null) ?? 0) - (latenessStep(before?.status ?? null) ?? 0)

/** A jump between two months of the history that one report tells. */
const jumpedWithin = (row: Account): Statement | null => {
  const jumps = jumpsOf(row)
  const [worst] = jumps.toSorted((one, other) => stepsIn(other) - stepsIn(one))
  if (worst === undefined) return null
  const [before, month] = worst
  const was = before?.status === 'OK' ? 'on time' : `${before?.status} days late`
  return {
    text: `shows it as ${was} in ${showMonth(before?.date ?? null)} and ${month?.status} days late in ${showMonth(month?.date ?? null)}`,
    fields: [],
    months: [...new Set(jumps.flat())],
    // A payment that was returned can make one month on time after all late.
    ...(stepsIn(worst) > 2 ? {} : { verdict: 'contradiction' }),
  }
}

/** A jump between the statuses of two reports, one month apart. */
const jumpedSince = (row: Account, context: RuleContext): Statement | null => {
  const step = latenessStep(row.payStatus)
  const now = monthOf(row.lastReported)
  if (step === null || now === null) return null
  const before = findEarlierRow(row, context, was => {
    const from = latenessStep(was.payStatus)
    const told = monthOf(was.lastReported)
    return from !== null && from > 0 && told !== null && addMonths(told, 1) === now && step - from > 1
  })
  return before === null
    ? null
    : {
        text: `shows it as ${row.payStatus ?? '-'} days late, and showed it as ${before.row.payStatus ?? '-'} days late one month before, in your report of ${showDate(before.reportDate)}`,
        fields: ['payStatus', 'lastReported'],
        moreEvidence: [earlierEvidence(before, 'payStatus'), earlierEvidence(before, 'lastReported')],
        verdict: 'contradiction',
      }
}

/** One rule, so that an account whose lateness jumps in both ways has one finding, of the strictest case. */
export const latenessJumpRules: readonly Rule[] = [
  accountRule({
    id: 'C-11',
    verdict: 'impossible',
    severity: 'medium',
    source: '15 USC 1681e(b); Metro 2 field 18: each month late adds thirty days',
    title: 'Lateness jumps by more than one month',
    // Some of the marks are wrong, not that there was one.
    reason: 'other',
    closing: 'One missed month adds thirty days and no more, so that cannot be right as it stands.',
    check: (row, context) => jumpedWithin(row) ?? jumpedSince(row, context),
  }),
]
