import type { Account, PayToken } from '#features/reports/canonical.ts'

const lateWords: Partial<Record<PayToken, string>> = {
  '30': 'Late 30 days',
  '60': 'Late 60 days',
  '90': 'Late 90 days',
  '120': 'Late 120 days',
  '150': 'Late 150 days',
  '180': 'Late 180 days',
}

/** How late an account is now, in words; null when its manner of payment now is not lateness. */
export const latenessOf = (payStatus: PayToken | null): string | null =>
  payStatus === null ? null : (lateWords[payStatus] ?? null)

/** The Payment Status row: Derogatory, how late, else Current (specification section 4, decisions section 5). */
export const paymentStatusOf = (account: Pick<Account, 'accountStatus' | 'payStatus'>): string =>
  account.accountStatus === 'Derogatory' ? 'Derogatory' : (latenessOf(account.payStatus) ?? 'Current')

/** The Comments row: 'Derogatory account' if so, then the bureau's remarks, each once; '-' when there are none. */
export const commentsOf = (account: Pick<Account, 'accountStatus' | 'remarks'>): string => {
  const said = account.remarks.map(remark => remark.text.trim()).filter(text => text !== '')
  const mark = account.accountStatus === 'Derogatory' ? ['Derogatory account'] : []
  return [...new Set([...mark, ...said])].join('; ') || '-'
}
