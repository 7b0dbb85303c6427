import { isSameDebt } from '#features/findings/same-debt.ts'
import type { Account } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/whose-row.ts'
import type { Bureau } from '#values/bureau.ts'
import { type AccountFacts, toAccountFacts } from './facts.ts'
import { accountReference, addDistinguishingFacts } from './letters/fact-lines.ts'
import type { SameDebt } from './letters/told.ts'

/** What a letter to a bureau may say of a row, with what tells it from the other rows of the bureau's file. */
export const accountFactsInFile = (
  row: Account,
  bureau: Bureau,
  shown: readonly Account[],
  ssnLastFour: string,
): AccountFacts =>
  addDistinguishingFacts(
    toAccountFacts(row, ssnLastFour),
    shown
      .filter(
        other => other !== row && other.id !== row.id && (other.bureau === bureau || isMergedRow(other)),
      )
      .map(other => toAccountFacts(other, ssnLastFour)),
  )

/** Other entries of the same bureau's file that are the same debt by what both show, numbers masked as letters need. */
export const findSameDebts = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(other => isSameDebt(account, other))
    .map(other => ({
      named: accountReference(accountFactsInFile(other, account.bureau, shown, ssnLastFour)),
    }))
