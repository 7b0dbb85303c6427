import { expect, test } from 'vitest'
import { furnishedAccounts, halves, isStudentLoan } from '#test/support/reports/furnished-accounts.ts'
import { labeledAccounts } from '#test/support/reports/labeled-accounts.ts'
import { matchingScore, matchPeople } from '#test/support/reports/matching-score.ts'

/** Runs the matcher on thousands of labeled accounts with each bureau's spellings, masks and dates. */

const labeled = matchPeople(labeledAccounts(2026, 3000))

test('no two of 3,000 labeled accounts are merged, and most pairs are found', () => {
  const score = matchingScore(labeled)
  expect(score.accounts).toBeGreaterThanOrEqual(3000)
  expect(score.falseMerges).toEqual([])
  expect(1 - score.missed.length / score.truePairs).toBeGreaterThan(0.73)
})

test('a pair whose last four digits are visible at both bureaus is mostly found', () => {
  const isShown = (number: string | null) => /\d{4}$/.test(number ?? '')
  const score = matchingScore(labeled, (a, b) => isShown(a.accountNumber) && isShown(b.accountNumber))
  expect(score.falseMerges).toEqual([])
  expect(1 - score.missed.length / score.truePairs).toBeGreaterThan(0.88)
})

test('no two of 3,000 furnished accounts are merged, and most pairs are found', () => {
  const people = matchPeople(furnishedAccounts(halves.development, 3000))
  const score = matchingScore(people)
  expect(score.falseMerges).toEqual([])
  expect(1 - score.missed.length / score.truePairs).toBeGreaterThan(0.85)
  const others = matchingScore(people, (a, b) => !isStudentLoan(a) && !isStudentLoan(b))
  expect(1 - others.missed.length / others.truePairs).toBeGreaterThan(0.9)
})

test('accounts are deterministic per seed', () => {
  expect(labeledAccounts(7, 50)).toEqual(labeledAccounts(7, 50))
  expect(labeledAccounts(8, 50)).not.toEqual(labeledAccounts(7, 50))
})
