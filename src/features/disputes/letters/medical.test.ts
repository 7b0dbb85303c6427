import { expect, it } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { toAccountFacts } from '../facts.ts'
import { accountClaim } from './claims.ts'

/** What the letter adds to the bureaus' announcement for a row. */
const addedFor = (own: Partial<Account>): string | undefined => {
  const facts = toAccountFacts(account({ id: 'a', bureau: 'TransUnion', isCollection: true, ...own }), '4417')
  const { wrong } = accountClaim(
    'medical',
    { facts, elsewhere: [], right: null, asksToVerify: false, sameDebt: [], bankruptcies: [] },
    '2026-11-20',
  )
  return wrong[2]
}

it.each<[string, Partial<Account>, string | undefined]>([
  ['a paid one', { accountStatus: 'Paid' }, 'Your file shows this one as paid.'],
  [
    'one less than a year old',
    { dateFirstDelinquency: '2026-01-04', highBalance: '900.00' },
    'Your file gives January 4, 2026 as the date of first delinquency, less than one year ago.',
  ],
  [
    'one of a month that may be a year ago',
    { dateFirstDelinquency: '2025-11', highBalance: '900.00' },
    undefined,
  ],
  ['one below $500', { highBalance: '499.99' }, 'Your file shows this one with an amount of $499.99.'],
  ['one that began with more', { highBalance: '500.00', currentBalance: '20.00' }, undefined],
  ['one without amounts', {}, undefined],
])('of a medical debt the letter cites what the file itself meets: %s', (_, own, words) => {
  expect(addedFor(own)).toBe(words)
})
