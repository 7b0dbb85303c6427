import { isSameDebt } from '#features/findings/same-debt.ts'
import type { Account } from '#features/reports/canonical.ts'
import { maskNumberOf } from '#values/mask.ts'
import type { SameDebt } from './letters/told.ts'

/** Other entries of the same bureau's file that are the same debt by what both show, numbers masked as letters need. */
export const sameDebt = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(other => isSameDebt(account, other))
    .map(({ creditorNameReported, accountNumber }) => ({
      creditor: creditorNameReported,
      accountNumber: accountNumber === null ? null : maskNumberOf(accountNumber, new Set([ssnLastFour])),
    }))
