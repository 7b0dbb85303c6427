import {
  type AccountEvidence,
  canIncludeDebt,
  isBankruptcy,
  toAccountFacts,
} from '#features/disputes/facts.ts'
import type { LetterEvidence } from '#features/disputes/letters/evidence.ts'
import { isSameDebt } from '#features/findings/same-debt.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { isMergedRow } from '#features/reports/row-ownership.ts'
import { account } from './blank-account.ts'

/** A row in a report, as input for the rules of disputes. */
export const surroundingsIn = (
  row: Account,
  { accounts, publicRecords }: Pick<Report, 'accounts' | 'publicRecords'> = {
    accounts: [],
    publicRecords: [],
  },
): AccountEvidence => {
  const facts = toAccountFacts(row, '4417')
  const allBankruptcies = publicRecords.filter(isBankruptcy)
  return {
    row: facts,
    elsewhere: accounts
      .filter(other => other.id === row.id && other.bureau !== row.bureau && !isMergedRow(other))
      .map(other => toAccountFacts(other, '4417')),
    sameDebt: accounts.filter(other => isSameDebt(row, other)),
    bankruptcies: allBankruptcies.filter(
      record => record.bureau === row.bureau && canIncludeDebt(record, facts),
    ),
    allBankruptcies,
  }
}

/** What a letter to TransUnion may state about an account that Equifax also reports. */
export const evidenceOf = (
  own: Partial<Account>,
  others: readonly Partial<Account>[] = [],
  more: Partial<LetterEvidence> = {},
): LetterEvidence => {
  const at = (bureau: Account['bureau'], given: Partial<Account>) =>
    toAccountFacts(
      account({ id: 'a', bureau, creditorNameReported: 'OAK BANK', lastReported: '2026-10-15', ...given }),
      '4417',
    )
  return {
    row: at('TransUnion', own),
    elsewhere: others.map(other => at('Equifax', other)),
    right: null,
    asksToVerify: false,
    sameDebt: [],
    bankruptcies: [],
    ...more,
  }
}
