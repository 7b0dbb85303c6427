import type { Account } from '#features/reports/canonical.ts'
import { showMoney } from '#values/money.ts'
import {
  centsOwed,
  hasRemark,
  isBankruptcyPlan,
  isDischarged,
  isInBankruptcy,
  isLate,
  isStudentLoan,
} from '../account-facts.ts'
import { accountRule } from '../account-rule.ts'
import { isBefore } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'

/** Debts of a bankruptcy. */

/**
 * Debts that a discharge leaves: student loans, support, taxes (11 USC 523(a)), and those of which another borrower was
 * in the bankruptcy (11 USC 524(e)).
 */
const maySurvive = (row: Account): boolean =>
  isStudentLoan(row) ||
  /support|tax|restitution/i.test(row.accountTypeDetail ?? '') ||
  hasRemark(row, /bankruptcy of (?:the )?(?:primary|secondary|co-?|joint|other|spouse|another)/i)

export const bankruptcyRules: readonly Rule[] = [
  accountRule({
    id: 'C-38',
    verdict: 'impossible',
    severity: 'high',
    source:
      '11 USC 524(a) the effect of a discharge; 15 USC 1681e(b); Metro 2 consumer information indicators E to H with a balance of zero',
    implies: ['C-02', 'C-03', 'C-04', 'C-05', 'C-08', 'C-22', 'C-24'],
    title: 'A debt of a bankruptcy still shows as owed',
    reason: 'included_in_bankruptcy',
    closing: 'A debt that was discharged is not owed any more.',
    check: (row, { records }) => {
      const owes = centsOwed(row.currentBalance) > 0 || centsOwed(row.amountPastDue) > 0
      if (!owes && isDischarged(row) && isLate(row.payStatus)) {
        return {
          text: `lists it as discharged in a bankruptcy, yet as ${row.payStatus} days late now`,
          fields: ['payStatus', 'remarks', 'currentBalance'],
          verdict: 'contradiction',
          title: 'A debt of a bankruptcy still shows as late',
          closing: 'A debt that was discharged is not late any more.',
        }
      }
      if (!owes || (!isInBankruptcy(row) && !isDischarged(row))) return null
      const discharge = records.find(
        ({ type, disposition, filed }) =>
          /bankrupt|chapter/i.test(type) &&
          /(?<!not )discharged/i.test(disposition ?? '') &&
          !isBefore(filed, row.dateOpened),
      )
      const field = centsOwed(row.currentBalance) > 0 ? 'currentBalance' : 'amountPastDue'
      const statement = {
        text: `lists it as included in a bankruptcy, yet with ${showMoney(row[field] ?? '')} ${field === 'currentBalance' ? 'owed' : 'past due'}`,
        fields: ['payStatus', 'remarks', 'currentBalance', 'amountPastDue'],
        moreEvidence:
          discharge === undefined
            ? []
            : [{ bureau: discharge.bureau, field: 'disposition', value: discharge.disposition ?? '-' }],
      } as const
      if (isDischarged(row)) return statement
      if (discharge !== undefined && !isBankruptcyPlan(row) && !maySurvive(row)) return statement
      // While the court has not decided, or in a plan of payments, a debt may be owed.
      return {
        ...statement,
        verdict: 'ask',
        closing:
          'In a plan of payments, before the discharge, or for a debt that a discharge leaves, such as a student loan, that can be right. Was the debt discharged?',
      }
    },
  }),
]
