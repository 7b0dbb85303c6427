import { monthOf, monthsBetween, type PartialDate, showDate, showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import type { Account, PaymentMonth, PayToken } from '../canonical.ts'
import { isSameOpening } from '../evidence.ts'
import { isSevere } from '../readers/codes.ts'
import { type BureauFile, mayLackSection, missingFrom, normalizeText, pairAccounts } from './bureau-file.ts'
import type { DetectedChange } from './notable.ts'

/** Changes in the account status, the remarks and the dates that determine an account's age. */

const adverseWords: Partial<Record<PayToken, string>> = {
  CO: 'charged off',
  COL: 'in collection',
  REPO: 'a repossession',
  FC: 'a foreclosure',
  VS: 'a voluntary surrender',
  BK: 'included in bankruptcy',
}

const isLate = (token: PayToken | null) => token !== null && /^\d/.test(token)

/** The new status, when it changed. */
const statusChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const token = now.payStatus
  if (token !== null && isSevere(token) && token !== before.payStatus && before.payStatus !== null)
    return [{ kind: 'adverse', summary: `${name} is now reported as ${adverseWords[token]}.` }]
  const [was, is] = [before.accountStatus, now.accountStatus]
  if (was === is)
    return isLate(before.payStatus) && token === 'OK'
      ? [{ kind: 'caughtUp', summary: `${name} is now reported as current.` }]
      : []
  if (is === 'Derogatory') return [{ kind: 'adverse', summary: `${name} is now reported as derogatory.` }]
  if (is === 'Paid') return [{ kind: 'paid', summary: `${name} is now shown as paid.` }]
  if (was === 'Derogatory')
    return [
      {
        kind: 'noLongerAdverse',
        summary: `${name} is no longer derogatory. It is now shown as ${is.toLowerCase()}.`,
      },
    ]
  if (is === 'Open')
    return [
      { kind: 'reopened', summary: `${name} was shown as ${was.toLowerCase()} and is now shown as open.` },
    ]
  const kind = { Closed: 'closed', Transferred: 'transferred', Refinanced: 'refinanced' } as const
  return [{ kind: kind[is], summary: `${name} is now shown as ${is.toLowerCase()}.` }]
}

/** A status in unknown words proves neither that it changed nor that it did not. */
const hasUnknownStatus = (row: Account, file: BureauFile): boolean =>
  !file.hasKnownWords && (row.payStatus === null || row.payStatus === 'U')

/** Compared only at the precision both dates have. */
const differs = (one: PartialDate, other: PartialDate): boolean => {
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) !== other.slice(0, length)
}

/** The seven years of a delinquency run from its start (15 U.S.C. 1681c(c); Metro 2 field 25). */
const delinquencyChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const [was, is] = [before.dateFirstDelinquency, now.dateFirstDelinquency]
  if (was === null || is === null || !differs(was, is)) return []
  const summary = `${name} went from ${showDate(was)} to ${showDate(is)}. How long the item may stay is counted from this date.`
  return [{ kind: 'delinquencyMoved', summary }]
}

/**
 * Re-aging: a debt with a newer date looks younger than it is. Bureaus may report the same opening up to a
 * month apart.
 */
const openingChange = (before: Account, now: Account, name: string): DetectedChange[] => {
  const [was, is] = [before.dateOpened, now.dateOpened]
  if (was === null || is === null || !differs(was, is) || isSameOpening(was, is)) return []
  return [{ kind: 'openedMoved', summary: `${name} went from ${showDate(was)} to ${showDate(is)}.` }]
}

const remarksIn = ({ accounts }: BureauFile): unknown[] =>
  [...accounts.values()].flatMap(({ remarks }) => remarks)

