import { expect, test } from 'vitest'
import type { Factor } from '../contract.ts'
import { explainFactor } from './factor-explanation.ts'

test.each<[Factor['id'], string]>([
  ['payment_history', 'Excellent at 100%, good at 99% or more, fair at 98% or more, otherwise poor.'],
  ['credit_utilization', 'Excellent below 10%, good below 30%, fair below 50%, otherwise poor.'],
  ['derogatory_marks', 'Excellent at none, fair at 1 or fewer, otherwise poor.'],
  [
    'credit_age',
    'Excellent at 9 years or more, good at 7 years or more, fair at 5 years or more, otherwise poor.',
  ],
  ['total_accounts', 'Excellent at 21 or more, good at 11 or more, fair at 6 or more, otherwise poor.'],
  ['hard_inquiries', 'Excellent at none, good at 2 or fewer, fair at 4 or fewer, otherwise poor.'],
])('the explanation of %s matches its rating', (id, bands) => {
  expect(explainFactor(id).bands).toBe(bands)
})
