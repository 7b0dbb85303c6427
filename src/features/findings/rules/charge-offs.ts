import type { Account } from '#features/reports/canonical.ts'
import { showMoney } from '#values/money.ts'
import { beganElsewhere, centsOwed, isSevere, isZeroAmount } from '../account-facts.ts'
import { accountRule } from '../account-rule.ts'
import type { Rule } from '../finding.ts'

/** The amount of a charge-off beside whether there was one. */

const accuracy = '15 USC 1681e(b)'

/** Whether anything in the row says that it was charged off or worse, now or before. */
const wasChargedOff = (row: Account): boolean =>
  row.isDerogatory ||
  row.dateChargeOff !== null ||
  [row.payStatus, row.worstStatus, ...row.paymentHistory.map(({ status }) => status)].some(isSevere) ||
  row.remarks.some(({ text }) => /charge|profit and loss|written off/i.test(text))

export const chargeOffRules: readonly Rule[] = [
  accountRule({
    id: 'C-51',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 field 23 original charge-off amount is given for account status 64 and 97 alone`,
    title: 'A charge-off amount, though nothing was charged off',
    // The status is not what is wrong where nothing was charged off.
    reason: 'other',
    check: row => {
      if (centsOwed(row.chargeOffAmount) > 0 && !wasChargedOff(row) && !beganElsewhere(row)) {
        return {
          text: `gives a charge-off of ${showMoney(row.chargeOffAmount ?? '')} of an account that it never lists as charged off`,
          fields: ['accountStatus', 'payStatus', 'chargeOffAmount'],
        }
      }
      return row.payStatus === 'CO' && isZeroAmount(row.chargeOffAmount) && !beganElsewhere(row)
        ? {
            text: 'lists it as charged off, with a charge-off of $0.00',
            fields: ['accountStatus', 'payStatus', 'chargeOffAmount'],
            verdict: 'ask',
            severity: 'low',
            title: 'A charge-off without its amount',
            reason: 'wrong_payment_status',
            closing: 'A sender may leave the amount out. Was the account charged off?',
          }
        : null
    },
  }),
]
