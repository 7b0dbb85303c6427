import type { Account, AccountType, PayToken } from '#features/reports/canonical.ts'
import { isAuthorizedUserRow } from '#features/reports/row-ownership.ts'
import { addMonths, monthOf, showDate, showMonth } from '#values/dates.ts'
import { centsOf } from '#values/money.ts'
import {
  beganElsewhere,
  centsOwed,
  formatAmount,
  isClosed,
  isHomeEquityLine,
  isLate,
  isRevolving,
  latenessStep,
  statusByMonth,
} from '../account-facts.ts'
import { suggestMonthsReason } from '../disputed-months.ts'
import type { AmountField } from '../evidence.ts'
import { accuracy, type Rule, type Verdict } from '../finding.ts'
import { areComparable, datesDiffer, isBefore, minDaysBetween } from '../partial-dates.ts'
import { bureauRule } from '../row-rules.ts'

/** Values of one account that differ between bureaus. */

/**
 * Differences that payments, fees and interest explain: the larger of this amount and this share of the
 * greater one.
 */
const drift = { cents: 10_000, share: 0.1 } as const

const cardDrift = { cents: 25_000, share: 0.5 } as const

const isApart = (one: number, other: number, by: { cents: number; share: number }): boolean =>
  Math.abs(one - other) > Math.max(by.cents, by.share * Math.max(one, other))

const isSameMonth = (one: Account, other: Account): boolean =>
  monthOf(one.lastReported) !== null && monthOf(one.lastReported) === monthOf(other.lastReported)

const isSameDay = (one: Account, other: Account): boolean =>
  one.lastReported?.length === 10 && one.lastReported === other.lastReported

/** Balances are compared within one month; those of cards are certain only on the same day. */
const amountsApart = (one: Account, other: Account, field: AmountField): Verdict | null => {
  const [a, b] = [centsOf(one[field]), centsOf(other[field])]
  if (a === null || b === null || !isSameMonth(one, other)) return null
  const moves = isRevolving(one) || isRevolving(other) || one.accountType === 'Open'
  if (!moves || isSameDay(one, other)) return isApart(a, b, drift) ? 'contradiction' : null
  return isApart(a, b, cardDrift) ? 'ask' : null
}

const isLaterThan = (one: Account, other: Account): boolean => isBefore(other.lastReported, one.lastReported)

/** Closed so shortly before the other bureau's report that it may not know yet. */
const mayNotKnow = (closed: Account, open: Account): boolean =>
  closed.dateClosed === null
    ? isLaterThan(closed, open)
    : open.lastReported !== null && minDaysBetween(closed.dateClosed, open.lastReported) <= 35

/** Statuses that can occur without months of lateness before them. */
const comesAtOnce: ReadonlySet<PayToken | null> = new Set(['BK', 'VS', 'REPO', 'FC'])

/** So recently late, charged off or bankrupt that the other bureau's next report may show the same. */
const isOnTheWay = (derogatory: Account, other: Account): boolean =>
  (latenessStep(other.payStatus) ?? 0) >= 4 ||
  (comesAtOnce.has(derogatory.payStatus) && isLaterThan(derogatory, other)) ||
  (derogatory.dateChargeOff !== null &&
    other.lastReported !== null &&
    minDaysBetween(derogatory.dateChargeOff, other.lastReported) <= 35)

/** By the bureau's own open/closed field, otherwise by a status that only closed accounts have. */
const stateOf = (row: Account): 'Open' | 'Closed' | null =>
  row.openClosed ?? (isClosed(row) ? 'Closed' : null)

/** Open while others report closed, with the same rating: only the closing is in question. */
const isOpenAlone = (row: Account, all: readonly Account[]): boolean => {
  const others = all.filter(other => other !== row && areComparable(row, other))
  return (
    row.openClosed === 'Open' &&
    others.some(other => stateOf(other) === 'Closed') &&
    others.every(
      other => other.isDerogatory === row.isDerogatory && isLate(other.payStatus) === isLate(row.payStatus),
    )
  )
}

const statesApart = (one: Account, other: Account): Verdict | null => {
  if (one.isDerogatory !== other.isDerogatory) {
    const [derogatory, good] = one.isDerogatory ? [one, other] : [other, one]
    return isOnTheWay(derogatory, good) ? null : 'contradiction'
  }
  const isLateAtOne =
    [one, other].some(row => isLate(row.payStatus)) && [one, other].some(row => row.payStatus === 'OK')
  if (isLateAtOne && isSameDay(one, other)) return 'contradiction'
  const [a, b] = [stateOf(one), stateOf(other)]
  if (a === null || b === null || a === b) return null
  const [closed, open] = a === 'Closed' ? [one, other] : [other, one]
  return mayNotKnow(closed, open) ? null : 'contradiction'
}

