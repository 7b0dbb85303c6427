import type { Bureau } from '#values/bureau.ts'
import { dollarsOf, showMoney } from '#values/money.ts'
import type { Basis, Factor, ShownAccount } from './contract.ts'
import type { CreditFacts } from './facts.ts'

/** Advice on an item: a title, what to do, and why. */
export type Advice = Factor['alerts'][number]

/** `1 account`, `2 accounts`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

/** Whole cents as a person reads them. */
export const formatCents = (cents: number): string => showMoney(dollarsOf(cents))

/** The creditor; with the account number where the person has several accounts there. */
export const accountName = (account: ShownAccount, { accountsPerCreditor }: CreditFacts): string =>
  (accountsPerCreditor.get(account.creditorName) ?? 0) > 1 && account.accountNumber !== null
    ? `${account.creditorName} (${account.accountNumber})`
    : account.creditorName

/** An account as a row behind a number: what of it counts, and the bureau whose row says so. */
export const accountBasis = (row: ShownAccount, facts: CreditFacts, value: string): Basis => ({
  label: accountName(row, facts),
  value,
  accountId: row.id,
  bureau: row.bureau,
})

/** Who states a row: its bureau; a merged row is stated by the merged report, not by a bureau of it. */
export const rowSource = (row: { bureau: Bureau; valuesShared: boolean }): string =>
  row.valuesShared ? 'Your merged report' : row.bureau

/** Where to look at a row: `at TransUnion`, or `in your merged report`. */
export const rowLocation = (row: { bureau: Bureau; valuesShared: boolean }): string =>
  row.valuesShared ? 'in your merged report' : `at ${row.bureau}`
