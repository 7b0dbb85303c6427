import { describe, expect, test } from 'vitest'
import { describeComments, describePaymentStatus } from './payment-status.ts'

describe('the Payment Status row', () => {
  test.each([
    ['Derogatory', 'CO', 'Derogatory'],
    ['Derogatory', '30', 'Derogatory'],
    ['Open', '30', 'Late 30 days'],
    ['Open', '60', 'Late 60 days'],
    ['Open', '90', 'Late 90 days'],
    ['Open', '120', 'Late 120 days'],
    ['Closed', '150', 'Late 150 days'],
    ['Open', '180', 'Late 180 days'],
    ['Open', 'OK', 'Current'],
    ['Paid', 'OK', 'Current'],
    ['Paid', 'CO', 'Charge-off'],
    ['Paid', 'COL', 'Collection'],
    ['Paid', 'REPO', 'Repossession'],
    ['Paid', 'FC', 'Foreclosure'],
    ['Paid', 'VS', 'Voluntary surrender'],
    ['Paid', 'BK', 'Bankruptcy'],
    ['Open', 'U', '-'],
    ['Closed', null, '-'],
  ] as const)('of a %s account paid %s is %s', (accountStatus, payStatus, words) => {
    expect(describePaymentStatus({ accountStatus, payStatus, isCollection: false })).toBe(words)
  })

  test.each(['OK', 'U', null] as const)('of a paid collection that is rated %s is Collection', payStatus => {
    expect(describePaymentStatus({ accountStatus: 'Paid', payStatus, isCollection: true })).toBe('Collection')
  })
})

describe('the Comments row', () => {
  const remarks = ['Account in dispute', ' Account in dispute ', '', 'Settled'].map(text => ({
    code: null,
    text,
  }))
  test.each([
    ['Derogatory', [], 'Derogatory account'],
    ['Derogatory', remarks, 'Derogatory account; Account in dispute; Settled'],
    ['Open', remarks, 'Account in dispute; Settled'],
    ['Open', [], '-'],
  ] as const)('of a %s account with %j is %s', (accountStatus, given, words) => {
    expect(describeComments({ accountStatus, remarks: [...given] })).toBe(words)
  })
})
