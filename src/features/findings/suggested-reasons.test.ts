import { expect, test } from 'vitest'
import type { Account } from '#features/reports/canonical.ts'
import { accountOf, inquiryOf, monthsOf, personOf, reportOf } from '#test/support/reports/report-of.ts'
import { runAllRules } from './find.ts'

const paid = { accountStatus: 'Paid', openClosed: 'Closed', currentBalance: '0.00' } as const
const chargedOff = { accountStatus: 'Derogatory', isDerogatory: true, payStatus: 'CO' } as const

/** A letter states its reason, so the reason must not deny what the finding does not doubt. */
test.each<[rule: string, reason: string, sentence: string, row: Partial<Account>]>([
  [
    'C-10',
    'never_late',
    'a late month of a current account, not the status that is good',
    { payStatus: 'OK', lastReported: '2026-11-01', paymentHistory: monthsOf('2026-11', 'OK 30') },
  ],
  [
    'C-10',
    'wrong_payment_status',
    'a late status in a month paid on time',
    { payStatus: '30', lastReported: '2026-11-01', paymentHistory: monthsOf('2026-11', 'OK OK') },
  ],
  [
    'C-28',
    'other',
    'an original amount that is missing, not the balance',
    { accountType: 'Installment', currentBalance: '10.00', originalAmount: null, highBalance: null },
  ],
  ['C-32', 'other', 'a monthly payment, not its balance of zero', { ...paid, monthlyPayment: '62.00' }],
  [
    'C-32',
    'other',
    'a monthly payment of a charge-off, not what is owed',
    { ...chargedOff, currentBalance: '900.00', monthlyPayment: '62.00' },
  ],
  [
    'C-36',
    'not_mine',
    'an old debt at a new collector, whose date was not moved',
    {
      accountType: 'Collection',
      isCollection: true,
      dateFirstDelinquency: '2023-01-05',
      dateOpened: '2026-03-01',
    },
  ],
  [
    'C-11',
    'other',
    'a jump of lateness, which does not say that nothing was late',
    { paymentHistory: monthsOf('2026-11', 'OK 90') },
  ],
  [
    'C-12',
    'other',
    'a late mark after a bankruptcy that the bureau shows already',
    {
      ...chargedOff,
      payStatus: 'BK',
      openClosed: 'Closed',
      dateClosed: '2026-05-10',
      currentBalance: '0.00',
      paymentHistory: monthsOf('2026-08', '30'),
    },
  ],
  [
    'C-51',
    'other',
    'a charge-off amount, not its good status',
    { payStatus: 'OK', chargeOffAmount: '900.00' },
  ],
  ['C-51', 'wrong_payment_status', 'a charge-off of nothing', { ...chargedOff, chargeOffAmount: '0.00' }],
])('%s suggests %s for %s', (rule, reason, _, row) => {
  const found = runAllRules(reportOf({ accounts: [accountOf(row)] }))
  expect(found.find(finding => finding.rule === rule)?.reason).toBe(reason)
})

test.each([
  ['no_application', 'an inquiry before the user was eighteen', '2005-01-01'],
  ['wrong_date', 'an inquiry before birth, whose date is impossible', '1985-01-01'],
])('I-05 suggests %s for %s', (reason, _, date) => {
  const found = runAllRules(reportOf({ inquiries: [inquiryOf({ date })], personal: [personOf()] }))
  expect(found.find(({ rule }) => rule === 'I-05')?.reason).toBe(reason)
})
