import type { Account, AccountType } from '#features/reports/canonical.ts'
import { isAuthorizedUserRow } from '#features/reports/whose-row.ts'
import { isHomeEquityLine } from '../account-facts.ts'
import { bureauRule } from '../bureau-rule.ts'
import { areComparable } from '../dates-apart.ts'
import type { Rule } from '../finding.ts'

/** What an account is, and whose, where bureaus tell it otherwise. */

const accuracy = '15 USC 1681e(b)'

/** Kinds that one account can have in two bureaus' words; phones, rent and leases are open at one and loans at another. */
const kinds: Partial<Record<AccountType, string>> = {
  Revolving: 'revolving',
  'Line of credit': 'revolving',
  Installment: 'loan',
  Mortgage: 'loan',
}

const termsApart = (one: Account, other: Account): boolean =>
  (one.termLength ?? 0) > 1 &&
  (other.termLength ?? 0) > 1 &&
  Math.abs((one.termLength ?? 0) - (other.termLength ?? 0)) > 2

/** Somebody who owes the debt, as the words of Metro 2 ECOA codes 1, 2, 5 and 7 have it. */
const owesIt = (row: Account): boolean =>
  /individual|joint|maker|co-?(?:signer|borrower|applicant)|primary|sole|contractual/i.test(
    row.responsibility ?? '',
  ) && !isAuthorizedUserRow(row)

export const kindAcrossRules: readonly Rule[] = [
  bureauRule({
    id: 'C-26',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; Metro 2 fields 8 portfolio type and 13 terms duration are one for every bureau`,
    title: 'The bureaus show different kinds or terms of account',
    reason: 'other',
    fields: ['accountType', 'termLength'],
    neverChanges: true,
    compare: (one, other) => {
      const [a, b] = [kinds[one.accountType], kinds[other.accountType]]
      if (isHomeEquityLine(one) || isHomeEquityLine(other)) return null
      if (a !== undefined && b !== undefined && a !== b) return 'contradiction'
      // A loan that is modified has new terms.
      return a === 'loan' && b === 'loan' && areComparable(one, other) && termsApart(one, other)
        ? 'contradiction'
        : null
    },
    describe: row =>
      `lists it as ${row.accountType.toLowerCase()}${row.termLength === null ? '' : ` over ${row.termLength} months`}`,
  }),
  bureauRule({
    id: 'C-57',
    verdict: 'contradiction',
    severity: 'medium',
    source: `${accuracy}; 12 CFR 1022.43(a)(1) liability for an account; Metro 2 field 37 ECOA code is one for every bureau`,
    title: 'You owe an account at one bureau, and are only its user at another',
    // Which of the two is right, the person knows.
    reason: 'other',
    fields: ['responsibility'],
    compare: (one, other) =>
      (isAuthorizedUserRow(one) && owesIt(other)) || (isAuthorizedUserRow(other) && owesIt(one))
        ? 'contradiction'
        : null,
    describe: row =>
      row.responsibility === null ? null : `lists you as ${row.responsibility.toLowerCase()}`,
  }),
]
