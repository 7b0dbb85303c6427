import { expect, test } from 'vitest'
import { rate } from './factor-bands.ts'

/** The band table of decisions section 5, at its edges. */
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
  expect(rate(id, measure)).toBe(rating)
})
