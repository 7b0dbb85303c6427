import type { Account } from '#features/reports/canonical.ts'
import { centsOf } from '#values/money.ts'
import { datesDiffer, isBefore } from './dates-apart.ts'

/** Entries of one bureau's file that are the same debt by what both show: names, amounts and dates. */

/** What two entries are compared by; rows of the canonical report and rows as shown both have it. */
type DebtRow = Pick<
  Account,
  | 'id'
  | 'bureau'
  | 'creditorNameReported'
  | 'originalCreditor'
  | 'accountNumber'
  | 'dateOpened'
  | 'dateFirstDelinquency'
  | 'currentBalance'
  | 'highBalance'
>

const plain = (name: string | null): string => (name ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** How much of the greater amount two amounts of one debt may differ: interest and fees, counted differently (C-33). */
const closeAmounts = 0.1

/** Whether two amounts are reported, not zero, and about the same; null when one of them says nothing. */
const areClose = (one: number | null, other: number | null): boolean | null =>
  one === null || other === null || one === 0 || other === 0
    ? null
    : Math.abs(one - other) <= closeAmounts * Math.max(one, other)

/** Two bills of one hospital differ in what is owed: only entries of about one amount are one debt. */
const isOneAmount = (one: DebtRow, other: DebtRow): boolean =>
  areClose(centsOf(one.currentBalance), centsOf(other.currentBalance)) ??
  areClose(centsOf(one.highBalance), centsOf(other.highBalance)) ??
  false

/** A collector takes over a debt after it was made (rule C-33). */
const isFromCreditor = (collector: DebtRow, creditor: DebtRow): boolean =>
  plain(collector.originalCreditor) !== '' &&
  plain(collector.originalCreditor) === plain(creditor.creditorNameReported) &&
  !isBefore(collector.dateOpened, creditor.dateOpened)

/** Two collectors of one creditor; one collector with several bills of it is not that (rule C-33). */
const areTwoCollectors = (one: DebtRow, other: DebtRow): boolean =>
  plain(one.originalCreditor) !== '' &&
  plain(one.originalCreditor) === plain(other.originalCreditor) &&
  plain(one.creditorNameReported) !== plain(other.creditorNameReported)

/** The same creditor, number and opening twice (rule C-34). */
const isTwice = (one: DebtRow, other: DebtRow): boolean =>
  plain(one.creditorNameReported) === plain(other.creditorNameReported) &&
  one.dateOpened !== null &&
  one.dateOpened === other.dateOpened &&
  one.accountNumber !== null &&
  one.accountNumber === other.accountNumber

/** Whether two rows of one file are the same debt: by their names or numbers, about the same amount and no other dates. */
export const isSameDebt = (one: DebtRow, other: DebtRow): boolean =>
  one !== other &&
  one.id !== other.id &&
  one.bureau === other.bureau &&
  (isFromCreditor(one, other) ||
    isFromCreditor(other, one) ||
    areTwoCollectors(one, other) ||
    isTwice(one, other)) &&
  isOneAmount(one, other) &&
  !datesDiffer(one.dateFirstDelinquency, other.dateFirstDelinquency)
