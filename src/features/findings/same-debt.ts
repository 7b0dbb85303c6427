import type { Account } from '#features/reports/canonical.ts'

/** Entries of one bureau's file that are the same debt by what both show. */

/** What two entries are compared by; rows of the canonical report and rows as shown both have it. */
type DebtRow = Pick<
  Account,
  'id' | 'bureau' | 'creditorNameReported' | 'originalCreditor' | 'accountNumber' | 'dateOpened'
>

const plain = (name: string | null): string => (name ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** An original creditor and its collector, or two collectors of one creditor (rule C-33). */
const isPassedOn = (one: DebtRow, other: DebtRow): boolean => {
  const [name, from] = [plain(one.creditorNameReported), plain(one.originalCreditor)]
  const [otherName, otherFrom] = [plain(other.creditorNameReported), plain(other.originalCreditor)]
  return (
    (from !== '' && (from === otherName || from === otherFrom)) || (otherFrom !== '' && otherFrom === name)
  )
}

/** The same creditor, number and opening twice (rule C-34). */
const isTwice = (one: DebtRow, other: DebtRow): boolean =>
  plain(one.creditorNameReported) === plain(other.creditorNameReported) &&
  one.dateOpened !== null &&
  one.dateOpened === other.dateOpened &&
  one.accountNumber === other.accountNumber

/** Whether two rows are the same debt by their names, or by creditor, number and opening; amounts are not asked. */
export const isSameDebt = (one: DebtRow, other: DebtRow): boolean =>
  one !== other &&
  one.id !== other.id &&
  one.bureau === other.bureau &&
  (isPassedOn(one, other) || isTwice(one, other))
