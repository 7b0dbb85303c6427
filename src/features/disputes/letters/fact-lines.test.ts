import { describe, expect, it } from 'vitest'
import type { AccountReason } from '#features/findings/reasons.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { report } from '#test/support/reports/disputed-report.ts'
import { toAccountFacts } from '../facts.ts'
import { factLines } from './evidence.ts'

const blank = account({ id: 'a', bureau: 'TransUnion' })

describe('what is shown of an item', () => {
  it('is what identifies it and what the reason is about, and nothing that is not reported', () => {
    const [transUnion] = report.accounts
    const facts = toAccountFacts(transUnion ?? blank, '4417')
    const labels = (reason: AccountReason) => factLines(facts, reason).map(({ label }) => label)
    const identifying = [
      'Account number',
      'Account type',
      'Original creditor',
      'Date opened',
      'Status',
      'Balance',
      'Past due',
    ]
    expect(labels('not_mine')).toEqual(identifying)
    expect(labels('too_old')).toEqual([...identifying, 'First delinquency'])
    expect(factLines(toAccountFacts(blank, '4417'), 'not_mine')).toEqual([])
  })
})
