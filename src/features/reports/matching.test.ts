import { expect, test } from 'vitest'
import { labelledAccounts } from '#test/support/reports/labelled-accounts.ts'
import { matchingScore } from '#test/support/reports/matching-score.ts'

/** Runs the matcher on thousands of labeled accounts with each bureau's spellings, masks and dates. */

test('of 3,000 labeled accounts no two are merged, and most pairs are found', () => {
  const score = matchingScore(labelledAccounts(2026, 3000))
  expect(score.accounts).toBeGreaterThanOrEqual(3000)
  expect(score.falseMerges).toEqual([])
  expect(1 - score.missed.length / score.truePairs).toBeGreaterThan(0.69)
})

test('a pair whose last four digits are visible at both bureaus is mostly found', () => {
  const isShown = (number: string | null) => /\d{4}$/.test(number ?? '')
  const score = matchingScore(
    labelledAccounts(2026, 3000),
    (a, b) => isShown(a.accountNumber) && isShown(b.accountNumber),
  )
  expect(score.falseMerges).toEqual([])
  expect(1 - score.missed.length / score.truePairs).toBeGreaterThan(0.88)
})

test('the same seed gives the same accounts', () => {
  expect(labelledAccounts(7, 50)).toEqual(labelledAccounts(7, 50))
  expect(labelledAccounts(8, 50)).not.toEqual(labelledAccounts(7, 50))
})