/** The run of late months around a month: `30 60`. */
const spellAround = (
  months: ReadonlyMap<string, PayToken>,
  date: string,
): { from: string; statuses: string } => {
  let from = date
  while (isLate(months.get(addMonths(from, -1)) ?? null)) from = addMonths(from, -1)
  const statuses: PayToken[] = []
  for (let at = from; ; at = addMonths(at, 1)) {
    const status = months.get(at) ?? null
    if (status === null || !isLate(status)) break
    statuses.push(status)
  }
  return { from, statuses: statuses.join(' ') }
}

/** Whether the other history shows the same run one month off: bureaus assign months by different days. */
export const isShiftedByOneMonth = (
  own: ReadonlyMap<string, PayToken>,
  others: ReadonlyMap<string, PayToken>,
  date: string,
): boolean => {
  const spell = spellAround(own, date)
  return [-1, 1].some(by => {
    const near = addMonths(spell.from, by)
    return isLate(others.get(near) ?? null) && spellAround(others, near).statuses === spell.statuses
  })
}

/** Months late at one bureau and on time at the other. */
const lateAlone = (one: Account, other: Account): Account['paymentHistory'] => {
  const late = one.paymentHistory.filter(({ status }) => isLate(status))
  if (late.length === 0) return late
  const [own, others] = [statusByMonth(one), statusByMonth(other)]
  return late.filter(({ date }) => others.get(date) === 'OK' && !isShiftedByOneMonth(own, others, date))
}

const disputedMonths = (rows: readonly Account[]): Set<string> =>
  new Set(
    rows.flatMap(one =>
      rows.flatMap(other => (one === other ? [] : lateAlone(one, other).map(({ date }) => date))),
    ),
  )

const lateHere = (row: Account, rows: readonly Account[]): Account['paymentHistory'] =>
  row.paymentHistory.filter(({ date, status }) => isLate(status) && disputedMonths(rows).has(date))

/** The original amount, or the highest balance if no bureau reports one. Interest may increase the latter. */
const lentAmount = (row: Account, rows: readonly Account[]) =>
  rows.some(one => one.originalAmount !== null)
    ? row.originalAmount
    : row.accountType === 'Installment' || row.accountType === 'Mortgage'
      ? row.highBalance
      : null
const lentOn = (row: Account, rows: readonly Account[]): number => centsOwed(lentAmount(row, rows))

const oneAmount = {
  id: 'C-23',
  verdict: 'contradiction',
  severity: 'medium',
  source: `${accuracy}; Metro 2 fields 11 and 12: limit and original amount are one amount for every bureau`,
  fields: ['creditLimit', 'originalAmount', 'highBalance'],
} as const

const areApart = (one: number, other: number): boolean =>
  one > 0 && other > 0 && isApart(one, other, { cents: 100, share: 0.01 })

/** Types that two bureaus may use for one account. Phones, rent and leases may be open accounts or loans. */
const kinds: Partial<Record<AccountType, string>> = {
  Revolving: 'revolving',
  'Line of credit': 'revolving',
  Installment: 'loan',
  Mortgage: 'loan',
}

const termsApart = (one: Account, other: Account): boolean =>
  (one.termLength ?? 0) > 1 &&
  (other.termLength ?? 0) > 1 &&
  Math.abs((one.termLength ?? 0) - (other.termLength ?? 0)) > 2

/** Liable for the debt (Metro 2 ECOA codes 1, 2, 5 and 7 in words). */
const owesIt = (row: Account): boolean =>
  /individual|joint|maker|co-?(?:signer|borrower|applicant)|primary|sole|contractual/i.test(
    row.responsibility ?? '',
  ) && !isAuthorizedUserRow(row)

