import type { ShownAccount } from '#features/reports/contract.ts'
import type { Act } from './contract.ts'
import { type CreditFacts, distinctBureaus, type ShownInquiry, type ShownRecord } from './facts.ts'
import { accountName } from './wording.ts'

/** What can be done about a row of the report, from where it is spoken of. */

export const openAccount = (row: ShownAccount, facts: CreditFacts): Act => ({
  kind: 'open',
  label: accountName(row, facts),
  accountId: row.id,
  bureau: row.bureau,
})

/** At the bureaus whose rows show what is doubted. */
export const disputeAccount = (
  { id }: ShownAccount,
  facts: CreditFacts,
  doubted: (row: ShownAccount) => boolean,
): Act[] =>
  facts.accounts
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
