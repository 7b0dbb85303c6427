import { areComparable, datesDiffer, isBefore } from '#features/findings/partial-dates.ts'
import type { AccountReason } from '#features/findings/reasons.ts'
import { centsOf, showMoney } from '#values/money.ts'
import type { AccountRow } from './facts.ts'
import { joinWithAnd, longDate, statusText } from './letters/words.ts'
import { reasonWords } from './reason-words.ts'

/**
 * Fields that bureaus may show differently for one account. A letter calls one bureau's value inaccurate only if no other
 * bureau contradicts it, or if the user names the bureau that is right. Otherwise each bureau is asked to verify, and no
 * letter asserts a value (15 USC 1681i(a)(1)(A) requires only that accuracy is disputed).
 */
type DisputedField = {
  /** The field's name, as in "the credit limit". */
  name: string
  /** The row's value as text that begins with a verb; null if it shows none. */
  describe: (row: AccountRow) => string | null
  /** Whether the values of two rows cannot both be right. */
  differs: (one: AccountRow, other: AccountRow) => boolean
  /** Whether the value changes from month to month, so that only rows of about the same day contradict each other. */
  changesMonthly: boolean
}

const amount = (
  name: string,
  field: 'currentBalance' | 'amountPastDue',
  says: (money: string) => string,
): DisputedField => ({
  name,
  describe: row => (row[field] === null ? null : says(showMoney(row[field]))),
  differs: (one, other) =>
    one[field] !== null && other[field] !== null && centsOf(one[field]) !== centsOf(other[field]),
  changesMonthly: true,
})

const date = (name: string, field: 'dateOpened' | 'dateClosed' | 'dateFirstDelinquency'): DisputedField => ({
  name,
  describe: row => (row[field] === null ? null : `gives ${longDate(row[field])} as the ${name}`),
  differs: (one, other) => datesDiffer(one[field], other[field]),
  changesMonthly: false,
})

const firstDelinquency = date('date of first delinquency', 'dateFirstDelinquency')

/** An entry without its limit is incomplete, so a missing limit differs from a shown one. */
const limit: DisputedField = {
  name: 'credit limit',
  describe: ({ creditLimit }) =>
    creditLimit === null ? 'gives no credit limit' : `shows a credit limit of ${showMoney(creditLimit)}`,
  differs: (one, other) => centsOf(one.creditLimit) !== centsOf(other.creditLimit),
  changesMonthly: false,
}

const rated = ({ accountStatus, payStatus }: AccountRow): string =>
  `${accountStatus}, ${payStatus === 'U' ? null : payStatus}`

const status: DisputedField = {
  name: 'status',
  describe: row => {
    const words = statusText(row)
    return words === null ? null : `gives this status: ${words}`
  },
  // `accountStatus` is a conclusion that no letter names, so what a letter would name must differ too.
  differs: (one, other) => {
    const [words, others] = [statusText(one)?.toLowerCase(), statusText(other)?.toLowerCase()]
    return words !== undefined && others !== undefined && words !== others && rated(one) !== rated(other)
  },
  changesMonthly: true,
}

/** The fields that a reason disputes, in the order of the letter. */
const disputed: Partial<Record<AccountReason, readonly DisputedField[]>> = {
  wrong_balance: [
    amount('balance', 'currentBalance', money => `shows a balance of ${money}`),
    amount('amount past due', 'amountPastDue', money => `shows ${money} past due`),
  ],
  wrong_limit: [limit],
  wrong_payment_status: [status],
  wrong_dates: [date('date opened', 'dateOpened'), date('date closed', 'dateClosed'), firstDelinquency],
  reaged: [firstDelinquency],
}

/** The fields that a reason disputes; empty for a reason that is independent of the bureaus' values. */
export const disputedFields = (reason: AccountReason): readonly DisputedField[] => disputed[reason] ?? []

/** A short description of an account dispute: if bureaus differ, its letters call no value wrong. */
export const describeReason = ({
  reason,
  asksToVerify,
}: {
  reason: AccountReason
  asksToVerify: boolean
}): string => {
  const fields = disputedFields(reason)
  return asksToVerify && fields.length > 0
    ? `I ask to verify the ${joinWithAnd(fields.map(({ name }) => name))}`
    : reasonWords[reason].label
}

/** The fields of a reason for which another bureau contradicts a row. */
export const differingFields = (
  reason: AccountReason,
  row: AccountRow,
  other: AccountRow,
): readonly DisputedField[] =>
  disputedFields(reason).filter(
    field => field.differs(row, other) && (!field.changesMonthly || areComparable(row, other)),
  )

/**
 * Whether a bureau's values can be named as the right ones in a letter to another bureau: they must differ from that
 * one's. A date that is too late is corrected by an earlier one.
 */
export const canBeRight = (reason: AccountReason, right: AccountRow, row: AccountRow): boolean =>
  differingFields(reason, row, right).some(field => field.describe(right) !== null) &&
  (reason !== 'wrong_limit' || right.creditLimit !== null) &&
  (reason !== 'reaged' || isBefore(right.dateFirstDelinquency, row.dateFirstDelinquency))

/**
 * Whether letters about an account can only ask to verify: the bureaus written to contradict each other, or another
 * bureau contradicts one of them. Each row comes with the rows of the same account at other bureaus.
 */
export const isContested = (
  reason: AccountReason,
  written: readonly { row: AccountRow; elsewhere: readonly AccountRow[] }[],
): boolean =>
  written.some(({ row, elsewhere }) =>
    elsewhere.some(other => differingFields(reason, row, other).length > 0),
  ) ||
  written.some(({ row }, index) =>
    written
      .slice(index + 1)
      .some(other => disputedFields(reason).some(field => field.differs(row, other.row))),
  )
