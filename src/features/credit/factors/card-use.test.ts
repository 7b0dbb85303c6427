import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { factorIn, factsIn } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { rateMeasure } from '../factor-bands.ts'
import { listCardUse, listPayPlans, maxBalanceBelow } from './card-use.ts'

const card = (
  id: string,
  currentBalance: string | null,
  creditLimit: string | null,
  more: Partial<Account> = {},
) => accountOf({ id, creditorName: `Bank ${id}`, currentBalance, creditLimit, ...more })

describe('credit card use', () => {
  test('is the balances divided by the limits of open revolving accounts with a limit', () => {
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
      value: '64%',
      rating: 'poor',
      description: 'You are using $7,936.00 of $12,400.00 in card limits.',
    })
    expect(factorIn('credit_utilization', report)?.alerts.map(advice => advice.recommendation)).toEqual([
      'Pay Bank a down by $1,736.01, to $2,875.99. That would bring your card use below 50%.',
      'Pay Bank b below $2,220.00.',
    ])
  })

  test('counts a card once that a bureau lists twice, and says so', () => {
    const twice = (id: string, more: Partial<Account> = {}) =>
      card(id, '500.00', '1000.00', {
        creditorName: 'Oak Bank',
        creditorNameReported: 'OAK BANK',
        accountNumber: '411122223333',
        dateOpened: '2019-04-02',
        highBalance: '900.00',
        ...more,
      })
    const inUse = (...accounts: Account[]) => {
      const report = reportOf({ accounts: [card('b', '0.00', '1000.00'), ...accounts] })
      return [factorIn('credit_utilization', report)?.description, listCardUse(factsIn(report)).length]
    }
    expect(inUse(twice('a'), twice('a again'))).toEqual([
      'You are using $500.00 of $2,000.00 in card limits. Oak Bank is listed twice with the same opening date and amounts, and counted once.',
      2,
    ])
    // Two cards of one day can have one masked number.
    for (const other of [{ currentBalance: '400.00' }, { dateOpened: '2019-05-02' }])
      expect(inUse(twice('a'), twice('another', other))[1]).toBe(3)
  })

  test.each([
    ['0.00', '0%', 'excellent'],
    ['1.00', 'Under 1%', 'excellent'],
    ['94.00', '9%', 'excellent'],
    ['96.00', '9.6%', 'excellent'],
    ['99.99', 'Just under 10%', 'excellent'],
    ['100.00', '10%', 'good'],
    ['146.00', '15%', 'good'],
    ['296.00', '29.6%', 'good'],
    ['299.99', 'Just under 30%', 'good'],
    ['300.00', '30%', 'fair'],
    ['499.99', 'Just under 50%', 'fair'],
    ['500.00', '50%', 'poor'],
    ['546.00', '55%', 'poor'],
    ['-50.00', '0%', 'excellent'],
  ])('a balance of %s of $1,000.00 is %s and %s', (balance, value, rating) => {
    expect(
      factorIn('credit_utilization', reportOf({ accounts: [card('a', balance, '1000.00')] })),
    ).toMatchObject({ value, rating })
  })

  test("does not tell an authorized user to pay another person's card", () => {
    const report = reportOf({ accounts: [card('a', '900', '1000', { responsibility: 'Authorized user' })] })
    expect(factorIn('credit_utilization', report)).toMatchObject({ rating: 'poor', alerts: [] })
  })

  test('trusts the only bureau that states whose card it is', () => {
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

  test('distinguishes two cards of one bank by their numbers', () => {
    const two = ['a', 'b'].map(id =>
      card(id, '900', '1000', { creditorName: 'Bank', accountNumber: `${id}1234567890` }),
    )
    expect(factorIn('credit_utilization', reportOf({ accounts: two }))?.alerts[0]?.recommendation).toBe(
      'Pay Bank (a1234567****) down by $800.01, to $99.99. That would bring your card use below 50%.',
    )
  })
})

type Given = readonly [balance: string, limit: string | null, more?: Partial<Account>]

const cards = (...given: readonly Given[]) =>
  reportOf({
    accounts: given.map(([currentBalance, creditLimit, more], place) =>
      accountOf({
        id: `card-${place}`,
        creditorName: `Bank ${'abcdef'[place]}`,
        currentBalance,
        creditLimit,
        ...more,
      }),
    ),
  })

const adviceOf = (...given: readonly Given[]) =>
  factorIn('credit_utilization', cards(...given))?.alerts.map(advice =>
    advice.recommendation.replace(/ That would bring.*$/, ''),
  )

const anyCards = fc.array(
  fc.record({ balance: fc.integer({ min: 0, max: 900_000 }), limit: fc.integer({ min: 1, max: 1_000_000 }) }),
  { minLength: 1, maxLength: 6 },
)

