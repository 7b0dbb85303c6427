import { describe, expect, test } from 'vitest'
import { factorIn } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'

describe('age of credit', () => {
  test.each([
    ['one account', [{ dateOpened: '2020-06-24' }], '6.4 years', 'fair'],
    ['two accounts', [{ dateOpened: '2016-11-14' }, { dateOpened: '2024-11-14' }], '6.0 years', 'fair'],
    ['a month without its day', [{ dateOpened: '2017-11' }], '9.0 years', 'excellent'],
    [
      'closed accounts left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '1990-01-01', openClosed: 'Closed' as const }],
      '1.0 years',
      'poor',
    ],
    [
      'collections left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '1990-01-01', isCollection: true }],
      '1.0 years',
      'poor',
    ],
    [
      'a date after the report left out',
      [{ dateOpened: '2025-11-14' }, { dateOpened: '2027-01-01' }],
      '1.0 years',
      'poor',
    ],
    [
      'a date after the report at one bureau, and another one at the next',
      [
        { id: 'a', bureau: 'Equifax' as const, lastReported: '2026-11-10', dateOpened: '2027-01-01' },
        { id: 'a', dateOpened: '2016-11-14' },
      ],
      '10.0 years',
      'excellent',
    ],
  ] as const)('of %s', (_, accounts, value, rating) => {
    const report = reportOf({
      accounts: accounts.map((given, index) => accountOf({ id: String(index), ...given })),
    })
    expect(factorIn('credit_age', report)).toMatchObject({ value, rating })
  })

  test('advises to keep the oldest open card, no loan and no card of somebody else', () => {
    const authorized = accountOf({ id: 'u', dateOpened: '2020-01-01', responsibility: 'Authorized user' })
    const loan = accountOf({
      id: 'l',
      creditorName: 'Loan',
      accountType: 'Installment',
      dateOpened: '2019-01-01',
    })
    const advice = factorIn(
      'credit_age',
      reportOf({
        accounts: [loan, authorized, accountOf({ creditorName: 'Own Bank', dateOpened: '2021-01-01' })],
      }),
    )?.alerts
    expect(advice?.map(each => each.recommendation)).toEqual([
      'Keep Own Bank open, even if you use it rarely.',
    ])
    expect(factorIn('credit_age', reportOf({ accounts: [loan] }))?.alerts).toEqual([])
  })

  test('counts an account that may have been opened before a report of which the month alone is known', () => {
    const accounts = [
      accountOf({ id: 'a', dateOpened: '2024-11' }),
      accountOf({ id: 'b', dateOpened: '2026-11-05' }),
    ]
    expect(factorIn('credit_age', reportOf({ reportDate: '2026-11', accounts }))).toMatchObject({
      value: '1.0 years',
      description: 'The average age of your 2 open accounts on 11/2026.',
    })
  })

  test('is left out when no open account has a date', () => {
    expect(factorIn('credit_age', reportOf({ accounts: [accountOf({ dateOpened: null })] }))).toBeUndefined()
  })
})
