import { isSameDebt } from '#features/findings/same-debt.ts'
import type { Account } from '#features/reports/canonical.ts'
import { isMerged } from '#features/reports/whose-row.ts'
import type { Bureau } from '#values/bureau.ts'
import { factsOf, type ItemFacts } from './facts.ts'
import { accountNamed, factsAmong } from './letters/fact-lines.ts'
import type { SameDebt } from './letters/told.ts'

/** What a letter to a bureau may say of a row, with what tells it from the other rows of the bureau's file. */
export const factsInFile = (
  row: Account,
  bureau: Bureau,
  shown: readonly Account[],
  ssnLastFour: string,
): ItemFacts =>
  factsAmong(
    factsOf(row, ssnLastFour),
    shown
      .filter(other => other !== row && other.id !== row.id && (other.bureau === bureau || isMerged(other)))
      .map(other => factsOf(other, ssnLastFour)),
  )

/** Other entries of the same bureau's file that are the same debt by what both show, numbers masked as letters need. */
export const sameDebt = (account: Account, shown: readonly Account[], ssnLastFour: string): SameDebt[] =>
  shown
    .filter(other => isSameDebt(account, other))
    .map(other => ({ named: accountNamed(factsInFile(other, account.bureau, shown, ssnLastFour)) }))
