import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMeasure, rateMeasure } from './factor-bands.ts'

/** The edges of the bands. */
test.each([
  ['payment_history', 100, 'excellent'],
  ['payment_history', 99, 'good'],
  ['payment_history', 98, 'fair'],
  ['payment_history', 97, 'poor'],
  ['credit_utilization', 9, 'excellent'],
  ['credit_utilization', 10, 'good'],
  ['credit_utilization', 29, 'good'],
  ['credit_utilization', 30, 'fair'],
  ['credit_utilization', 49, 'fair'],
  ['credit_utilization', 50, 'poor'],
  ['derogatory_marks', 0, 'excellent'],
  ['derogatory_marks', 1, 'fair'],
  ['derogatory_marks', 2, 'poor'],
  ['credit_age', 9, 'excellent'],
  ['credit_age', 8.9, 'good'],
  ['credit_age', 7, 'good'],
  ['credit_age', 6.9, 'fair'],
  ['credit_age', 5, 'fair'],
  ['credit_age', 4.9, 'poor'],
  ['total_accounts', 21, 'excellent'],
  ['total_accounts', 20, 'good'],
  ['total_accounts', 11, 'good'],
  ['total_accounts', 10, 'fair'],
  ['total_accounts', 6, 'fair'],
  ['total_accounts', 5, 'poor'],
  ['hard_inquiries', 0, 'excellent'],
  ['hard_inquiries', 1, 'good'],
  ['hard_inquiries', 2, 'good'],
  ['hard_inquiries', 3, 'fair'],
  ['hard_inquiries', 4, 'fair'],
  ['hard_inquiries', 5, 'poor'],
] as const)('%s of %s is %s', (id, measure, rating) => {
  expect(rateMeasure(id, measure)).toBe(rating)
})

describe('a shown measure', () => {
  const percent = (number: string) => `${number}%`
  test.each([
    ['payment_history', 97.4, '97%'],
    ['payment_history', 97.5, '97.5%'],
    ['payment_history', 99.96, 'just under 100%'],
    ['credit_utilization', 42.5, '43%'],
    ['credit_utilization', 9.6, '9.6%'],
    ['credit_utilization', 29.99, 'just under 30%'],
  ] as const)('of %s %d is %s', (id, measure, words) => {
    expect(formatMeasure(id, measure, 0, percent)).toBe(words)
  })

  test.each([
    [8.94, '8.9 years'],
    [8.96, '8.96 years'],
    [8.999, 'just under 9 years'],
    [9.04, '9.0 years'],
  ])('of %d years is %s', (years, words) => {
    expect(formatMeasure('credit_age', years, 1, number => `${number} years`)).toBe(words)
  })

  test('never shows a value of another rating than the exact measure', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('payment_history', 'credit_utilization', 'credit_age'),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (id, part, whole) => {
          const measure = part / whole
          const words = formatMeasure(id, measure, 0, String)
          const number = Number(words.replace('just under ', ''))
          const isUnder = words.startsWith('just under')
          expect(isUnder ? measure < number : rateMeasure(id, number) === rateMeasure(id, measure)).toBe(true)
        },
      ),
    )
  })
})
