import type { Bureau } from '#values/bureau.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import type { ShownAccount } from '../../contract.ts'

/** What is looked for; '' everywhere is all accounts. */
export type AccountFilter = { words: string; status: string; type: string }

/** All accounts. */
export const emptyFilter: AccountFilter = { words: '', status: '', type: '' }

/** The accounts of a bureau that fit, in the report's order. */
export const filterAccounts = (
  accounts: readonly ShownAccount[],
  bureau: Bureau,
  { words, status, type }: AccountFilter,
): ShownAccount[] =>
  accounts.filter(
    account =>
      account.bureau === bureau &&
      (status === '' || account.accountStatus === status) &&
      (type === '' || account.accountType === type) &&
      matchesAllWords(
        [
          account.creditorName,
          account.creditorNameReported,
          account.accountNumber,
          account.accountType,
          account.accountTypeDetail,
          account.originalCreditor,
        ],
        words,
      ),
  )

const once = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

/** The statuses and types that occur, as choices of the filters. */
export const filterOptions = (
  accounts: readonly ShownAccount[],
): { statuses: string[]; types: string[] } => ({
  statuses: once(accounts.map(account => account.accountStatus)),
  types: once(accounts.map(account => account.accountType)),
})

/** `24 accounts on your TransUnion file`, or how many of them fit. */
export const describeCount = (
  shown: number,
  all: number,
  bureau: Bureau,
): { count: string; rest: string } => ({
  count: `${shown === all ? '' : `${shown} of `}${all} ${all === 1 ? 'account' : 'accounts'}`,
  rest: `on your ${bureau} file`,
})
