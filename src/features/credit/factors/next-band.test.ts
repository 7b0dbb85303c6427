import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { factorIn } from '#test/support/reports/factor-in.ts'
import { accountOf, reportOf } from '#test/support/reports/report-of.ts'
import { rateMeasure } from '../factor-bands.ts'
import { maxBalanceBelow } from './next-band.ts'

type Given = readonly [balance: string, limit: string, more?: Partial<Account>]

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
    advice.recommendation.replace(/ By the figures.*$/, ''),
  )

const anyCards = fc.array(
  fc.record({ balance: fc.integer({ min: 0, max: 900_000 }), limit: fc.integer({ min: 1, max: 1_000_000 }) }),
  { minLength: 1, maxLength: 6 },
)

const paid = (recommendation: string): number[] =>
  [...recommendation.matchAll(/\$([\d,]+\.\d\d)(?= on | in all)|down by \$([\d,]+\.\d\d)/g)].map(match =>
    Math.round(Number((match[1] ?? match[2] ?? '').replaceAll(',', '')) * 100),
  )

describe('what would bring card use into the next better band', () => {
  test.each<[string, readonly Given[], string[]]>([
    ['one card', [['600.00', '1000.00']], ['Pay Bank a down by $100.01, to $499.99.']],
    ['the band below 30 %', [['300.00', '1000.00']], ['Pay Bank a down by $0.01, to $299.99.']],
    ['the band below 10 %', [['299.99', '1000.00']], ['Pay Bank a down by $200.00, to $99.99.']],
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
  ])('is told for %s', (_, given, expected) => {
    expect(adviceOf(...given)).toEqual(expected)
  })

  test('is said to be a matter of the figures, and of nothing else', () => {
    const [advice] = factorIn('credit_utilization', cards(['600.00', '1000.00']))?.alerts ?? []
    expect(advice?.recommendation).toBe(
      'Pay Bank a down by $100.01, to $499.99. By the figures of this report, that brings your card use below 50 %.',
    )
    expect(advice?.explanation).toMatch(
      /^Your balances are then \$499\.99 of \$1,000\.00 in limits, if nothing else changes\./,
    )
  })

  test('is a sum with the card to begin with when more than three are needed', () => {
    expect(adviceOf(['100', '100'], ['99', '100'], ['98', '100'], ['97', '100'], ['5000', '5600'])?.[0]).toBe(
      'Pay $2,394.01 in all on 5 cards, Bank a first.',
    )
  })

  test('reaches it exactly: these payments do, and one cent less does not', () => {
    fc.assert(
      fc.property(anyCards, given => {
        const report = cards(
          ...given.map(
            ({ balance, limit }) => [(balance / 100).toFixed(2), (limit / 100).toFixed(2)] as const,
          ),
        )
        const factor = factorIn('credit_utilization', report)
        const advice = factor?.alerts[0]
        const balance = given.reduce((sum, card) => sum + card.balance, 0)
        const limit = given.reduce((sum, card) => sum + card.limit, 0)
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

  test.each([
    [1000, 30, 299],
    [1001, 30, 300],
    [1, 50, 0],
  ])('of a limit of %i cents the most below %i %% is %i', (limit, percent, most) => {
    expect(maxBalanceBelow(limit, percent)).toBe(most)
  })
})
