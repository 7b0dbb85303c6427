import { describe, expect, test } from 'vitest'
import { creditorKey, digitsInCommon, isSameCreditor, isSameOpening } from './same-account.ts'

describe('creditors', () => {
  test.each([
    ['MAPLE BK', 'MAPLE BANK CARD SERVICES', true],
    ['CAPITAL ONE', 'CAPITAL ONE NA', true],
    ['BRIGHTWAY STUDENT LN', 'BRIGHTWAY STUDENT LOANS', true],
    ['COMMUNITY TRUST BANK I', 'COMMUNITY TRUST BANK INC', true],
    ['H&R ACCOUNTS', 'H AND R ACCOUNTS', true],
    ['CHASE', 'CITI', false],
    ['ELM', 'ELMWOOD LENDING', false],
    ['', 'MAPLE BANK', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(isSameCreditor(a, b)).toBe(expected)
    expect(isSameCreditor(b, a)).toBe(expected)
  })

  test('a name of filler words alone is kept whole', () => {
    expect(creditorKey('The Bank of N.A.')).toBe('THEBANKOFNA')
  })
})

describe('digits that two masked numbers show in the same place', () => {
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
    expect(digitsInCommon(a, b)).toBe(expected)
    expect(digitsInCommon(b, a)).toBe(expected)
  })
})

describe('opening dates', () => {
  test.each([
    ['2019-04-12', '2019-04-01', true],
    ['2019-04-12', '2019-05-13', true],
    ['2019-04-12', '2019-05-14', false],
    ['2019-04', '2019-04-30', true],
    ['2019', '2019-04-30', false],
    [null, null, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(isSameOpening(a, b)).toBe(expected)
  })
})
