import { describe, expect, test } from 'vitest'
import { type AccountFacts, deriveAccountStatus, deriveIsDerogatory } from './derive.ts'

const current: AccountFacts = {
  condition: 'Open',
  openClosed: 'Open',
  payStatus: 'OK',
  isCollection: false,
  currentBalance: '100.00',
  datePaid: null,
}

describe('the displayed status of an account', () => {
  test.each<[string, Partial<AccountFacts>, string, boolean]>([
    ['an account in good standing is what the sender says', {}, 'Open', false],
    ['the sender calls it derogatory', { condition: 'Derogatory' }, 'Derogatory', true],
    ['late, even 180 days, is not derogatory yet', { payStatus: '180' }, 'Open', false],
    ['an unpaid collection', { isCollection: true, payStatus: 'COL' }, 'Derogatory', true],
    [
      'a paid collection is paid, and counts on',
      { isCollection: true, condition: 'Paid', currentBalance: '0.00' },
      'Paid',
      true,
    ],
    [
      'a paid charge-off without a reported balance',
      { condition: 'Paid', payStatus: 'CO', currentBalance: null },
      'Paid',
      true,
    ],
    [
      'a closed charge-off with a date of payment and nothing owed',
      { condition: 'Closed', payStatus: 'CO', currentBalance: '0.00', datePaid: '2025-01-01' },
      'Closed',
      true,
    ],
    [
      'a charge-off with a date of payment but no balance reported',
      { condition: 'Closed', payStatus: 'CO', currentBalance: null, datePaid: '2025-01-01' },
      'Derogatory',
      true,
    ],
    [
      'a charge-off called paid that still shows a balance',
      { condition: 'Paid', payStatus: 'CO' },
      'Derogatory',
      true,
    ],
    [
      'a charge-off sold with a zero balance',
      { condition: 'Transferred', payStatus: 'CO', currentBalance: '0.00' },
      'Derogatory',
      true,
    ],
    ['a foreclosure', { condition: 'Closed', payStatus: 'FC' }, 'Derogatory', true],
    ['paid in good standing with a balance stays paid', { condition: 'Paid' }, 'Paid', false],
    ['no condition, closed', { condition: null, openClosed: 'Closed' }, 'Closed', false],
    ['nothing said at all', { condition: null, openClosed: null, payStatus: null }, 'Open', false],
  ])('%s', (_, facts, status, derogatory) => {
    expect(deriveAccountStatus({ ...current, ...facts })).toBe(status)
    expect(deriveIsDerogatory({ ...current, ...facts })).toBe(derogatory)
  })

  test('a severe rating in the past keeps a paid account derogatory', () => {
    expect(deriveIsDerogatory({ ...current, condition: 'Paid' }, 'CO')).toBe(true)
    expect(deriveIsDerogatory({ ...current, condition: 'Paid' }, '90')).toBe(false)
  })
})
