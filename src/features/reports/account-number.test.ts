import { describe, expect, test } from 'vitest'
import { clearestNumber, countSharedDigits, isSameNumber, sharedDigits } from './account-number.ts'

describe('digits that two masked numbers show in the same position', () => {
  test.each([
    ['4X1X6X5X', '41116255****', 4],
    ['4X1X6X5X', '411162****', 3],
    ['411162****', '41116255****', 6],
    ['****4417', 'XXXXXXXXXXXX4417', 4],
    ['411162****', '411163****', null],
    ['123456****', '******7890', 0],
    [null, '4111', 0],
    ['1234-5678', '12345678', 8],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(countSharedDigits(a, b)).toBe(expected)
    expect(countSharedDigits(b, a)).toBe(expected)
  })

  test.each([
    ['41116255****', '41116255****', { count: 8, afterIssuer: 2, isEnd: false }],
    ['****4417', 'XXXXXXXXXXXX4417', { count: 4, afterIssuer: 0, isEnd: true }],
    ['4111625544179903', '4111625544179903', { count: 16, afterIssuer: 10, isEnd: true }],
    ['4X1X6X5X4X', '4111625544****', { count: 5, afterIssuer: 2, isEnd: false }],
    ['9001234567', '900123456700001', { count: 10, afterIssuer: 4, isEnd: false }],
    ['0004111', '4111', { count: 4, afterIssuer: 0, isEnd: true }],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(sharedDigits(a, b)).toEqual(expected)
    expect(sharedDigits(b, a)).toEqual(expected)
  })
})

test('numbers are the same with four agreeing digits, not with three', () => {
  expect(isSameNumber('4111****', '4111********')).toBe(true)
  expect(isSameNumber('411*****', '411*********')).toBe(false)
})

test.each([
  [['4X7X2X9X****', '43772891****', null], '43772891****'],
  [['XXXX2891', '4377XXXX'], '4377XXXX'],
  [['MC-90211****'], 'MC-90211****'],
  [[null], null],
  [[], null],
])('of %j the clearest number is %j', (numbers, known) => {
  const rows = numbers.map(accountNumber => ({ accountNumber }))
  expect(clearestNumber(rows)).toBe(known)
  expect(clearestNumber(rows.toReversed())).toBe(known)
})
