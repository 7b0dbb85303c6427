import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import { type AccountComparison, compareAccounts } from '../account-comparison.ts'
import type { Analytics } from '../contract.ts'
import { buildPaymentGrid, lastGridMonth, type PaymentGrid } from '../payment-grid.ts'

/**
 * One creditor's card: its rows, its two years, whether the bureaus disagree in either, and whether links to the account
 * lead here (to the first listing, where a bureau lists it twice).
 */
export type ComparedAccount = {
  creditor: AccountComparison
  grid: PaymentGrid | null
  differs: boolean
  linked: boolean
}

/**
 * The bureaus that the tables compare: those that sent a file. A frozen or missing file says nothing of any account,
 * so it gets no column of "Not reported" (canonical `FileStatus`).
 */
export const bureausToCompare = (data: Analytics): Bureau[] => {
  const rows = data.fullReport?.accountInformation ?? []
  const silent = (data.fullReport?.fileStatuses ?? [])
    .filter(({ bureau, status }) => status !== 'hit' && rows.every(row => row.bureau !== bureau))
    .map(({ bureau }) => bureau)
  return sortBureaus((data.report?.bureaus ?? []).filter(bureau => !silent.includes(bureau)))
}

/** Every creditor of the report, side by side over the given bureaus. */
export const buildComparison = (data: Analytics, columns: readonly Bureau[]): ComparedAccount[] => {
  const rows = data.fullReport?.accountInformation ?? []
  const lastMonth = lastGridMonth(data.report?.reportDate ?? null, rows)
  const seen = new Set<string>()
  return compareAccounts(rows, columns).map(creditor => {
    const grid = buildPaymentGrid(creditor.accounts, columns, lastMonth)
    const linked = !seen.has(creditor.id)
    seen.add(creditor.id)
    return { creditor, grid, differs: creditor.differing > 0 || grid?.differs === true, linked }
  })
}

/** The creditors of which every typed word stands in the name, as shown or as reported, the number or the type. */
export const searchAccounts = (creditors: readonly ComparedAccount[], typed: string): ComparedAccount[] =>
  creditors.filter(({ creditor }) =>
    matchesAllWords(
      [
        creditor.name,
        creditor.subtitle,
        ...creditor.accounts.flatMap(account => [account.creditorNameReported, account.accountNumber]),
      ],
      typed,
    ),
  )

/** Whether any creditor is reported by two bureaus in their own words; shared values cannot be compared. */
export const canCompareBureaus = (creditors: readonly ComparedAccount[]): boolean =>
  creditors.some(({ creditor }) => creditor.accounts.filter(account => !account.valuesShared).length > 1)
