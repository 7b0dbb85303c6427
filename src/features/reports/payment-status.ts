import type { Account, PayToken } from './canonical.ts'

const lateWords: Partial<Record<PayToken, string>> = {
  '30': 'Late 30 days',
  '60': 'Late 60 days',
  '90': 'Late 90 days',
  '120': 'Late 120 days',
  '150': 'Late 150 days',
  '180': 'Late 180 days',
}

/** The current lateness in words; null when the account is not late. */
export const describeLateness = (payStatus: PayToken | null): string | null =>
  payStatus === null ? null : (lateWords[payStatus] ?? null)

/**
 * Outcomes worse than lateness, paid or not (Metro 2 account status 88, 89, 93 to 97, and 61 to 65 when
 * paid).
 */
const severeWords: Partial<Record<PayToken, string>> = {
  CO: 'Charge-off',
  COL: 'Collection',
  REPO: 'Repossession',
  FC: 'Foreclosure',
  VS: 'Voluntary surrender',
  BK: 'Bankruptcy',
}

/** The Payment Status row for accounts without a rating. */
export const NOT_REPORTED = '-'

/**
 * The Payment Status row: Derogatory, how late, what the account became, or Current if the file rates it so.
 */
export const describePaymentStatus = ({
  accountStatus,
  payStatus,
  isCollection,
}: Pick<Account, 'accountStatus' | 'payStatus' | 'isCollection'>): string => {
  if (accountStatus === 'Derogatory') return 'Derogatory'
  const severe = payStatus === null ? undefined : severeWords[payStatus]
  const adverse = describeLateness(payStatus) ?? severe ?? (isCollection ? severeWords.COL : undefined)
  return adverse ?? (payStatus === 'OK' ? 'Current' : NOT_REPORTED)
}

/**
 * The Comments row: 'Derogatory account' if it is one, then the bureau's remarks without duplicates; '-'
 * without any.
 */
export const describeComments = (account: Pick<Account, 'accountStatus' | 'remarks'>): string => {
  const remarks = account.remarks.map(remark => remark.text.trim()).filter(text => text !== '')
  const mark = account.accountStatus === 'Derogatory' ? ['Derogatory account'] : []
  return [...new Set([...mark, ...remarks])].join('; ') || '-'
}
