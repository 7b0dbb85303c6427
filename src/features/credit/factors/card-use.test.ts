import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { factorIn } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'

const card = (
  id: string,
  currentBalance: string | null,
  creditLimit: string | null,
  more: Partial<Account> = {},
) => accountOf({ id, creditorName: `Bank ${id}`, currentBalance, creditLimit, ...more })

describe('credit card use', () => {
  test('is balances of limits of open revolving accounts with a limit', () => {
    const report = reportOf({
      accounts: [
        card('a', '4612.00', '5000.00'),
        card('b', '3324.00', '7400.00'),
        card('closed', '900.00', '1000.00', { openClosed: 'Closed' }),
        card('no limit', '900.00', null),
        card('no balance', null, '9000.00'),
        card('zero limit', '10.00', '0.00'),
        card('loan', '900.00', '1000.00', { accountType: 'Installment' }),
      ],
    })
    expect(factorIn('credit_utilization', report)).toMatchObject({
      value: '64 %',
      rating: 'poor',
      description: 'You are using $7,936.00 of $12,400.00 in card limits.',
    })
    expect(factorIn('credit_utilization', report)?.alerts.map(advice => advice.recommendation)).toEqual([
      'Pay Bank a down by $1,736.01, to $2,875.99. By the figures of this report, that brings your card use below 50 %.',
      'Pay Bank b below $2,220.00.',
    ])
  })

  test.each([
    ['0.00', '0 %', 'excellent'],
    ['1.00', 'Under 1 %', 'excellent'],
    ['94.00', '9 %', 'excellent'],
    ['96.00', '9.6 %', 'excellent'],
    ['99.99', 'Just under 10 %', 'excellent'],
    ['100.00', '10 %', 'good'],
    ['146.00', '15 %', 'good'],
    ['296.00', '29.6 %', 'good'],
    ['299.99', 'Just under 30 %', 'good'],
    ['300.00', '30 %', 'fair'],
    ['499.99', 'Just under 50 %', 'fair'],
    ['500.00', '50 %', 'poor'],
    ['546.00', '55 %', 'poor'],
    ['-50.00', '0 %', 'excellent'],
  ])('a balance of %s of $1,000.00 is %s and %s', (balance, value, rating) => {
    expect(
      factorIn('credit_utilization', reportOf({ accounts: [card('a', balance, '1000.00')] })),
    ).toMatchObject({ value, rating })
  })

  test("does not tell an authorized user to pay another person's card", () => {
    const report = reportOf({ accounts: [card('a', '900', '1000', { responsibility: 'Authorized user' })] })
    expect(factorIn('credit_utilization', report)).toMatchObject({ rating: 'poor', alerts: [] })
  })

  test('believes the one bureau that says whose card it is', () => {
    const report = reportOf({
      accounts: [
        card('a', '900', '1000', { bureau: 'TransUnion' }),
        card('a', null, null, { bureau: 'Equifax', responsibility: 'Authorized user' }),
      ],
    })
    expect(factorIn('credit_utilization', report)).toMatchObject({ rating: 'poor', alerts: [] })
  })

  test('is left out without a card limit', () => {
    expect(factorIn('credit_utilization', reportOf({ accounts: [card('a', '5', null)] }))).toBeUndefined()
  })

  test('tells two cards of one bank apart by their numbers', () => {
    const two = ['a', 'b'].map(id =>
      card(id, '900', '1000', { creditorName: 'Bank', accountNumber: `${id}1234567890` }),
    )
    expect(factorIn('credit_utilization', reportOf({ accounts: two }))?.alerts[0]?.recommendation).toBe(
      'Pay Bank (a1234567****) down by $800.01, to $99.99. By the figures of this report, that brings your card use below 50 %.',
    )
  })
})
