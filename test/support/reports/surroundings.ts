import { canInclude, factsOf, isBankruptcy, type Surroundings } from '#features/disputes/facts.ts'
import type { Told } from '#features/disputes/letters/told.ts'
import { isSameDebt } from '#features/findings/same-debt.ts'
import type { Account, Report } from '#features/reports/canonical.ts'
import { isMerged } from '#features/reports/whose-row.ts'
import { account } from './blank-account.ts'

/** A row in a report, as the rules of disputes are asked about it. */
export const surroundingsIn = (
  row: Account,
  { accounts, publicRecords }: Pick<Report, 'accounts' | 'publicRecords'> = {
    accounts: [],
    publicRecords: [],
  },
): Surroundings => {
  const facts = factsOf(row, '4417')
  const allBankruptcies = publicRecords.filter(isBankruptcy)
  return {
    row: facts,
    elsewhere: accounts
      .filter(other => other.id === row.id && other.bureau !== row.bureau && !isMerged(other))
      .map(other => factsOf(other, '4417')),
    sameDebt: accounts.filter(other => isSameDebt(row, other)),
    bankruptcies: allBankruptcies.filter(record => record.bureau === row.bureau && canInclude(record, facts)),
    allBankruptcies,
  }
}

/** What a letter to TransUnion may say of an account that Equifax reports too. */
export const toldOf = (
  own: Partial<Account>,
  others: readonly Partial<Account>[] = [],
  more: Partial<Told> = {},
): Told => {
  const at = (bureau: Account['bureau'], given: Partial<Account>) =>
    factsOf(
      account({ id: 'a', bureau, creditorNameReported: 'OAK BANK', lastReported: '2026-10-15', ...given }),
      '4417',
    )
  return {
    facts: at('TransUnion', own),
    elsewhere: others.map(other => at('Equifax', other)),
    right: null,
    asksToVerify: false,
    sameDebt: [],
    bankruptcies: [],
    ...more,
  }
}