const remarkChanges = (
  before: Account,
  now: Account,
  files: [BureauFile, BureauFile],
  lacksRemarks: boolean,
): DetectedChange[] => {
  const [fileBefore, fileNow] = files
  const name = fileNow.accountLabel(now)
  const [former, current] = [before, now].map(({ remarks }) => remarks.map(({ text }) => text))
  if (former === undefined || current === undefined) return []
  return [
    ...missingFrom(current, former, normalizeText).map(
      (text): DetectedChange => ({
        kind: 'remarkAdded',
        summary: `${name}: "${fileNow.mask(text)}"`,
      }),
    ),
    ...(lacksRemarks ? [] : missingFrom(former, current, normalizeText)).map(
      (text): DetectedChange => ({
        kind: 'remarkRemoved',
        summary: `${name}: "${fileBefore.mask(text)}"`,
      }),
    ),
  ]
}

export const findAccountStatusChanges = (before: BureauFile, now: BureauFile): DetectedChange[] => {
  const lacksRemarks = mayLackSection(remarksIn(before), remarksIn(now), now)
  return pairAccounts(before, now).flatMap(([was, is]) => {
    const name = now.accountLabel(is)
    const about = { kind: 'account', id: is.id } as const
    return [
      ...(hasUnknownStatus(was, before) || hasUnknownStatus(is, now)
        ? []
        : statusChange(was, is, name).map(noticed => ({ ...noticed, about }))),
      ...delinquencyChange(was, is, name),
      ...openingChange(was, is, name),
      ...remarkChanges(was, is, [before, now], lacksRemarks),
    ]
  })
}

/**
 * Late marks in the payment history (Metro 2 payment history profile). Charge-offs and similar are covered by
 * the status.
 */

const marksIn = (months: readonly PaymentMonth[]): string =>
  showList(months.map(({ date, status }) => `${status} days late for ${showMonth(date)}`))

type History = { byMonth: ReadonlyMap<string, PayToken>; first: string; last: string }

/** The months a row covers; null without a history. */
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
 * Late marks in months the earlier report did not cover, marks added to months it did cover, and marks
 * removed from them. A month before the earlier history began, or one the new history no longer covers,
 * proves nothing; nor does a month for which the earlier document may have had an unreadable mark.
 */
const marks = (before: Account, now: Account, hadAllMonths: boolean) => {
  const [former, current] = [historyOf(before), historyOf(now)]
  const reported = monthOf(before.lastReported)
  const until = hadAllMonths ? (former?.last ?? reported) : reported
  const late = now.paymentHistory.filter(({ status }) => isLate(status))
  return {
    recent: until === null ? [] : late.filter(({ date }) => date > until),
    added: late.filter(({ date, status }) => {
      if (former === null || date < former.first || date > former.last) return false
      const was = former.byMonth.get(date) ?? (hadAllMonths ? 'U' : null)
      return was === 'U' || worse(status, was)
    }),
    gone: before.paymentHistory.filter(
      ({ date, status }) => isLate(status) && current?.byMonth.get(date) === 'OK',
    ),
  }
}

export const findLateChanges = (before: BureauFile, now: BureauFile): DetectedChange[] =>
  pairAccounts(before, now).flatMap(([was, is]): DetectedChange[] => {
    const name = now.accountLabel(is)
    const { recent, added, gone } = marks(was, is, before.hasAllMonths)
    const changes = [
      recent.length > 0 ? [{ kind: 'late' as const, summary: `${name}: ${marksIn(recent)}.` }] : [],
      added.length > 0 ? [{ kind: 'lateAdded' as const, summary: `${name}: ${marksIn(added)}.` }] : [],
      gone.length > 0
        ? [{ kind: 'lateGone' as const, summary: `${name}: ${marksIn(gone)}, now on time.` }]
        : [],
    ].flat()
    if (changes.length > 0 || is.payStatus === null || !worse(is.payStatus, was.payStatus)) return changes
    return [{ kind: 'late', summary: `${name} is now reported as ${is.payStatus} days late.` }]
  })

/** A mark counts as old after half a year. */
const OLD_MONTHS = 6

/**
 * The newest old late mark in both files, with its age: it explains a score that rose although nothing else
 * changed.
 */
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
