import { clearestNumber } from '#features/reports/account-number.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { matchesAllWords } from '#web/ui/text-search.ts'
import { type AccountComparison, compareAccounts } from '../account-comparison.ts'
import type { Analytics } from '../contract.ts'
import { buildPaymentGrid, lastGridMonth, type PaymentGrid } from '../payment-grid.ts'

export type ComparedAccount = {
  creditor: AccountComparison
  grid: PaymentGrid | null
  /** The account number shown to the user for all bureaus. */
  number: string | null
  differs: boolean
  derogatory: boolean
  /** Whether the anchors of the account are here, on its first listing. */
  linked: boolean
}

/** With this few accounts, all are shown open. */
const fewAccounts = 3

/** The accounts shown open at first: those with differences between bureaus, and derogatory ones. */
export const accountsOpenAtFirst = (creditors: readonly ComparedAccount[]): ComparedAccount[] =>
  creditors.filter(({ differs, derogatory }) => differs || derogatory || creditors.length <= fewAccounts)

/** Bureaus without a file get no column of "Not reported": they show nothing about any account. */
export const bureausToCompare = (data: Analytics): Bureau[] => {
  const rows = data.fullReport?.accountInformation ?? []
  const silent = (data.fullReport?.fileStatuses ?? [])
    .filter(({ bureau, status }) => status !== 'hit' && rows.every(row => row.bureau !== bureau))
    .map(({ bureau }) => bureau)
  return sortBureaus((data.report?.bureaus ?? []).filter(bureau => !silent.includes(bureau)))
}

export const buildComparison = (data: Analytics, columns: readonly Bureau[]): ComparedAccount[] => {
  const rows = data.fullReport?.accountInformation ?? []
  const lastMonth = lastGridMonth(data.report?.reportDate ?? null, rows)
  const seen = new Set<string>()
  const unread = (data.report?.parts ?? [])
    .filter(({ lacks }) => lacks.includes('accounts'))
    .map(({ bureau }) => bureau)
  return compareAccounts(rows, columns, unread).map(creditor => {
    const grid = buildPaymentGrid(creditor.accounts, columns, lastMonth)
    const linked = !seen.has(creditor.id)
    seen.add(creditor.id)
    return {
      creditor,
      grid,
      number: clearestNumber(creditor.accounts),
      differs: creditor.differing > 0 || grid?.differs === true,
      derogatory: creditor.accounts.some(
        account => account.isDerogatory || account.accountStatus === 'Derogatory',
      ),
      linked,
    }
  })
}

/** Every typed word must occur in the name, the number or the type. */
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

/** Shared values cannot be compared. */
export const canCompareBureaus = (creditors: readonly ComparedAccount[]): boolean =>
  creditors.some(({ creditor }) => creditor.accounts.filter(account => !account.valuesShared).length > 1)