const paid = (recommendation: string): number[] =>
  [...recommendation.matchAll(/\$([\d,]+\.\d\d)(?= on | in all)|down by \$([\d,]+\.\d\d)/g)].map(match =>
    Math.round(Number((match[1] ?? match[2] ?? '').replaceAll(',', '')) * 100),
  )

describe('payments that bring card use into the next better band', () => {
  test.each<[string, readonly Given[], string[]]>([
    ['one card', [['600.00', '1000.00']], ['Pay Bank a down by $100.01, to $499.99.']],
    ['the band below 30%', [['300.00', '1000.00']], ['Pay Bank a down by $0.01, to $299.99.']],
    ['the band below 10%', [['299.99', '1000.00']], ['Pay Bank a down by $200.00, to $99.99.']],
    ['nothing in the best band', [['99.99', '1000.00']], []],
    [
      'two cards where one is not enough',
      [
        ['900.00', '1000.00'],
        ['2400.00', '3000.00'],
      ],
      ['Pay $900.00 on Bank a and $400.01 on Bank b.'],
    ],
    [
      "no payment when only another person's card is high",
      [
        ['5000.00', '5000.00', { responsibility: 'Authorized user' }],
        ['10.00', '1000.00'],
      ],
      [],
    ],
  ])('advises %s', (_, given, expected) => {
    expect(adviceOf(...given)).toEqual(expected)
  })

  test('states what the payment would do', () => {
    const [advice] = factorIn('credit_utilization', cards(['600.00', '1000.00']))?.alerts ?? []
    expect(advice?.recommendation).toBe(
      'Pay Bank a down by $100.01, to $499.99. That would bring your card use below 50%.',
    )
    expect(advice?.explanation).toMatch(
      /^Your balances are then \$499\.99 of \$1,000\.00 in limits, if nothing else changes\./,
    )
  })

  test('is a total with the card to start with if more than three are needed', () => {
    expect(adviceOf(['100', '100'], ['99', '100'], ['98', '100'], ['97', '100'], ['5000', '5600'])?.[0]).toBe(
      'Pay $2,394.01 in all on 5 cards, Bank a first.',
    )
  })

  test('is exact: one cent less does not reach the band', () => {
    fc.assert(
      fc.property(anyCards, given => {
        const report = cards(
          ...given.map(
            ({ balance, limit }) => [(balance / 100).toFixed(2), (limit / 100).toFixed(2)] as const,
          ),
        )
        const factor = factorIn('credit_utilization', report)
        const advice = factor?.alerts[0]
        const balance = given.reduce((sum, each) => sum + each.balance, 0)
        const limit = given.reduce((sum, each) => sum + each.limit, 0)
        const ratingAfter = (cents: number) =>
          rateMeasure('credit_utilization', Math.floor(((balance - cents) * 100) / limit))
        if (factor?.rating === 'excellent') {
          expect(advice?.title ?? '').not.toMatch(/^Card use below/)
          return
        }
        const sum = paid(advice?.recommendation ?? '').reduce((total, cents) => total + cents, 0)
        expect(sum).toBeGreaterThan(0)
        expect(ratingAfter(sum)).not.toBe(factor?.rating)
        expect(ratingAfter(sum - 1)).toBe(factor?.rating)
      }),
    )
  })

  test('links to the plans for every better band, with the same payments', () => {
    const report = cards(
      ['900.00', '1000.00'],
      ['50.00', '1000.00', { responsibility: 'Authorized user' }],
      ['200.00', '1000.00'],
    )
    const [first] = factorIn('credit_utilization', report)?.alerts ?? []
    expect(first?.acts).toEqual([{ kind: 'pay_plan' }])
    const plans = listPayPlans(factsIn(report))
    expect(
      plans.map(({ belowPercent, total, payments }) => [
        belowPercent,
        total,
        payments.map(({ label, amount, balanceAfter }) => `${label} ${amount} to ${balanceAfter}`),
      ]),
    ).toEqual([
      [30, '250.01', ['Bank a 250.01 to 649.99']],
      [10, '850.01', ['Bank a 850.01 to 49.99']],
    ])
  })

  test.each([
    [1000, 30, 299],
    [1001, 30, 300],
    [1, 50, 0],
  ])('of a limit of %i cents the most below %i %% is %i', (limit, percent, most) => {
    expect(maxBalanceBelow(limit, percent)).toBe(most)
  })
})

test('every open card is listed with its use, and one without a limit without it', () => {
  const report = cards(
    ['10.00', '1000.00'],
    ['5000.00', '5000.00', { responsibility: 'Authorized user' }],
    ['20.00', null],
  )
  expect(
    listCardUse(factsIn(report)).map(({ label, balance, limit, percent, use, own }) => [
      label,
      balance,
      limit,
      percent,
      use,
      own,
    ]),
  ).toEqual([
    ['Bank b', '5000.00', '5000.00', 100, '100%', false],
    ['Bank a', '10.00', '1000.00', 1, '1%', true],
    ['Bank c', '20.00', null, null, null, true],
  ])
})
