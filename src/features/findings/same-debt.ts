import type { Account } from '#features/reports/canonical.ts'
import { findOriginalCreditor } from '#features/reports/creditor.ts'
import { centsOf } from '#values/money.ts'
import { datesDiffer, isBefore } from './partial-dates.ts'

/** Decides whether entries are the same debt, by names, amounts and dates. */

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

/** Interest and fees are counted differently (C-33). */
const closeAmounts = 0.1

/** Null if one of them is not reported. */
const areClose = (one: number | null, other: number | null): boolean | null =>
  one === null || other === null || one === 0 || other === 0
    ? null
    : Math.abs(one - other) <= closeAmounts * Math.max(one, other)

/** Two bills of one hospital differ in amount. */
const isOneAmount = (one: DebtRow, other: DebtRow): boolean =>
  areClose(centsOf(one.currentBalance), centsOf(other.currentBalance)) ??
  areClose(centsOf(one.highBalance), centsOf(other.highBalance)) ??
  false

const originOf = (row: DebtRow): string => plain(findOriginalCreditor(row))

/** A collector takes over a debt after it was made (C-33). */
const isFromCreditor = (collector: DebtRow, creditor: DebtRow): boolean =>
  originOf(collector) !== '' &&
  originOf(collector) === plain(creditor.creditorNameReported) &&
  !isBefore(collector.dateOpened, creditor.dateOpened)

/** One collector with several bills does not count (C-33). */
const areTwoCollectors = (one: DebtRow, other: DebtRow): boolean =>
  originOf(one) !== '' &&
  originOf(one) === originOf(other) &&
  plain(one.creditorNameReported) !== plain(other.creditorNameReported)

/** The same creditor, number and opening date (C-34). */
const isTwice = (one: DebtRow, other: DebtRow): boolean =>
  plain(one.creditorNameReported) === plain(other.creditorNameReported) &&
  one.dateOpened !== null &&
  one.dateOpened === other.dateOpened &&
  one.accountNumber !== null &&
  one.accountNumber === other.accountNumber

/** Whether two entries, at any bureaus, are one debt: same names or number, about the same amount, and no conflicting dates. */
export const areOneDebt = (one: DebtRow, other: DebtRow): boolean =>
  one.id !== other.id &&
  (isFromCreditor(one, other) ||
    isFromCreditor(other, one) ||
    areTwoCollectors(one, other) ||
    isTwice(one, other)) &&
  isOneAmount(one, other) &&
  !datesDiffer(one.dateFirstDelinquency, other.dateFirstDelinquency)

/** Whether two entries in one bureau's file are one debt. */
export const isSameDebt = (one: DebtRow, other: DebtRow): boolean =>
  one.bureau === other.bureau && areOneDebt(one, other)
