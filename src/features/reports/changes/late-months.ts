import { monthOf, monthsBetween, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { Account, PaymentMonth, PayToken } from '../canonical.ts'
import { type BureauFile, pairAccounts } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** Late marks in the payment history (Metro 2 payment history profile). Charge-offs and the like are told by the status. */

const isLate = (token: PayToken): boolean => /^\d/.test(token)

const marksIn = (months: readonly PaymentMonth[]): string =>
  showList(months.map(({ date, status }) => `${status} days late for ${showMonth(date)}`))

type History = { byMonth: ReadonlyMap<string, PayToken>; first: string; last: string }

/** The months that a row speaks of; null when it has no history. */
const historyOf = ({ paymentHistory }: Account): History | null => {
  const [first, last] = [paymentHistory[0], paymentHistory.at(-1)]
  if (!first || !last) return null
  return {
    byMonth: new Map(paymentHistory.map(({ date, status }) => [date, status])),
    first: first.date,
    last: last.date,
  }
}

const worse = (now: PayToken, before: PayToken | null) =>
  isLate(now) && (before === 'OK' || (before !== null && isLate(before) && Number(now) > Number(before)))

/**
 * Late marks of months that the earlier report did not reach yet, marks that months it did reach have now, and marks
 * that they had. A month before the earlier history began, or that the new one does not reach any more, tells nothing.
 */
const marks = (before: Account, now: Account) => {
  const [former, current] = [historyOf(before), historyOf(now)]
  const until = former?.last ?? monthOf(before.lastReported)
  const late = now.paymentHistory.filter(({ status }) => isLate(status))
  return {
    came: until === null ? [] : late.filter(({ date }) => date > until),
    added: late.filter(({ date, status }) => {
      if (former === null || date < former.first || date > former.last) return false
      const was = former.byMonth.get(date) ?? 'U'
      return was === 'U' || worse(status, was)
    }),
    gone: before.paymentHistory.filter(
      ({ date, status }) => isLate(status) && current?.byMonth.get(date) === 'OK',
    ),
  }
}

/** Late marks that came or went on the accounts of both files. */
export const findLateChanges = (before: BureauFile, now: BureauFile): DetectedChange[] =>
  pairAccounts(before, now).flatMap(([was, is]): DetectedChange[] => {
    const name = now.accountLabel(is)
    const { came, added, gone } = marks(was, is)
    const said = [
      came.length > 0 ? [{ kind: 'late' as const, summary: `${name}: ${marksIn(came)}.` }] : [],
      added.length > 0 ? [{ kind: 'lateAdded' as const, summary: `${name}: ${marksIn(added)}.` }] : [],
      gone.length > 0
        ? [{ kind: 'lateGone' as const, summary: `${name}: ${marksIn(gone)}, now on time.` }]
        : [],
    ].flat()
    if (said.length > 0 || is.payStatus === null || !worse(is.payStatus, was.payStatus)) return said
    return [{ kind: 'late', summary: `${name} is now reported as ${is.payStatus} days late.` }]
  })

/** A mark counts as old from half a year on. */
const OLD_MONTHS = 6

/** The newest old late mark that both files show, with its age: for a score that rose though nothing else moved. */
export const findAgedLateMark = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  const [earlier, month] = [monthOf(before.reportDate), monthOf(now.reportDate)]
  const [scoreBefore, scoreNow] = [before.score?.score, now.score?.score]
  if (earlier === null || month === null || earlier >= month) return []
  if (scoreBefore === undefined || scoreNow === undefined || scoreNow <= scoreBefore) return []
  const newest = pairAccounts(before, now)
    .flatMap(([was, is]) =>
      is.paymentHistory
        .filter(
          ({ date, status }) =>
            isLate(status) && was.paymentHistory.some(one => one.date === date && one.status === status),
        )
        .map(mark => ({ ...mark, name: now.accountLabel(is) })),
    )
    .filter(({ date }) => monthsBetween(date, month) >= OLD_MONTHS)
    .toSorted((one, other) => other.date.localeCompare(one.date))[0]
  if (newest === undefined) return []
  const age = monthsBetween(newest.date, month)
  return [
    {
      kind: 'lateAged',
      summary: `A ${newest.status}-day late mark of ${newest.name} is now ${age} months old.`,
    },
  ]
}
