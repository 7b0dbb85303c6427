import { expect, test } from 'vitest'
import { account } from '#test/support/reports/blank-account.ts'
import { toAccountFacts } from '../facts.ts'
import { accountClaim } from './claims.ts'

const saidOf = (originalCreditor: string | null) => {
  const row = account({ id: 'a', bureau: 'Experian', isCollection: true, originalCreditor })
  const told = {
    facts: toAccountFacts(row, '4417'),
    elsewhere: [],
    right: null,
    asksToVerify: false,
    sameDebt: [],
    bankruptcies: [],
  }
  return accountClaim('unknown_original_creditor', told, '2026-11-20').wrong.join(' ')
}

test.each([null, 'UNKNOWN', 'N/A', 'Not reported'])('an original creditor of %s is none', name => {
  expect(saidOf(name)).toBe(
    'I do not know where this debt comes from. Your file does not name the original creditor.',
  )
})

test('an original creditor that is not known to the person is named', () => {
  expect(saidOf('OAK BANK')).toMatch(/I do not recognize the original creditor that is named, OAK BANK\.$/)
})
