import { showList } from '#values/list.ts'
import type { FactorMeasurement } from '../factor-bands.ts'
import { type CreditFacts, distinctBureaus, isOpenAccount } from '../facts.ts'
import { accountBasis, count } from '../wording.ts'

/** All accounts of the shown bureaus, open or not, each matched account once (decisions section 5). */
export const measureTotalAccounts = (facts: CreditFacts): FactorMeasurement | null => {
  const total = facts.accounts.length
  if (total === 0) return null
  const open = facts.accounts.filter(isOpenAccount).length
  return {
    id: 'total_accounts',
    measure: total,
    value: String(total),
    description: `${count(total, 'account')} on your report, ${open} of them open.`,
    alerts: [],
    basis: facts.accounts.map(account =>
      accountBasis(
        account.latest,
        facts,
        `${isOpenAccount(account) ? 'Open' : 'Not open'}, listed by ${showList(distinctBureaus(account.rows))}`,
      ),
    ),
  }
}
