import type { Account } from '#features/reports/canonical.ts'
import { maskNumberOf } from '#values/mask.ts'
import type { SameDebt } from './letters/told.ts'

const plain = (name: string | null): string => (name ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** An original creditor and its collector, or two collectors of one creditor (finder rule C-33). */
const isPassedOn = (one: Account, other: Account): boolean => {
  const [name, from] = [plain(one.creditorNameReported), plain(one.originalCreditor)]
  const [otherName, otherFrom] = [plain(other.creditorNameReported), plain(other.originalCreditor)]
  return (
    (from !== '' && (from === otherName || from === otherFrom)) || (otherFrom !== '' && otherFrom === name)
  )
}

/** The same creditor, number and opening twice (finder rule C-34). */
const isTwice = (one: Account, other: Account): boolean =>
  plain(one.creditorNameReported) === plain(other.creditorNameReported) &&
  one.dateOpened !== null &&
  one.dateOpened === other.dateOpened &&
  one.accountNumber === other.accountNumber

/** Other entries of the same bureau's file that are the same debt by what both show, numbers masked as letters need. */
export const sameDebt = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(
      other =>
        other !== account &&
        other.id !== account.id &&
        other.bureau === account.bureau &&
        (isPassedOn(account, other) || isTwice(account, other)),
    )
    .map(({ creditorNameReported, accountNumber }) => ({
      creditor: creditorNameReported,
      accountNumber: accountNumber === null ? null : maskNumberOf(accountNumber, new Set([ssnLastFour])),
    }))