export const acrossBureausRules: readonly Rule[] = [
  bureauRule({
    id: 'C-21',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 10: the date opened is one date for every bureau`,
    title: 'The bureaus show different opening dates',
    reason: 'wrong_dates',
    fields: ['dateOpened'],
    neverChanges: true,
    // A lender that took the account over may report its own start date.
    compare: (one, other) =>
      datesDiffer(one.dateOpened, other.dateOpened) &&
      (areComparable(one, other) || (!beganElsewhere(one) && !beganElsewhere(other)))
        ? 'contradiction'
        : null,
    describe: row => (row.dateOpened === null ? null : `shows it as opened ${showDate(row.dateOpened)}`),
  }),
  bureauRule({
    id: 'C-22',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 21 and 22: current balance and amount past due are one amount a month for every bureau`,
    title: 'The bureaus show different amounts owed',
    reason: 'wrong_balance',
    fields: ['currentBalance', 'amountPastDue', 'lastReported'],
    compare: (one, other) =>
      amountsApart(one, other, 'currentBalance') ?? amountsApart(one, other, 'amountPastDue'),
    describe: row => {
      const pastDue =
        centsOwed(row.amountPastDue) > 0 ? ` and ${formatAmount(row.amountPastDue)} past due` : ''
      return row.currentBalance === null && pastDue === ''
        ? null
        : `shows ${row.currentBalance === null ? 'no balance' : `a balance of ${formatAmount(row.currentBalance)}`}${pastDue}, reported ${showDate(row.lastReported)}`
    },
  }),
  bureauRule({
    ...oneAmount,
    title: 'The bureaus show different limits',
    reason: 'wrong_limit',
    compare: (one, other) =>
      isRevolving(one) &&
      isRevolving(other) &&
      areApart(centsOwed(one.creditLimit), centsOwed(other.creditLimit))
        ? 'contradiction'
        : null,
    describe: row =>
      centsOwed(row.creditLimit) > 0 ? `shows a limit of ${formatAmount(row.creditLimit)}` : null,
  }),
  bureauRule({
    ...oneAmount,
    title: 'The bureaus show different original amounts',
    // A loan has no limit that could be wrong.
    reason: 'other',
    compare: (one, other) =>
      !isRevolving(one) &&
      !isRevolving(other) &&
      areApart(lentOn(one, [one, other]), lentOn(other, [one, other]))
        ? 'contradiction'
        : null,
    describe: (row, rows) =>
      lentOn(row, rows) > 0 ? `shows an original amount of ${formatAmount(lentAmount(row, rows))}` : null,
  }),
  bureauRule({
    id: 'C-24',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 17A: one account status a month for every bureau`,
    implies: ['C-22'],
    title: 'The bureaus show different statuses',
    reason: (worse, all) =>
      worse.every(row => isOpenAlone(row, all)) ? 'closed_shown_open' : 'wrong_payment_status',
    fields: ['accountStatus', 'openClosed', 'payStatus'],
    compare: statesApart,
    describe: row =>
      `lists it as ${row.accountStatus.toLowerCase()}${row.openClosed === null || row.openClosed === row.accountStatus ? '' : `, ${row.openClosed.toLowerCase()}`}`,
    isWorse: (row, rows) => {
      if (rows.some(other => other.isDerogatory !== row.isDerogatory)) return row.isDerogatory
      if (rows.some(other => stateOf(other) !== stateOf(row))) return stateOf(row) === 'Open'
      return isLate(row.payStatus)
    },
  }),
  bureauRule({
    id: 'C-25',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 18: the payment history profile is one for every bureau`,
    implies: ['C-54'],
    title: 'A month is late at one bureau and on time at another',
    reason: (worse, all) =>
      worse.every(row => {
        const elsewhere = all.filter(other => other !== row)
        return suggestMonthsReason(lateHere(row, all), row, elsewhere) === 'never_late'
      })
        ? 'never_late'
        : 'other',
    fields: [],
    compare: (one, other) =>
      lateAlone(one, other).length + lateAlone(other, one).length > 0 ? 'contradiction' : null,
    describe: (row, rows) => {
      const late = lateHere(row, rows)
      const shown = row.paymentHistory.filter(({ date }) => disputedMonths(rows).has(date))
      if (late.length > 0) {
        return `shows ${late
          .slice(0, 3)
          .map(({ date, status }) => `${showMonth(date)} as ${status} days late`)
          .join(', ')}`
      }
      return shown.length === 0 ? null : `shows ${showMonth(shown[0]?.date ?? null)} as on time`
    },
    months: (row, rows) => row.paymentHistory.filter(({ date }) => disputedMonths(rows).has(date)),
    isWorse: (row, rows) => lateHere(row, rows).length > 0,
  }),
  bureauRule({
    id: 'C-26',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 8 and 13: portfolio type and terms duration are one for every bureau`,
    title: 'The bureaus show different kinds or terms of account',
    reason: 'other',
    fields: ['accountType', 'termLength'],
    neverChanges: true,
    compare: (one, other) => {
      const [a, b] = [kinds[one.accountType], kinds[other.accountType]]
      if (isHomeEquityLine(one) || isHomeEquityLine(other)) return null
      if (a !== undefined && b !== undefined && a !== b) return 'contradiction'
      // A modified loan has new terms.
      return a === 'loan' && b === 'loan' && areComparable(one, other) && termsApart(one, other)
        ? 'contradiction'
        : null
    },
    describe: row =>
      `lists it as ${row.accountType.toLowerCase()}${row.termLength === null ? '' : ` over ${row.termLength} months`}`,
  }),
  bureauRule({
    id: 'C-57',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; 12 CFR 1022.43(a)(1) liability for an account; Metro 2 field 37: the ECOA code is one for every bureau`,
    title: 'You owe an account at one bureau, and only use it at another',
    // Only the user knows which is right.
    reason: 'other',
    fields: ['responsibility'],
    compare: (one, other) =>
      (isAuthorizedUserRow(one) && owesIt(other)) || (isAuthorizedUserRow(other) && owesIt(one))
        ? 'contradiction'
        : null,
    describe: row =>
      row.responsibility === null ? null : `lists you as ${row.responsibility.toLowerCase()}`,
  }),
]
