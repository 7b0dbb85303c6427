import type { Account, PayToken } from './canonical.ts'

const lateWords: Partial<Record<PayToken, string>> = {
  '30': 'Late 30 days',
  '60': 'Late 60 days',
  '90': 'Late 90 days',
  '120': 'Late 120 days',
  '150': 'Late 150 days',
  '180': 'Late 180 days',
}

/** How late an account is now, in words; null when its manner of payment now is not lateness. */
export const describeLateness = (payStatus: PayToken | null): string | null =>
  payStatus === null ? null : (lateWords[payStatus] ?? null)

/** What is beyond lateness, paid or not (Metro 2 account status 88, 89, 93 to 97, and 61 to 65 when paid). */
const severeWords: Partial<Record<PayToken, string>> = {
  CO: 'Charge-off',
  COL: 'Collection',
  REPO: 'Repossession',
  FC: 'Foreclosure',
  VS: 'Voluntary surrender',
  BK: 'Bankruptcy',
}

/** What the Payment Status row shows where the file does not say how the account is paid. */
export const NOT_REPORTED = '-'

/**
 * The Payment Status row (specification section 4, decisions section 5): Derogatory, how late, what it became, else
 * Current where the file rates it so.
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

/** The Comments row: 'Derogatory account' if so, then the bureau's remarks, each once; '-' when there are none. */
export const describeComments = (account: Pick<Account, 'accountStatus' | 'remarks'>): string => {
  const said = account.remarks.map(remark => remark.text.trim()).filter(text => text !== '')
  const mark = account.accountStatus === 'Derogatory' ? ['Derogatory account'] : []
  return [...new Set([...mark, ...said])].join('; ') || '-'
}
