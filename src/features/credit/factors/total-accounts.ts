import { showList } from '#values/list.ts'
import type { Measured } from '../factor-bands.ts'
import { type Facts, isOpen, listedBy } from '../facts.ts'
import { basisOf, count } from '../wording.ts'

/** All accounts of the shown bureaus, open or not, each matched account once (decisions section 5). */
export const totalAccounts = (facts: Facts): Measured | null => {
  const total = facts.accounts.length
  if (total === 0) return null
  const open = facts.accounts.filter(isOpen).length
  return {
    id: 'total_accounts',
    measure: total,
    value: String(total),
    description: `${count(total, 'account')} on your report, ${open} of them open.`,
    alerts: [],
    basis: facts.accounts.map(account =>
      basisOf(
        account.latest,
        facts,
        `${isOpen(account) ? 'Open' : 'Not open'}, listed by ${showList(listedBy(account.rows))}`,
      ),
    ),
  }
}
