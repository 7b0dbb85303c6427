import { expect, it } from 'vitest'
import { account } from '#test/support/reports/blank-account.ts'
import { toAccountFacts } from '../facts.ts'
import { accountClaim } from './claims.ts'

it.each([
  ['the account that was collected', { payStatus: 'COL' }, 'delete the account if its time is over.'],
  [
    'what is adverse of one that was late',
    { payStatus: '90' },
    'delete what is adverse if its time is over.',
  ],
] as const)('a claim that time is over asks to delete %s', (_, own, words) => {
  const facts = toAccountFacts(account({ id: 'a', bureau: 'TransUnion', ...own }), '4417')
  const told = { facts, elsewhere: [], right: null, asksToVerify: false, sameDebt: [], bankruptcies: [] }
  expect(accountClaim('too_old', told, '2026-11-20').ask).toContain(words)
})
