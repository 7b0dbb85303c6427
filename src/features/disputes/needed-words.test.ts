import { describe, expect, it } from 'vitest'
import { type AccountReason, accountReasons } from '#features/findings/reasons.ts'
import { account } from '#test/support/reports/blank-account.ts'
import { type AccountEvidence, toAccountFacts } from './facts.ts'
import { accountClaim } from './letters/claims.ts'
import { requiresExplanation } from './reason-eligibility.ts'

const today = '2026-11-20'

const row = (own: Partial<AccountEvidence['row']>): AccountEvidence['row'] => ({
  ...account({ id: 'a', bureau: 'TransUnion' }),
  ...own,
})

const around = (
  own: Partial<AccountEvidence['row']>,
  more: Partial<AccountEvidence> = {},
): AccountEvidence => ({
  row: row(own),
  elsewhere: [],
  sameDebt: [],
  bankruptcies: [],
  allBankruptcies: [],
  ...more,
})

describe('the person’s own words', () => {
  it('are needed if neither the reason nor a bare row shows what is wrong', () => {
    expect(accountReasons.filter(reason => requiresExplanation(reason, around({}), today))).toEqual([
      'wrong_dates',
      'duplicate',
      'included_in_bankruptcy',
      'medical',
      'other',
    ])
  })

  it.each<[AccountReason, string, AccountEvidence]>([
    [
      'wrong_dates',
      'another bureau gives another date',
      around({ dateOpened: '2019-06-01' }, { elsewhere: [row({ dateOpened: '2017-02' })] }),
    ],
    ['duplicate', 'the file lists the same debt again', around({}, { sameDebt: [{}] })],
    ['included_in_bankruptcy', 'the file lists the bankruptcy', around({}, { bankruptcies: [{}] })],
    ['included_in_bankruptcy', 'the account itself says so', around({ payStatus: 'BK' })],
    ['medical', 'it is shown as paid', around({ accountStatus: 'Paid' })],
    ['medical', 'it is shown below $500', around({ currentBalance: '120.00' })],
    ['medical', 'it is younger than a year', around({ dateFirstDelinquency: '2026-06-01' })],
  ])('are not needed for %s if %s', (reason, _, surroundings) => {
    expect(requiresExplanation(reason, surroundings, today)).toBe(false)
  })

  it('are needed if another bureau shows the same dates, within a month', () => {
    const same = around({ dateOpened: '2019-06-01' }, { elsewhere: [row({ dateOpened: '2019-06-20' })] })
    expect(requiresExplanation('wrong_dates', same, today)).toBe(true)
  })

  it.each<AccountReason>(['wrong_dates', 'duplicate', 'included_in_bankruptcy'])(
    'are needed for %s where the letter itself says no more than that',
    reason => {
      const facts = toAccountFacts(account({ id: 'a', bureau: 'TransUnion' }), '4417')
      const evidence = {
        row: facts,
        elsewhere: [],
        right: null,
        asksToVerify: false,
        sameDebt: [],
        bankruptcies: [],
      }
      expect(accountClaim(reason, evidence, today).wrong).toHaveLength(1)
      expect(requiresExplanation(reason, { allBankruptcies: [], ...evidence }, today)).toBe(true)
    },
  )
})
