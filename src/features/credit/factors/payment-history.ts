import { adverseMonths, isAdverse } from '#features/findings/disputed-months.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { describeLateness } from '#features/reports/payment-status.ts'
import { showMonth } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { showMoney, showPercent } from '#values/money.ts'
import type { Recommendation } from '../contract.ts'
import { capitalize, type FactorMeasurement, formatMeasure } from '../factor-bands.ts'
import {
  type CreditFacts,
  findLatestRow,
  isAuthorizedUserAccount,
  isOpenAccount,
  type MatchedAccount,
} from '../facts.ts'
import { paymentCells } from '../payment-grid.ts'
import {
  accountBasis,
  accountName,
  count,
  describeRepeated,
  disputeAccount,
  openAccount,
  rowLocation,
} from '../wording.ts'

/** `YYYY-MM`. */
export const lateMonths = (row: ShownAccount): string[] => adverseMonths(row).map(month => month.date)

/** 'U' is no data. */
export const ratedMonths = (row: ShownAccount) => row.paymentHistory.filter(month => month.status !== 'U')

/**
 * The row whose months count for each account. Where bureaus differ, a row with a late month wins, so that no
 * month is called on time if a visible bureau calls it late.
 */
export const ratedRows = ({ accounts }: CreditFacts): ShownAccount[] =>
  accounts.map(ratedRow).filter(row => row !== undefined)

const ratedRow = (account: MatchedAccount): ShownAccount | undefined =>
  findLatestRow(account, row => lateMonths(row).length > 0) ??
  findLatestRow(account, row => ratedMonths(row).length > 0)

/** Says which accounts with rated months a bureau lists twice; empty if none. */
export const describeRepeatedMonths = ({ repeated }: CreditFacts): string =>
  describeRepeated(repeated.filter(account => ratedRow(account) !== undefined))

const aboutLateMonths = (row: ShownAccount, facts: CreditFacts): Recommendation => {
  const months = lateMonths(row).map(month => showMonth(month) ?? month)
  const name = accountName(row, facts)
  const which =
    months.length <= 3 ? showList(months) : `${months.length} months from ${months[0]} to ${months.at(-1)}`
  return {
    title: `Late months of ${name}`,
    recommendation: `Were the payments on ${name} late in ${which}? If you paid on time, dispute them.`,
    explanation: `${count(months.length, 'month')} of this account ${months.length === 1 ? 'is' : 'are'} shown as late or worse ${rowLocation(row)}.`,
    acts: [...disputeAccount(row, facts, one => lateMonths(one).length > 0), openAccount(row, facts)],
  }
}

/** Only the owner of an account pays it. */
export const catchUpAdvice = (row: ShownAccount, facts: CreditFacts): string =>
  isAuthorizedUserAccount(facts, row)
    ? `Ask the owner of ${accountName(row, facts)} to pay what is past due, or to take you off the account.`
    : `Pay what is past due on ${accountName(row, facts)}, or ask for a plan to catch up.`

const aboutPastDue = (row: ShownAccount, facts: CreditFacts): Recommendation => ({
  title: `${accountName(row, facts)} is behind now`,
  recommendation: catchUpAdvice(row, facts),
  explanation: `It is shown as ${row.paymentStatus.toLowerCase()}${
    row.amountPastDue === null ? '' : ` with ${showMoney(row.amountPastDue)} past due`
  } ${rowLocation(row)}.`,
  acts: [openAccount(row, facts)],
})

/** More late months than this are summarized. */
const namedMonths = 12

/** `22 of 24 months on time; late or worse: 10/2026 (30 days late), 11/2026 (60 days late)`. */
export const describeMonths = (row: ShownAccount): string => {
  const rated = ratedMonths(row)
  const late = rated.filter(month => isAdverse(month.status))
  const on = `${rated.length - late.length} of ${count(rated.length, 'month')} on time`
  if (late.length === 0) return on
  const which =
    late.length > namedMonths
      ? `${late.length} months from ${showMonth(late[0]?.date ?? null)} to ${showMonth(late.at(-1)?.date ?? null)}`
      : late.map(({ date, status }) => `${showMonth(date)} (${paymentCells[status].label})`).join(', ')
  return `${on}; late or worse: ${which}`
}

const autopay: Recommendation = {
  title: 'Autopay',
  recommendation: 'Set autopay for at least the minimum on each open account.',
  explanation: 'A payment that is 30 days late can be reported for seven years.',
  acts: [],
}

/** Whether an open account is late as last reported. */
export const isLate = (account: MatchedAccount): boolean =>
  isOpenAccount(account) && describeLateness(account.latest.payStatus) !== null

export const lateAccounts = ({ accounts }: CreditFacts): ShownAccount[] =>
  accounts.filter(isLate).map(({ latest }) => latest)

/**
 * Months on time divided by months on time or late, each account counted once; 'U' is no data. Late payments
 * may be reported for seven years (15 USC 1681c(a)(5)).
 */
export const measurePaymentHistory = (facts: CreditFacts): FactorMeasurement | null => {
  const rows = ratedRows(facts)
  const rated = rows.flatMap(ratedMonths)
  if (rated.length === 0) return null
  const late = rated.filter(month => isAdverse(month.status)).length
  const percent = ((rated.length - late) * 100) / rated.length
  const withLate = rows
    .filter(row => lateMonths(row).length > 0)
    .toSorted((one, other) => (lateMonths(other).at(-1) ?? '').localeCompare(lateMonths(one).at(-1) ?? ''))
  const repeated = describeRepeatedMonths(facts)
  const hasOpen = facts.accounts.some(isOpenAccount)
  return {
    id: 'payment_history',
    measure: percent,
    value: capitalize(formatMeasure('payment_history', percent, 0, showPercent)),
    description:
      late === 0
        ? `All ${count(rated.length, 'reported month')} were paid on time.${repeated}`
        : `${late} of ${count(rated.length, 'reported month')} were late or worse. The rest were on time.${repeated}`,
    alerts: [
      ...lateAccounts(facts).map(row => aboutPastDue(row, facts)),
      ...withLate.slice(0, 3).map(row => aboutLateMonths(row, facts)),
      ...(late > 0 && hasOpen ? [autopay] : []),
    ],
    basis: rows.map(row => accountBasis(row, facts, describeMonths(row))),
  }
}
