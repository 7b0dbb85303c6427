import { clearestNumber } from '#features/reports/account-number.ts'
import type { FullReport, ShownAccount } from '#features/reports/contract.ts'
import { type Bureau, distinctBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { dollarsOf, showMoney } from '#values/money.ts'
import type { Act, Basis, DropOff } from './contract.ts'
import {
  type CreditFacts,
  listedAccounts,
  type MatchedAccount,
  type ShownInquiry,
  type ShownRecord,
} from './facts.ts'

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`

export const formatCents = (cents: number): string => showMoney(dollarsOf(cents))

/** Adds the account number if the user has several accounts at the creditor. */
export const accountName = (
  { id, creditorName }: Pick<ShownAccount, 'id' | 'creditorName'>,
  facts: CreditFacts,
): string => {
  const number =
    (facts.accountsPerCreditor.get(creditorName) ?? 0) > 1
      ? clearestNumber(
          listedAccounts(facts)
            .filter(account => account.id === id)
            .flatMap(({ rows }) => rows),
        )
      : null
  return number === null ? creditorName : `${creditorName} (${number})`
}

/** The accounts of a sum that a bureau lists twice; empty if there are none. */
export const describeRepeated = (repeated: readonly MatchedAccount[]): string => {
  const names = new Set(repeated.map(({ latest }) => latest.creditorName))
  return names.size === 0
    ? ''
    : ` ${showList([...names])} ${names.size === 1 ? 'is' : 'are'} listed ${names.size === repeated.length ? 'twice' : 'more than once'} with the same opening date and amounts, and counted once.`
}

export const accountBasis = (row: ShownAccount, facts: CreditFacts, value: string): Basis => ({
  label: accountName(row, facts),
  value,
  accountId: row.id,
  bureau: row.bureau,
})

/** The source of a merged row is the merged report, not one bureau. */
export const rowSource = (row: { bureau: Bureau; valuesShared: boolean }): string =>
  row.valuesShared ? 'Your merged report' : row.bureau

/** `at TransUnion`, or `in your merged report`. */
export const rowLocation = (row: { bureau: Bureau; valuesShared: boolean }): string =>
  row.valuesShared ? 'in your merged report' : `at ${row.bureau}`

/** The bureau's own date for an item, in addition to the law's: bureaus may stop earlier. Null if they state none. */
export const describeBureauWord = ({
  bureaus,
  bureauSays,
}: Pick<DropOff, 'bureaus' | 'bureauSays'>): string | null =>
  bureauSays === undefined
    ? null
    : `${showList(bureaus)} ${bureaus.length === 1 ? 'itself says' : 'themselves say'} until ${showDate(bureauSays)}`

/** Why a bureau returned no file; null if it returned one. */
export const describeSilence = ({ bureau, status }: FullReport['fileStatuses'][number]): string | null => {
  if (status === 'frozen') return `Your ${bureau} file is frozen`
  if (status === 'noHit') return `${bureau} found no file for you`
  return status === 'error' ? `${bureau} did not answer` : null
}

/** Dispute actions for a row of the report. */

export const openAccount = (row: ShownAccount, facts: CreditFacts): Act => ({
  kind: 'open',
  label: accountName(row, facts),
  accountId: row.id,
  bureau: row.bureau,
})

/** Disputes an account at the bureaus whose rows show the doubted value. */
export const disputeAccount = (
  { id }: ShownAccount,
  facts: CreditFacts,
  doubted: (row: ShownAccount) => boolean,
): Act[] =>
  listedAccounts(facts)
    .filter(account => account.id === id)
    .map(({ latest, rows }) => ({
      kind: 'dispute',
      type: 'account',
      label: accountName(latest, facts),
      itemId: id,
      bureaus: distinctBureaus(rows.filter(doubted)),
    }))

export const inquiryActs = ({ id, company, bureau }: ShownInquiry): Act[] => [
  { kind: 'dispute', type: 'inquiry', label: company, itemId: id, bureaus: [bureau] },
  { kind: 'open', label: company, inquiryId: id, bureau },
]

export const openRecord = ({ id, type, bureau }: ShownRecord): Act => ({
  kind: 'open',
  label: type,
  recordId: id,
  bureau,
})
